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
  public static let maximumDepth = ControlFile.maximumDepth

  /// How the last stroke ends.
  public enum Ending: Hashable, Sendable {
    /// The finger lifts.
    case lifted
    /// The system cancels the touch.
    case cancelled
    /// The file ends while the finger is down.
    case unfinished
  }

  /// The path of the video as written, relative to the folder of the file that has the slider; nil if missing.
  public var video: String? { slider.video }
  /// The output as written, relative to the current folder; nil if missing.
  public var output: String? { slider.output }
  /// The slider.
  public var control: GestureControl { slider.control }
  /// The events on the slider; empty only if the file was read for its slider. Times never go backwards, and strokes do
  /// not overlap.
  public let events: [GestureEvent]
  /// The part of the file that is not about touches; of a recording, another file or the defaults.
  private let slider: ControlFile
  private let origin: Origin

  /// Where the events are from, to find them in the file.
  private enum Origin {
    case touches
    case actions(ScriptedActions)
    case recording(Recording)
  }

  /// Reads and checks a gesture file, which is JSON, or a recording of a device's touches.
  ///
  /// A recording of `libinput record`, `evemu-record` or Android's `getevent -lt` is recognised by how it starts.
  ///
  /// - Parameters:
  ///   - source: The file's bytes, UTF-8.
  ///   - settings: The slider and the screen of a recording; a gesture in JSON has its own.
  /// - Throws: The first error found, with its position. What depends on the video is checked by the caller
  ///   (`refusal(at:reason:)`), and so is a gesture that is not finished (`unfinishedRefusal`).
  public init(parsing source: [UInt8], recordedWith settings: RecordingSettings = .init()) throws(GestureFileError) {
    let source = RecordingFormat.plain(source)
    if let format = RecordingFormat(of: source) {
      let recording = try Recording(source, format, settings)
      let control = if let file = settings.control { file } else { try ControlFile.standard() }
      slider = try control.recorded(density: settings.density.map { Double($0.numerator) / Double($0.denominator) })
      origin = .recording(recording)
      events = recording.events
      return
    }
    slider = try ControlFile(parsing: source)
    guard settings.isEmpty else {
      throw slider.root.value.fault(
        "this gesture has its own slider and is in points: leave --control, --screen and --density out")
    }
    if let actions = try Self.actions(slider.root) {
      origin = .actions(actions)
      events = actions.events
    } else if let field = slider.root["touches"] {
      origin = .touches
      events = try ScriptedTouches(field).events
    } else {
      throw slider.root.value.fault("one of the keys 'touches' and 'actions' is needed: there is no gesture")
    }
  }

  /// A slider to which nothing has happened.
  public init(of slider: ControlFile) { (self.slider, origin, events) = (slider, .touches, []) }

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
        reason: "\(fault); to take its last value, give --allow-unfinished")
    }
  }

  /// What is wrong with a last stroke that does not end.
  private var fault: String {
    switch origin {
    case .touches: "the last stroke has no 'ended'"
    case .actions: "the last stroke has no 'pointerUp'"
    case .recording: "the finger is never lifted after this"
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
    /// `/control/model`.
    case model
    /// `/control/step`.
    case step
    /// `/touches` or `/actions`.
    case events
    /// The event with a 0-based number, such as `/touches/3`, or the action that it was made from.
    case event(Int)
  }

  /// An error at a place; if the file does not have the value, at the innermost existing value around it. Of a recording,
  /// places other than its events are in the file of its slider.
  ///
  /// It counts lines from the start of the file, so it is meant for an error and not for every touch.
  public func refusal(at place: Place, reason: String) -> GestureFileError {
    if case .recording(let recording) = origin {
      switch place {
      case .event(let number): return recording.refusal(ofEvent: number, reason: reason)
      case .events: return recording.refusal(ofEvent: 0, reason: reason)
      default: break
      }
    }
    var json = slider.document.root
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
    case .model: ["control", "model"]
    case .step: ["control", "step"]
    case .events, .event: if case .actions = origin { ["actions"] } else { ["touches"] }
    }
  }

  /// The file's text with another place of one event; every other byte stays as it is.
  ///
  /// - Parameters:
  ///   - number: The number of the event, from 0.
  ///   - place: The new x or y, in points, finite.
  ///   - isVertical: Whether it is the y.
  /// - Returns: Nil if the text has no such number: there are `actions`, it is a recording of a device, or the event has
  ///   no place.
  public func text(moving number: Int, to place: Double, isVertical: Bool) -> [UInt8]? {
    guard case .touches = origin, place.isFinite, let touches = slider.document.root["touches"],
      let event = json(ofEvent: number, in: touches), let field = event[isVertical ? "y" : "x"]
    else { return nil }
    return field.replaced(by: JSONText(raw: ScriptNumber.text(place)))
  }

  /// The text that has the slider, as it was parsed; of a recording of a device, another file's.
  public var text: [UInt8] { slider.document.source }

  /// Whether the events were made from `actions`.
  public var hasActions: Bool { if case .actions = origin { true } else { false } }

  /// Whether it is a recording of a device, which has no slider of its own.
  public var isRecording: Bool { if case .recording = origin { true } else { false } }

  private func json(ofEvent number: Int, in array: JSONValue) -> JSONValue? {
    guard case .actions(let actions) = origin else { return array.elements.element(max(number, 0)) }
    guard actions.actionNumbers.indices.contains(number) else { return nil }
    let source = array.elements.element(actions.sourceNumber)
    return source?["actions"]?.elements.element(Int(actions.actionNumbers[number]))
  }
}

extension Sequence {
  /// The element with a 0-based number, or nil if there are fewer.
  fileprivate func element(_ number: Int) -> Element? { dropFirst(number).first { _ in true } }
}
