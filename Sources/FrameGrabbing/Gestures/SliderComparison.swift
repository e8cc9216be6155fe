import Files
import GestureFiles
public import JSON
import Scrubbing
public import Seeking
public import Timeline

/// The touches of a gesture played on another slider, and their result.
public struct SliderComparison: Sendable {
  /// What the slider is called.
  public let title: String
  /// Why it could not be played, or never caught the touches; nil if it caught them.
  public let refusal: String?
  /// Whether it was played, and no touch ever caught the knob.
  public let isMissed: Bool
  let course: [Moment]
  let start: Double
  let startFrame: Int?
  private let seeks: SeekSummary?
  private let superseded: Int
  /// The slider's configuration since the last touch-down.
  let configuration: ScrubberConfiguration?
  private let pulses: Int
  private let sends: Int

  /// The slider after an event.
  struct Moment: Sendable {
    let time: Int64
    let value: Double
    let frame: Int?
    let speed: Double
    let isTracking: Bool
    let event: ScrubEvent
    let name: String
  }

  /// Whether a touch caught it.
  public var isCaught: Bool { refusal == nil }

  /// Plays a gesture's touches on a slider.
  ///
  /// - Parameters:
  ///   - timeline: All frames of the video; nil for none.
  ///   - latency: How long a seek takes, in microseconds.
  public init(
    _ gesture: Gesture, on slider: ComparedSlider, in timeline: FrameTable?, seeker: SeekerKind, latency: Int64
  ) {
    title = slider.title
    let control = slider.control(inPlaceOf: gesture.file.control)
    var (course, refusal, isMissed): ([Moment], String?, Bool) = ([], nil, false)
    var (seeks, superseded): (SeekSummary?, Int) = (nil, 0)
    var played: GestureRehearsal?
    do throws(GrabError) {
      var rehearsal = try GestureRehearsal(gesture, on: control, in: timeline)
      let scale = rehearsal
      played = scale
      refusal = try rehearsal.playThrough { played throws(GrabError) in
        func add(_ value: Double, _ name: String) {
          course.append(
            Moment(
              time: played.timeInMicroseconds, value: value, frame: scale.frameIndex(at: value),
              speed: played.event.speed, isTracking: played.event.isTracking, event: played.event, name: name))
        }
        add(played.event.value, played.name)
        if let correction = played.event.correction { add(correction.value, "corrected") }
      }?.words
      isMissed = refusal != nil
      if let timeline, refusal == nil {
        seeks = try GestureReplay(showing: gesture, on: control, in: timeline)
          .run(seeker, .simulated(latency: latency)) { if $0.isSuperseded { superseded += 1 } }
      }
    } catch {
      refusal = if case .gesture(let fault) = error.fault { fault.reason } else { error.description }
    }
    (self.course, self.seeks, self.superseded) = (course, seeks, superseded)
    (self.refusal, self.isMissed) = (refusal, isMissed)
    (start, startFrame) = (played?.value ?? 0, played.flatMap { $0.frameIndex(at: $0.value) })
    configuration = played?.configuration
    pulses = course.count { $0.name != "corrected" && !$0.event.feedback.isEmpty }
    sends = course.reduce(0) { sum, moment in
      sum + (moment.name == "corrected" ? moment.event.correction?.sends ?? 0 : moment.event.sends)
    }
  }

  // MARK: Measures

  /// The value at the end.
  var end: Double { course.last?.value ?? start }

  /// The frame at the end; nil without a video.
  var endFrame: Int? { course.last.map(\.frame) ?? startFrame }

  /// When the value last changed, in microseconds of the gesture; nil if it never did.
  var lastChange: Int64? {
    var (value, time): (Double, Int64?) = (start, nil)
    for moment in course where moment.value != value { (value, time) = (moment.value, moment.time) }
    return time
  }

  /// From when on the frame differs from the last one by at most one; nil without a video.
  var settled: Int64? {
    guard let endFrame else { return nil }
    var time = course.first?.time
    var isNear = startFrame.map { abs($0 - endFrame) <= 1 } ?? false
    for moment in course {
      let now = moment.frame.map { abs($0 - endFrame) <= 1 } ?? false
      if now, !isNear { time = moment.time }
      isNear = now
    }
    return isNear ? time : nil
  }

  /// How often the value turns back, and its whole way, as a share of the range.
  var movement: (reversals: Int, way: Double) {
    var (value, direction, reversals, way) = (start, 0.0, 0, 0.0)
    for moment in course where moment.value != value {
      let step = moment.value - value
      let now: Double = step < 0 ? -1 : 1
      if direction != 0, now != direction { reversals += 1 }
      (value, direction, way) = (moment.value, now, way + abs(step))
    }
    return (reversals, way)
  }

  /// The speeds while a finger is tracked, the fastest first, each with its share of the time.
  var speeds: [(speed: Double, share: Double)] {
    var times: [Double: Int64] = [:]
    for (moment, next) in zip(course, course.dropFirst()) where moment.isTracking {
      times[moment.speed, default: 0] += next.time - moment.time
    }
    let all = times.values.reduce(0, +)
    return times.sorted { $0.key > $1.key }.map { ($0.key, all > 0 ? Double($0.value) / Double(all) : 0) }
  }

  // MARK: Lines

  /// The line for programs.
  public func line(gesture: String) -> JSONText {
    var object = JSONObjectWriter()
    object.add("gesture", .string(gesture))
    object.add("slider", .string(title))
    object.add("caught", .boolean(isCaught))
    if let refusal { object.add("error", .string(refusal)) }
    guard isCaught else { return object.finished() }
    object.add("value", .number(end))
    object.add("frame", .integer(endFrame.map(Int64.init)))
    object.add("lastChange", lastChange.map { .seconds(ofMicroseconds: $0) } ?? .null)
    object.add("settled", settled.map { .seconds(ofMicroseconds: $0) } ?? .null)
    let movement = movement
    object.add("reversals", .integer(Int64(movement.reversals)))
    object.add("way", .number(movement.way))
    object.add(
      "speeds",
      .array(speeds.map { .object(["speed": .number($0.speed), "share": .number($0.share)]) }))
    object.add("pulses", .integer(Int64(pulses)))
    object.add("sends", .integer(Int64(sends)))
    object.add("shown", .integer(seeks.map { Int64($0.framesShown) }))
    object.add("superseded", .integer(seeks.map { _ in Int64(superseded) }))
    return object.finished()
  }

  private static let layout = TableLayout(columns: [
    .init(title: "slider", width: 20, isLeft: true), .init(title: "value", width: 8), .init(title: "frame", width: 6),
    .init(title: "changed", width: 7), .init(title: "settled", width: 7), .init(title: "turns", width: 5),
    .init(title: "way", width: 6), .init(title: "pulses", width: 6), .init(title: "sent", width: 4),
    .init(title: "shown", width: 5), .init(title: "lost", width: 4), .init(title: "speeds", width: 0, isLeft: true),
  ])

  /// The titles of the table for people.
  public static var heading: String { layout.heading }

  /// The line for people.
  public var row: String {
    guard isCaught else { return Self.layout.line([printable(title), "- " + (refusal ?? "")]) }
    let movement = movement
    let shares = speeds.map { speed in
      "\(TableLayout.number(speed.share * 100, upTo: 0)) % at \(TableLayout.number(speed.speed, upTo: 3))"
    }
    func count(_ number: Int?) -> String { number.map { "\($0)" } ?? "-" }
    return Self.layout.line([
      printable(title), TableLayout.number(end, upTo: 4), count(endFrame),
      lastChange.map(TableLayout.seconds) ?? "-", settled.map(TableLayout.seconds) ?? "-", "\(movement.reversals)",
      TableLayout.number(movement.way, upTo: 3), "\(pulses)", "\(sends)", count(seeks?.framesShown),
      count(seeks.map { _ in superseded }), shares.joined(separator: ", "),
    ])
  }
}
