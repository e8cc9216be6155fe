internal import Timeline

/// The `value` and `range` of a control, compared as far as possible without the video.
struct ScriptedRange {
  let value: TimeSpecification?
  let from: TimeSpecification?
  let to: TimeSpecification?

  init(_ control: ScriptObject) throws(GestureFileError) {
    let valueField = control["value"]
    value = try valueField.map { field throws(GestureFileError) in try field.time() }
    if let field = control["range"] {
      let range = try ScriptObject(field.json, name: "a range", keys: ["from", "to"])
      from = try range["from"].map { field throws(GestureFileError) in try field.time() }
      to = try range["to"].map { field throws(GestureFileError) in try field.time() }
      switch MomentOrder(from ?? .start, to ?? .end) {
      case .ascending, .unknown: break
      case .equal: throw field.fault("this range is empty: it ends where it starts")
      case .descending: throw field.fault("this range is reversed: it ends before it starts")
      }
    } else {
      from = nil
      to = nil
    }
    if let value, let valueField {
      if MomentOrder(from ?? .start, value) == .descending {
        throw valueField.fault("this value is before the start of the range")
      }
      if MomentOrder(value, to ?? .end) == .descending {
        throw valueField.fault("this value is after the end of the range")
      }
    }
  }
}

/// The order of two moments, if it is the same in every video.
enum MomentOrder {
  case ascending
  case equal
  case descending
  /// It depends on the video.
  case unknown

  init(_ first: TimeSpecification, _ second: TimeSpecification) {
    if first == second {
      self = .equal
      return
    }
    for left in Self.positions(of: first) {
      for right in Self.positions(of: second) where right.scale == left.scale {
        self = left.place == right.place ? .equal : left.place < right.place ? .ascending : .descending
        return
      }
    }
    self = .unknown
  }

  /// The scale of a moment; without a video, only moments on the same scale can be compared.
  private enum Scale {
    case seconds
    case percent
    case secondsFromEnd
    case frames
    case framesFromEnd
    case ticks
  }

  /// The positions of a moment on its scales.
  ///
  /// Timecodes have none: they may pass midnight in the middle of a video, and count from the video's start timecode.
  private static func positions(of moment: TimeSpecification) -> [(scale: Scale, place: Rational)] {
    switch moment {
    case .start, .time(.zero), .percent(.zero): [(.seconds, .zero), (.percent, .zero)]
    case .end, .beforeEnd(.zero), .percent(Rational(100)): [(.percent, Rational(100)), (.secondsFromEnd, .zero)]
    case .time(let seconds): [(.seconds, seconds)]
    case .beforeEnd(let seconds): seconds.negated.map { [(.secondsFromEnd, $0)] } ?? []
    case .percent(let percent): [(.percent, percent)]
    case .frame(let index): [(index < 0 ? .framesFromEnd : .frames, Rational(index))]
    case .ticks(let ticks): [(.ticks, Rational(ticks))]
    case .timecode: []
    }
  }
}
