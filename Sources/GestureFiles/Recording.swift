internal import JSON
internal import Scrubbing
public import Timeline

/// What a recording of a device lacks to be a gesture: the slider, and the screen.
public struct RecordingSettings: Sendable {
  /// The slider; nil for the format's default one.
  public var control: ControlFile?
  /// The pixels over which the panel's range is stretched; nil if the panel's own units are pixels.
  public var screen: ScreenSize?
  /// Pixels per point, above 0; nil for one.
  public var density: Rational?

  /// Makes settings with all defaults.
  public init() {}

  /// Whether all are left out.
  var isEmpty: Bool { control == nil && screen == nil && density == nil }
}

/// The touches of a recording, as events on a slider.
struct Recording {
  /// At least one; the first is at time 0.
  let events: [GestureEvent]
  /// For each event the byte at which it starts.
  private let offsets: [Int32]
  private let source: [UInt8]

  /// Reads a recording.
  ///
  /// - Throws: The first fault, with its line and column.
  init(_ source: [UInt8], _ format: RecordingFormat, _ settings: RecordingSettings) throws(GestureFileError) {
    do throws(RecordingFault) {
      if let refusal = format.refusal { throw refusal }
      let limit = EventOrder.maximumTouchCount
      let panel =
        switch format {
        case .libinput: try LibinputReader.read(source, mostTouches: limit)
        case .evemu: try EvemuReader.read(source, mostTouches: limit)
        default: try GeteventReader.read(source, mostTouches: limit)
        }
      let mapping = try PanelMapping(panel, screen: settings.screen, density: settings.density ?? Rational(1))
      let start = panel.touches.first?.time ?? 0
      events = panel.touches.map { touch in
        .touch(
          Touch(
            timeInMicroseconds: touch.time - start, phase: touch.phase,
            location: touch.phase.mayLackLocation ? nil : mapping.point(touch)))
      }
      offsets = panel.touches.map { Int32(clamping: $0.offset) }
      self.source = source
    } catch {
      throw GestureFileError(error, in: source)
    }
  }

  /// The error at an event, or at the first one.
  func refusal(ofEvent number: Int, reason: String) -> GestureFileError {
    let offset = offsets.indices.contains(number) ? Int(offsets[number]) : 0
    return GestureFileError(RecordingFault(offset, reason), in: source)
  }
}

extension GestureFileError {
  /// Makes an error with the line and the column of a byte.
  init(_ fault: RecordingFault, in source: [UInt8]) {
    self.init(
      location: JSONLocation(of: fault.offset, in: source), pointer: "", reason: fault.reason, isLimit: fault.isLimit)
  }
}
