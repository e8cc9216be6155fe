import Color
import Files
import Memory
import PNG
import Video

/// A decoded picture reduced in size, good enough to recognise but not to measure.
public struct Thumbnail: Sendable {
  /// The picture.
  public let png: [UInt8]
  let width: Int
  let height: Int

  /// The most pixels across and down.
  private static let limit = (width: 192, height: 144)
  /// The most bytes of the picture: four samples a pixel, and what PNG adds.
  public static let mostBytes = 4 * limit.width * limit.height + 1 << 16

  /// Takes over a picture of this shape; nil for one that is too large or not of 8 bits.
  public init?(png: [UInt8], _ shape: PictureShape) {
    guard shape.bitDepth == 8, shape.width <= Self.limit.width, shape.height <= Self.limit.height else { return nil }
    (self.png, width, height) = (png, shape.width, shape.height)
  }

  /// What its header says.
  public var shape: PictureShape { PictureShape(width: width, height: height, bitDepth: 8) }

  /// Decodes frames and makes them small.
  ///
  /// - Parameters:
  ///   - frames: Their indexes.
  ///   - stage: Those on a stage, which are smaller, so that all of them together have at most some 700 kB.
  ///   - source: The video.
  /// - Throws: `GrabError` when a frame cannot be decoded.
  public static func pictures(
    of frames: Set<Int>, stage: Set<Int>, in source: SliderVideo
  ) throws(GrabError) -> [Int: Thumbnail] {
    let pictures = try pictures(of: frames, width: limit.width, in: source)
    var tiles: [Int: Thumbnail] = [:]
    for width in stageWidths {
      tiles = try Self.pictures(of: stage.subtracting(frames), width: width, in: source)
      if tiles.values.reduce(0, { $0 + $1.png.count }) <= mostStageBytes { break }
    }
    return pictures.merging(tiles) { own, _ in own }
  }

  /// The most pixels across pictures on a stage; the last ones always fit.
  private static let stageWidths = [160, 120, 80]
  private static let mostStageBytes = 700_000

  private static func pictures(
    of frames: Set<Int>, width: Int, in source: SliderVideo
  ) throws(GrabError) -> [Int: Thumbnail] {
    if frames.isEmpty { return [:] }
    var pictures: [Int: Thumbnail] = [:]
    // SVG viewers take every picture to be in sRGB.
    var converter = BitmapConverter(depth: .eight, color: .srgb)
    var resampler = Resampler()
    var fault: GrabError.Fault?
    source.video.pictureBudget.count(leastMemory)
    let missing = try blaming(source.path, GrabError.Fault.video) { () throws(VideoError) in
      let references = frames.sorted().map(source.frames.reference)
      return try source.video.pictures(of: references) { frame, picture in
        let time = source.video.timeForPicture
        do throws(ThumbnailFault) {
          pictures[frame.place] = try Thumbnail(picture, &converter, &resampler, width: width, within: time)
        } catch {
          fault = error.fault(after: time)
        }
      }
    }
    if let fault { throw GrabError(source.path, fault) }
    if let frame = missing.first {
      throw GrabError(source.path, .video(VideoError("frame \(frame.place)", .missingPicture)))
    }
    return pictures
  }

  /// The memory for a picture that is made small, at least.
  static func leastMemory(_ picture: StoredPicture) -> Int64 {
    let cost = PixelCost(of: picture.pixelFormat, depth: .eight, transfer: picture.transfer, color: .srgb)
    return PictureMemory(
      stored: picture.size, cost: cost, written: PictureSize(width: limit.width, height: limit.height)
    ).byteCount
  }

  /// Resamples the picture, upright and in display shape, until it is small enough.
  ///
  /// - Throws: `GrabError.Fault` without its subject, for a picture that cannot be converted or encoded.
  init(
    _ picture: borrowing Picture, _ converter: inout BitmapConverter, _ resampler: inout Resampler,
    width most: Int = limit.width, within time: Deadline = Deadline(nanoseconds: .max)
  ) throws(ThumbnailFault) {
    var bitmap: Bitmap
    do throws(ColorError) {
      bitmap = try converter.bitmap(of: picture, unless: { time.isOver })
    } catch {
      throw .color(error)
    }
    let stored = PixelShape(picture.sampleAspectRatio)
    let shape = picture.orientation.swapsAxes ? stored.turned : stored
    let shown = (
      width: Double(bitmap.width) * Double(shape.width) / Double(shape.height), height: Double(bitmap.height)
    )
    let scale = min(Double(most) / shown.width, Double(most * Self.limit.height / Self.limit.width) / shown.height, 1)
    width = Self.pixels(shown.width * scale, Self.limit.width)
    height = Self.pixels(shown.height * scale, Self.limit.height)
    do throws(ColorError) {
      bitmap = try resampler.resampled(bitmap, width: width, height: height, unless: { time.isOver })
    } catch {
      throw .color(error)
    }
    do throws(PNGError) {
      let channels = bitmap.channels.count
      let image = try PNGImage(
        width: width, height: height, channels: bitmap.channels.png, bitDepth: .eight, bytesPerRow: width * channels)
      let file = try bitmap.pixels.withUnsafeBytes { pixels throws(PNGError) in
        try PNGEncoder().file(of: image, pixels: pixels, unless: { time.isOver })
      }
      png = Array(file)
    } catch {
      throw .png(error)
    }
  }

  private static func pixels(_ length: Double, _ limit: Int) -> Int {
    length.isFinite ? min(max(Int(length.rounded()), 1), limit) : 1
  }
}

/// Why a picture could not be made small.
enum ThumbnailFault: Error {
  case color(ColorError)
  case png(PNGError)

  /// The same, with limits as while decoding.
  func fault(after time: Deadline) -> GrabError.Fault {
    switch self {
    case .color(let error): GrabError.Fault(error, after: time)
    case .png(let error): GrabError.Fault(error, after: time)
    }
  }
}
