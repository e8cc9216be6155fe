internal import JSON
public import Scrubbing

/// A script of drags on a slider that spans a video, read from version 1 of the format and validated.
public struct GestureFile: Sendable {
  /// The most bytes that a caller should read: 64 MiB. Whoever reads the file checks it.
  public static let maximumByteCount = 64 << 20
  /// The most touches that are accepted.
  public static let maximumTouchCount = 1_000_000
  /// The most arrays and objects inside each other that are accepted.
  public static let maximumDepth = 32

  /// How the last stroke ends.
  public enum Ending: Hashable, Sendable {
    /// The finger lifts.
    case lifted
    /// The system takes the touch away.
    case cancelled
    /// The file ends while the finger is down.
    case unfinished
  }

  /// The path of the video as written, which is relative to the file's folder; nil when left out.
  public let video: String?
  /// The output as written, which is relative to the current folder; nil when left out.
  public let output: String?
  /// The slider.
  public let control: GestureControl
  /// The events of the one finger, at least one; the first is `began`, and times never go backwards.
  public let touches: [Touch]
  /// Kept so that what is found out later, with the video at hand, can still be refused at its line.
  private let document: JSONDocument

  private static let keys = ["version", "video", "output", "control", "touches"]

  /// Reads and checks a gesture file.
  ///
  /// - Parameter source: The file's bytes, UTF-8.
  /// - Throws: The first fault found, with its place. What only the video can tell is left to the caller
  ///   (`refusal(at:reason:)`), and so is a gesture that is not finished (`unfinishedRefusal`).
  public init(parsing source: [UInt8]) throws(GestureFileError) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: source, maximumDepth: Self.maximumDepth)
    } catch {
      throw GestureFileError(error)
    }
    try Self.checkVersion(of: document.root)
    let bothReason =
      document.root["touches"] == nil
      ? "'actions' is not in this version; write the events as 'touches'"
      : "a gesture has either 'touches' or 'actions', not both ('actions' is not in this version)"
    let root = try ScriptObject(
      document.root, name: "a gesture", keys: Self.keys,
      absent: [
        "actions": bothReason,
        "sampleRate": "'sampleRate' belongs to 'actions', which are not in this version; 'touches' need no rate",
      ])
    _ = try root.required("version")
    video = try root["video"].map { field throws(GestureFileError) in try field.path() }
    output = try root["output"].map { field throws(GestureFileError) in try field.path() }
    control = try GestureControl(of: root)
    guard let touchesField = root["touches"] else {
      throw root.value.fault("the key 'touches' is missing: there is no gesture")
    }
    touches = try ScriptedTouches(touchesField).touches
    self.document = document
  }

  /// The version decides what the other keys mean, so it is looked at before them.
  private static func checkVersion(of root: JSONValue) throws(GestureFileError) {
    guard let json = root["version"] else { return }
    let field = ScriptValue(json: json)
    guard let number = json.number else { throw field.fault(expecting: "the number 1") }
    guard number.double == 1 else {
      throw field.fault("version \(ScriptWords.cut(number.text)) is not known; this program reads version 1")
    }
  }

  /// How the last stroke ends.
  public var ending: Ending {
    switch touches.last?.phase {
    case .ended: .lifted
    case .cancelled: .cancelled
    default: .unfinished
    }
  }

  /// The refusal, at the last touch, of a gesture whose last stroke does not end with a lift; nil for one that does.
  public var unfinishedRefusal: GestureFileError? {
    switch ending {
    case .lifted: nil
    case .cancelled:
      refusal(
        at: .touch(touches.count - 1),
        reason: "the last stroke is cancelled; to take its last value, give --allow-unfinished")
    case .unfinished:
      refusal(
        at: .touch(touches.count - 1),
        reason: "the last stroke has no 'ended'; to take its last value, give --allow-unfinished")
    }
  }

  /// A value of the file that something found out later can be held against.
  public enum Place: Hashable, Sendable {
    /// `/video`.
    case video
    /// `/output`.
    case output
    /// `/control/value`.
    case value
    /// `/control/range`.
    case range
    /// `/control/range/from`.
    case rangeFrom
    /// `/control/range/to`.
    case rangeTo
    /// `/touches`.
    case touches
    /// The touch of a 0-based number, such as `/touches/3`.
    case touch(Int)
  }

  /// A refusal at a place; when the file leaves the value out, at the innermost value around it that is there.
  ///
  /// Counts lines from the start of the file, so it is for a refusal and not for every touch.
  public func refusal(at place: Place, reason: String) -> GestureFileError {
    var json = document.root
    for key in place.keys {
      guard let inner = json[key] else { break }
      json = inner
    }
    if case .touch(let number) = place, let touch = json.elements.dropFirst(max(number, 0)).first(where: { _ in true })
    {
      json = touch
    }
    return ScriptValue(json: json).fault(reason)
  }
}

extension GestureFile.Place {
  /// The keys from the root to the value, or to the array that holds it.
  fileprivate var keys: [String] {
    switch self {
    case .video: ["video"]
    case .output: ["output"]
    case .value: ["control", "value"]
    case .range: ["control", "range"]
    case .rangeFrom: ["control", "range", "from"]
    case .rangeTo: ["control", "range", "to"]
    case .touches, .touch: ["touches"]
    }
  }
}
