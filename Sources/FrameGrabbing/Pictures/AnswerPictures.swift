import Files
import Synchronization
import Timeline
import Video

/// The pictures of one answer, held in memory until it is written, in the order of the reports.
///
/// Each is kept once, by its name.
public final class AnswerPictures: Sendable {
  private struct Contents {
    var pictures: [PictureName: [UInt8]] = [:]
    var keptBytes = 0
    /// The shape of the first picture.
    var shape: PictureShape?
    /// The reported pictures, as they were when reported, and their total size.
    var reported: [[UInt8]] = []
    var reportedBytes = 0
    var isTooLarge = false
  }

  private let form: OutputOptions.Answer
  /// The array; nil if there is none.
  private let array: RawPictures?
  private let input: Path
  private let contents = Mutex(Contents())

  /// Starts without pictures; nil if these options put none into an answer.
  init?(_ options: GrabOptions, input: Path) {
    guard let form = options.output.answer else { return nil }
    (self.form, self.input) = (form, input)
    array = form.isArray ? options.pixels.raw.map { RawPictures($0.layout, bitDepth: $0.bitDepth, isArray: true) } : nil
  }

  /// Keeps a picture; it replaces one of the same name.
  ///
  /// - Throws: `GrabError` if there are too many bytes, and in an array for a picture of another size than the first.
  func store(_ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName) throws(GrabError) {
    try contents.withLock { contents throws(GrabError) in
      if let own = contents.shape, own != shape, array != nil {
        throw GrabError(
          input,
          .otherSize(
            frame: "a frame", size: PictureSize(width: shape.width, height: shape.height),
            others: PictureSize(width: own.width, height: own.height)))
      }
      let bytes = contents.keptBytes - (contents.pictures[name]?.count ?? 0) + picture.count
      guard bytes <= form.mostBytes else { throw GrabError(input, .answerTooLarge(allowed: form.mostBytes)) }
      contents.shape = shape
      contents.pictures[name] = Array(picture)
      contents.keptBytes = bytes
    }
  }

  /// Adds to a report the place of its picture in the answer, after those of all earlier reports.
  func addPlace(to report: inout FrameReport) {
    // The name only identifies the picture, and no file has it.
    if case .planned = report.outcome { report.outcome = .planned("-") }
    contents.withLock { contents in
      guard report.isInFile, let name = report.name, let picture = contents.pictures[name] else { return }
      let offset = contents.reportedBytes + (array?.headerByteCount ?? 0)
      guard offset + picture.count <= form.mostBytes else {
        contents.isTooLarge = true
        return
      }
      contents.reported.append(picture)
      contents.reportedBytes += picture.count
      report.outcome = .standardOutput
      report.part = RawPart(
        layout: report.part?.layout, offset: Int64(offset), follows: offset > 0, bytes: Int64(picture.count))
    }
  }

  /// Why reported pictures are missing in the answer; nil if none are.
  public var fault: GrabError? {
    contents.withLock { $0.isTooLarge } ? GrabError(input, .answerTooLarge(allowed: form.mostBytes)) : nil
  }

  /// Whether they form one array, which is left out if one of them is missing.
  public var isArray: Bool { form.isArray }

  /// The bytes of the pictures, in pieces; a picture that was reported twice is there twice.
  public var pieces: [[UInt8]] {
    contents.withLock { contents in
      let pictures = contents.reported
      guard let array, let shape = contents.shape else { return pictures }
      return [array.header(count: pictures.count, width: shape.width, height: shape.height)] + pictures
    }
  }
}

extension AnswerPictures {
  /// Makes sure that this many raw pictures fit into an answer, before any is decoded; PNGs, and pictures whose size
  /// the container does not give, are counted when they are made.
  static func check(_ count: Int, of video: VideoFile, input: Path, _ options: GrabOptions) throws(GrabError) {
    let pixels = options.pixels
    guard let answer = options.output.answer, let raw = pixels.raw, !options.isDryRun, let facts = try? video.facts()
    else { return }
    let isTurned = pixels.appliesOrientation && facts.orientation.swapsAxes
    let ratio = facts.sampleAspectRatio
    let shape = PixelShape((Int32(clamping: ratio.numerator), Int32(clamping: ratio.denominator)))
    let shown = ShownPicture(
      width: isTurned ? facts.height : facts.width, height: isTurned ? facts.width : facts.height,
      shape: isTurned ? shape.turned : shape)
    guard let size = try? shown.size(pixels.sizing), let bytes = raw.byteCount(width: size.width, height: size.height)
    else { return }
    let (sum, overflows) = bytes.multipliedReportingOverflow(by: count)
    guard !overflows, sum <= answer.mostBytes else {
      throw GrabError(input, .answerTooLarge(allowed: answer.mostBytes))
    }
  }
}
