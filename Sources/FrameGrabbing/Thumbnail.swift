import Color
import PNG
import Video

/// A decoded picture made small, for people to recognise and not to measure.
struct Thumbnail {
  let png: [UInt8]
  let width: Int
  let height: Int

  /// The most pixels across and down.
  private static let limit = (width: 192, height: 144)

  /// Averages the picture's pixels over the boxes that the small picture's pixels cover.
  ///
  /// - Throws: `GrabError.Fault` without its subject, for a picture that cannot be converted or encoded.
  init(_ picture: borrowing Picture, _ converter: inout BitmapConverter) throws(ThumbnailFault) {
    let bitmap: Bitmap
    do throws(ColorError) {
      bitmap = try converter.bitmap(of: picture)
    } catch {
      throw .color(error)
    }
    let ratio =
      picture.orientation.swapsAxes
      ? (picture.sampleAspectRatio.height, picture.sampleAspectRatio.width) : picture.sampleAspectRatio
    let shape = Double(ratio.0) > 0 && Double(ratio.1) > 0 ? Double(ratio.0) / Double(ratio.1) : 1
    let shown = (width: Double(bitmap.width) * shape, height: Double(bitmap.height))
    let scale = min(Double(Self.limit.width) / shown.width, Double(Self.limit.height) / shown.height, 1)
    width = Self.pixels(shown.width * scale, Self.limit.width)
    height = Self.pixels(shown.height * scale, Self.limit.height)
    let pixels = Self.shrunk(
      bitmap.pixels, channels: bitmap.channels.count, from: (bitmap.width, bitmap.height), to: (width, height))
    do throws(PNGError) {
      let channels = bitmap.channels.count
      let image = try PNGImage(
        width: width, height: height, channels: bitmap.channels.png, bitDepth: .eight, bytesPerRow: width * channels)
      png = try PNGEncoder().encode(image, pixels: pixels, metadata: PNGMetadata())
    } catch {
      throw .png(error)
    }
  }

  private static func pixels(_ length: Double, _ limit: Int) -> Int {
    length.isFinite ? min(max(Int(length.rounded()), 1), limit) : 1
  }

  /// The means of 8-bit samples, half up; every sample must be there.
  static func shrunk(
    _ pixels: [UInt8], channels: Int, from size: (width: Int, height: Int), to small: (width: Int, height: Int)
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(small.width * small.height * channels)
    for y in 0..<small.height {
      let rows = box(y, of: small.height, in: size.height)
      for x in 0..<small.width {
        let columns = box(x, of: small.width, in: size.width)
        for channel in 0..<channels {
          var sum = 0
          for row in rows {
            for column in columns { sum += Int(pixels[(row * size.width + column) * channels + channel]) }
          }
          let count = rows.count * columns.count
          result.append(UInt8(truncatingIfNeeded: (sum + count / 2) / count))
        }
      }
    }
    return result
  }

  /// The pixels, at least one, that a pixel of the small picture stands for.
  private static func box(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
    let first = index * length / count
    return first..<max(first + 1, (index + 1) * length / count)
  }
}

/// Why a picture could not be made small.
enum ThumbnailFault: Error {
  case color(ColorError)
  case png(PNGError)

  var fault: GrabError.Fault {
    switch self {
    case .color(let error): .color(error)
    case .png(let error): .png(error)
    }
  }
}
