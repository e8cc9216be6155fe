internal import JSON
public import Scrubbing
internal import Timeline

/// A script of drags on a slider over a video, parsed from version 1 of the format and validated.
public struct GestureFile: Sendable {
  /// The maximum size of a file: 64 MiB. The caller, who reads the file, has to check it.
  public static let maximumByteCount = 64 << 20
  /// The maximum number of touches.
  public static let maximumTouchCount = EventOrder.maximumTouchCount
  /// The maximum nesting of arrays and objects.
  public static let maximumDepth = 32

  /// How the last stroke ends.
  public enum Ending: Hashable, Sendable {
    /// The finger lifts.
    case lifted
    /// The system cancels the touch.
    case cancelled
    /// The file ends while the finger is down.
    case unfinished
  }

  /// The path of the video as written, relative to the file's folder; nil if missing.
  public let video: String?
  /// The output as written, relative to the current folder; nil if missing.
  public let output: String?
  /// The slider.
  public let control: GestureControl
  /// The events on the slider, at least one; times never go backwards, and strokes do not overlap.
  public let events: [GestureEvent]
  /// The `actions` from which the events were made, if any, to find an event's position in the file.
  private let actions: ScriptedActions?
  /// Kept so that errors found later, with the video, can still be reported with their line.
  private let document: JSONDocument

  private static let keys = ["version", "video", "output", "control", "touches", "actions", "sampleRate"]

  /// Reads and checks a gesture file.
  ///
  /// - Parameter source: The file's bytes, UTF-8.
  /// - Throws: The first error found, with its position. What depends on the video is checked by the caller
  ///   (`refusal(at:reason:)`), and so is a gesture that is not finished (`unfinishedRefusal`).
  public init(parsing source: [UInt8]) throws(GestureFileError) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: source, maximumDepth: Self.maximumDepth)
    } catch {
      throw GestureFileError(error)
    }
    try Self.checkVersion(of: document.root)
    let root = try ScriptObject(document.root, name: "a gesture", keys: Self.keys)
    _ = try root.required("version")
    video = try root["video"].map { field throws(GestureFileError) in try field.path() }
    output = try root["output"].map { field throws(GestureFileError) in try field.path() }
    control = try GestureControl(of: root)
    actions = try Self.actions(root)
    if let actions {
      events = actions.events
    } else if let field = root["touches"] {
      events = try ScriptedTouches(field).events
    } else {
      throw root.value.fault("one of the keys 'touches' and 'actions' is needed: there is no gesture")
    }
    self.document = document
  }

  /// The version determines the meaning of the other keys, so it is checked first.
  private static func checkVersion(of root: JSONValue) throws(GestureFileError) {
    guard let json = root["version"] else { return }
    let field = ScriptValue(json: json)
    guard let number = json.number else { throw field.fault(expecting: "the number 1") }
    guard number.double == 1 else {
      throw field.fault("version \(ScriptWords.cut(number.text)) is not known; this program reads version 1")
    }
  }

  private static func actions(_ root: ScriptObject) throws(GestureFileError) -> ScriptedActions? {
    let rateField = root["sampleRate"]
    guard let field = root["actions"] else {
      if let rateField { throw rateField.fault("'sampleRate' belongs to 'actions'; 'touches' need no rate") }
      return nil
    }
    guard root["touches"] == nil else { throw field.fault("a gesture has either 'touches' or 'actions', not both") }
    let rate = try rateField.map { field throws(GestureFileError) in
      let rate = try field.exactNumber()
      guard rate >= Rational(1), rate <= Rational(1000) else {
        throw field.fault("a sample rate should be from 1 to 1000 events a second, not \(field.text)")
      }
      return rate
    }
    return try ScriptedActions(field, rate: rate ?? Rational(60))
  }

  /// Only the touch events.
  public var touches: [Touch] { events.compactMap(\.touch) }

  /// The number of the last touch event; nil for a gesture without a stroke.
  public var lastTouch: Int? { events.lastIndex { $0.touch != nil } }

  /// How the last stroke ends; a gesture without a stroke counts as lifted.
  public var ending: Ending {
    switch lastTouch.flatMap({ events[$0].touch })?.phase {
    case .ended, nil: .lifted
    case .cancelled: .cancelled
    default: .unfinished
    }
  }

  /// The error, at the last touch, for a gesture whose last stroke does not end with a lift; nil if it does.
  public var unfinishedRefusal: GestureFileError? {
    switch ending {
    case .lifted: nil
    case .cancelled:
      refusal(
        at: .event(lastTouch ?? 0),
        reason: "the last stroke is cancelled; to take its last value, give --allow-unfinished")
    case .unfinished:
      refusal(
        at: .event(lastTouch ?? 0),
        reason: "the last stroke has no '\(actions == nil ? "ended" : "pointerUp")'; "
          + "to take its last value, give --allow-unfinished")
    }
  }

  /// A value of the file at which an error found later can be reported.
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
    /// `/control/scroll`.
    case scroll
    /// `/touches` or `/actions`.
    case events
    /// The event with a 0-based number, such as `/touches/3`, or the action that it was made from.
    case event(Int)
  }

  /// An error at a place; if the file does not have the value, at the innermost existing value around it.
  ///
  /// It counts lines from the start of the file, so it is meant for an error and not for every touch.
  public func refusal(at place: Place, reason: String) -> GestureFileError {
    var json = document.root
    for key in keys(to: place) {
      guard let inner = json[key] else { break }
      json = inner
    }
    if case .event(let number) = place, let event = self.json(ofEvent: number, in: json) { json = event }
    return ScriptValue(json: json).fault(reason)
  }

  /// The keys from the root to the value, or to the array that contains it.
  private func keys(to place: Place) -> [String] {
    switch place {
    case .video: ["video"]
    case .output: ["output"]
    case .value: ["control", "value"]
    case .range: ["control", "range"]
    case .rangeFrom: ["control", "range", "from"]
    case .rangeTo: ["control", "range", "to"]
    case .scroll: ["control", "scroll"]
    case .events, .event: [actions == nil ? "touches" : "actions"]
    }
  }

  private func json(ofEvent number: Int, in array: JSONValue) -> JSONValue? {
    guard let actions else { return array.elements.element(max(number, 0)) }
    guard actions.actionNumbers.indices.contains(number) else { return nil }
    let source = array.elements.element(actions.sourceNumber)
    return source?["actions"]?.elements.element(Int(actions.actionNumbers[number]))
  }
}

extension Sequence {
  /// The element with a 0-based number, or nil if there are fewer.
  fileprivate func element(_ number: Int) -> Element? { dropFirst(number).first { _ in true } }
}
