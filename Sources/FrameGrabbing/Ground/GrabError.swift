public import Color
public import Files
public import GestureFiles
public import PNG
public import Timeline
public import Video

/// Why a frame was not grabbed: the file concerned, and the error.
public struct GrabError: Error, Hashable, Sendable {
  /// The error; the exit code follows from it.
  public enum Fault: Hashable, Sendable {
    /// The video cannot be read.
    case video(VideoError)
    /// The same error for `frames` frames in a row, of which only the first were tried.
    indirect case videoForAll(VideoError, frames: Int)
    /// The moment is not in the video; `asked` is the text of the request.
    case moment(MomentError, asked: String)
    /// The output cannot be written.
    case output(FileError)
    /// The gesture file cannot be read.
    case input(FileError)
    /// The gesture file is invalid.
    case gesture(GestureFileError)
    /// The gesture file has more bytes than this.
    case gestureTooLarge(limit: Int)
    /// No gesture ends at the moment.
    case drag(DragFault)
    /// The list of times cannot be read.
    case timeList(TimeListError)
    /// The list of times has more bytes than this.
    case timeListTooLarge(limit: Int)
    /// The picture cannot be converted.
    case color(ColorError)
    /// The picture would be larger than is allowed.
    case tooLarge(PictureTooLarge)
    /// The picture cannot be encoded.
    case png(PNGError)
    /// The picture is damaged, and damage counts as a failure.
    case damaged(frame: String, DamageReach?)
    /// The frame's picture differs from that of a decode from the beginning, or such a decode gives none.
    case unverified(frame: Int, isMissing: Bool)
    /// The file is cut off at an unknown length, and that counts as a failure; the last frame.
    case cutOff(lastFrame: Int?)
    /// Two different frames would be written under the same name.
    case sameOutput
    /// A picture has another size than the others, and all of them go to one place; `frame` says which one it is.
    case otherSize(frame: String, size: PictureSize, others: PictureSize)
    /// More than one picture was requested for standard output.
    case severalToStandardOutput(count: Int)
    /// The part of the picture that is asked for is not in it.
    case cropOutside(PictureCrop, of: PictureSize)
    /// The pictures of an answer have too many bytes.
    case answerTooLarge(allowed: Int)
    /// Tiles need more than one sheet, and the output's name is the same for all; the grid that was asked for.
    case severalSheets(Int, columns: Int, rows: Int, tiles: Int)
    /// The output's name is invalid.
    case template(TemplateError)
    /// The process that decoded the video, or the one that writes files, reports an error.
    case relayed(RelayedError)
  }

  /// The file that the fault is about.
  public let subject: Path
  /// The error.
  public let fault: Fault
  /// The text of the moment that failed; nil for an error of the whole call.
  public private(set) var asked: String?

  /// Makes an error about a file.
  public init(_ subject: Path, _ fault: Fault) {
    self.subject = subject
    self.fault = fault
    if case .moment(_, let asked) = fault, !asked.isEmpty { self.asked = asked }
  }

  /// Whether no file can be written to the output's folder, so that other outputs there would fail, too.
  public var isAboutFolder: Bool {
    switch fault {
    case .output(let error): error.isAboutFolder
    case .relayed(let error): error.isAboutFolder
    default: false
    }
  }

  /// Whether the file is cut off before the requested moment.
  public var isCutOff: Bool {
    switch fault {
    case .video(let error), .videoForAll(let error, _): if case .cutOff = error.fault { true } else { false }
    case .cutOff: true
    case .relayed(let error): error.isCutOff
    default: false
    }
  }

  /// Whether the same error was reported for another moment, so that it is not printed again.
  public private(set) var isRepeated = false

  /// The same error as one that was reported before.
  func repeated() -> GrabError {
    var error = self
    error.isRepeated = true
    return error
  }

  /// Whether memory was short, which may be different once other work is done.
  var isOutOfMemory: Bool {
    if case .video(let error) = fault, error.fault == .limit(.memory) { true } else { false }
  }

  /// Whether an output cannot be written; the process that writes says so in its own words.
  var isAboutOutput: Bool {
    switch fault {
    case .output, .relayed: true
    default: false
    }
  }

  /// The same error with the text of a moment, unless it has one already.
  func asked(_ text: String) -> GrabError {
    var error = self
    error.asked = asked ?? text
    return error
  }
}

/// Turns the failure of a lower module into an error about one file.
///
/// - Parameters:
///   - subject: the file that the failure is about.
///   - fault: the case of `GrabError.Fault` that wraps such a failure.
///   - body: calls the lower module.
/// - Throws: `GrabError` where the body throws.
public func blaming<Result: ~Copyable, Failure: Error>(
  _ subject: Path, _ fault: (Failure) -> GrabError.Fault, _ body: () throws(Failure) -> Result
) throws(GrabError) -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    throw GrabError(subject, fault(error))
  }
}

extension GrabError: CustomStringConvertible {
  /// The file's name and the error message, on one line.
  public var description: String {
    let name = subject.isEmpty ? "''" : printable(subject.bytes)
    // A gesture error starts with its line and column, which belong right after the name.
    if case .gesture(let error) = fault { return "\(name):\(printable(error.description))" }
    // A relayed line begins with the name.
    if case .relayed(let error) = fault { return error.report }
    // It is long because of its figures, and contains only the program's own words.
    if case .drag(let error) = fault { return "\(name): \(printableWords(error.description))" }
    if case .timeList(let error) = fault, error.line > 0 { return "\(name):\(printable(error.description))" }
    return "\(name): \(printable(reason))"
  }

  static func cutOff(after frame: Int?) -> String {
    "the file is cut off" + (frame.map { " after frame \($0)" } ?? "")
  }

  private var reason: String {
    switch fault {
    case .video(let error): error.description
    case .videoForAll(let error, let frames): "\(error); so \(frames) frames are given up"
    case .moment(let error, _): error.description
    case .output(let error), .input(let error): error.description
    case .gesture(let error): error.description
    case .gestureTooLarge(let limit): "is larger than \(limit >> 20) MiB, the most that a gesture file may have"
    case .drag(let error): error.description
    case .timeList(let error): error.description
    case .timeListTooLarge(let limit): "is larger than \(limit >> 20) MiB, the most that a list of times may have"
    case .color(let error): error.description
    case .tooLarge(let error): error.description
    case .png(let error): "the picture cannot be encoded: \(error.description)"
    case .damaged(let frame, let reach):
      "\(frame): the picture is damaged, and --strict refuses that" + (reach.map { "; \($0)" } ?? "")
    case .unverified(let frame, let isMissing):
      isMissing
        ? "decoding from the beginning gives no picture for frame \(frame), and --verify refuses the one found by seeking"
        : "the picture of frame \(frame) is not the one that decoding from the beginning gives, and --verify refuses that"
    case .cutOff(let last): "\(Self.cutOff(after: last)), and --strict refuses to take that for the end of the video"
    case .sameOutput: "two different frames would be written to this name; put {index} or {time} into it"
    case .otherSize(let frame, let size, let others):
      "\(frame) is \(size.width)x\(size.height) pixels, and others are \(others.width)x\(others.height); "
        + "pictures that go to one place need one size: give --size, such as --size \(others.width)x\(others.height)"
    case .cropOutside(let crop, let size):
      "\(crop) is not all within the picture, which is \(size.width)x\(size.height)"
    case .answerTooLarge(let allowed):
      "the pictures of the answer have more than \(allowed) bytes: ask for fewer or smaller ones, or for a larger"
        + " --max-payload"
    case .severalToStandardOutput(let count): "only one picture can go to standard output, not \(count)"
    case .severalSheets(let count, let columns, let rows, let tiles):
      "\(tiles) tiles are \(count) sheets of \(columns)x\(rows); put {sheet} into the name, or for one give "
        + "--sheet \(columns)x\((tiles - 1) / columns + 1)"
    case .template(let error): error.description
    case .relayed(let error): error.report
    }
  }
}
