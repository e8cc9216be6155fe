import Files
import Timeline

/// The names of the files that frames go to.
struct FrameName {
  private let template: OutputTemplate
  private let stem: [UInt8]

  init(_ template: OutputTemplate, video: Path) {
    self.template = template
    stem = video.stem.bytes
  }

  /// Names all frames; times that are equal when rounded to milliseconds get the digits that tell them apart.
  func assign(to frames: inout [PlannedFrame]) {
    var digits = 3
    if template.uses(.moment) {
      let times = Set(frames.filter { $0.isByTime }.compactMap { $0.askedTime })
      while digits < 9, Set(times.map { Self.clock($0, fractionDigits: digits) }).count < times.count { digits += 3 }
    }
    for number in frames.indices {
      let frame = frames[number]
      frames[number].output = template.path { field in
        switch field {
        case .stem: stem
        case .moment: Array(Self.moment(frame, fractionDigits: digits).utf8)
        case .index: Array((frame.index.map(String.init) ?? "").utf8)
        case .time: Array((frame.interval.map { Self.clock($0.start, fractionDigits: 3) } ?? "").utf8)
        case .timecode: Array(Self.withDots(frame.timecode?.description ?? "none").utf8)
        case .label: Array(Self.withDots(frame.label ?? "").utf8)
        case .pts: Array(String(frame.timestamp).utf8)
        }
      }
    }
  }

  /// The default name's middle: the time asked, or `f` and the six-digit index.
  private static func moment(_ frame: PlannedFrame, fractionDigits: Int) -> String {
    if frame.isByTime, let time = frame.askedTime { return clock(time, fractionDigits: fractionDigits) }
    let digits = String(frame.index ?? 0)
    return "f" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  /// A time as `00.00.12.500`, rounded up.
  static func clock(_ time: Rational, fractionDigits: Int) -> String {
    let text = time.decimal(fractionDigits: fractionDigits)
    let isNegative = text.hasPrefix("-")
    let pieces = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let seconds = pieces.first.flatMap { Int64($0) } ?? 0
    let fraction = pieces.count > 1 ? String(pieces[1]) : ""
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (isNegative ? "-" : "") + (fields + [fraction]).joined(separator: ".")
  }

  private static func withDots(_ text: String) -> String {
    String(text.map { $0 == ":" || $0 == ";" ? "." : $0 })
  }
}
