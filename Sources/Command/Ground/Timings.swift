import Files
import JSON
import Timeline

/// The times of a run's stages, for people and for machines.
struct Timings {
  private let stages: [(stage: Stopwatch.Stage, time: Stopwatch.Time)]
  private let total: Stopwatch.Time

  /// Reads the stopwatch's current values.
  init(_ stopwatch: Stopwatch) {
    stages = stopwatch.times
    total = Stopwatch.Time(
      wall: stages.reduce(0) { $0 &+ $1.time.wall }, cpu: stages.reduce(0) { $0 &+ $1.time.cpu })
  }

  /// A table with a line for each stage and one for the total, in milliseconds.
  var lines: [String] {
    ["milliseconds      wall       CPU"]
      + stages.map { Self.line(Self.word($0.stage), $0.time) } + [Self.line("in all", total)]
  }

  /// One line of JSON that always has the same keys; all numbers are milliseconds.
  var json: String {
    var object = JSONObjectWriter()
    for (stage, time) in stages { object.add(Self.key(stage), Self.object(time)) }
    object.add("total", Self.object(total))
    var line = JSONObjectWriter()
    line.add("timings", object.finished())
    return line.finished().description
  }

  private static func line(_ name: String, _ time: Stopwatch.Time) -> String {
    func column(_ text: String) -> String { String(repeating: " ", count: max(1, 10 - text.utf8.count)) + text }
    let name = name + String(repeating: " ", count: max(0, 12 - name.utf8.count))
    return name + column(milliseconds(time.wall)) + column(milliseconds(time.cpu))
  }

  private static func object(_ time: Stopwatch.Time) -> JSONText {
    var object = JSONObjectWriter()
    object.add("wall", JSONText(raw: milliseconds(time.wall)))
    object.add("cpu", JSONText(raw: milliseconds(time.cpu)))
    return object.finished()
  }

  /// With three digits after the point.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let microseconds = max(0, nanoseconds) / 1000
    return "\(microseconds / 1000)." + (microseconds % 1000).padded(to: 3)
  }

  private static func word(_ stage: Stopwatch.Stage) -> String {
    switch stage {
    case .color: "colour"
    case .png: "PNG"
    default: "\(key(stage))"
    }
  }

  private static func key(_ stage: Stopwatch.Stage) -> StaticString {
    switch stage {
    case .load: "load"
    case .open: "open"
    case .index: "index"
    case .seek: "seek"
    case .decode: "decode"
    case .color: "color"
    case .png: "png"
    case .write: "write"
    case .other: "other"
    }
  }
}
