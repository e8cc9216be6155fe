import Scrubbing

/// One finger from touch-down to lift.
struct Stroke {
  enum Ending {
    case lifted, cancelled, open
  }

  /// When it began and when it ended, in microseconds.
  let start: Int64
  var end: Int64

  /// Whether the control followed it.
  var isTracked: Bool

  var ending = Ending.open

  /// Where it began and where it last was.
  var firstPlace: Point?
  var lastPlace: Point?

  /// The indices of its events.
  var events: Range<Int>
}

/// A pulse: when, where, and why.
struct Pulse {
  /// The reasons, which may come together.
  struct Reasons: OptionSet, Hashable {
    let rawValue: Int
    static let speed = Reasons(rawValue: 1)
    static let min = Reasons(rawValue: 2)
    static let max = Reasons(rawValue: 4)
    static let other = Reasons(rawValue: 8)

    /// Each single reason, in the order of the rows.
    static let each: [Reasons] = [.speed, .max, .min, .other]

    /// The most important reason, drawn where only one fits.
    var foremost: Reasons {
      for reason in [Reasons.min, .max, .speed] where contains(reason) { return reason }
      return .other
    }

    /// A single reason in words.
    var words: String {
      switch self {
      case .speed: "new speed"
      case .max: "high end"
      case .min: "low end"
      default: "other"
      }
    }

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ words: [String]) {
      rawValue = words.reduce(0) { sum, word in
        switch word {
        case "speed": sum | 1
        case "min": sum | 2
        case "max": sum | 4
        default: sum | 8
        }
      }
    }
  }

  let time: Int64
  let place: Point?
  let reasons: Reasons
}
