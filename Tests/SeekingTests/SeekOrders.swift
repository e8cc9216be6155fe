import Seeking

/// An order that leaves the seek in flight alone.
func seek(_ frame: Int) -> SeekOrder {
  SeekOrder(frame: frame, cancelsSeekInFlight: false)
}

/// An order that cancels the seek in flight.
func seekInstead(_ frame: Int) -> SeekOrder {
  SeekOrder(frame: frame, cancelsSeekInFlight: true)
}

/// Requests from (milliseconds, frame).
func requests(_ milliseconds: [(Int64, Int)]) -> [SeekRequest] {
  milliseconds.map { time, frame in SeekRequest(timeInMicroseconds: time * 1_000, frame: frame) }
}

/// A replay's records and summary.
struct Played<Performer: SeekPerformer> {
  var records: [SeekRecord] = []
  let summary: SeekSummary
  let performer: Performer

  init(_ requests: [SeekRequest], _ kind: SeekerKind, _ performer: Performer) {
    var records: [SeekRecord] = []
    var performer = performer
    summary = SeekReplay(requests: requests, seeker: kind).run(&performer) { record in records.append(record) }
    self.records = records
    self.performer = performer
  }

  /// The frames that were shown, as "frame@milliseconds".
  var pictures: [String] {
    records.compactMap { record in record.shownFrame.map { frame in "\(frame)@\(record.endedAt / 1_000)" } }
  }

  var targets: [Int] { records.map(\.target) }
}

/// A performer that ends each seek according to a script, and records its calls.
struct ScriptedPerformer: SeekPerformer {
  struct Call: Hashable {
    let frame: Int
    let start: Int64
    let abandon: Int64?
  }

  /// The completions to return, in order; frames sought after the end of the list are shown at once.
  var script: [SeekCompletion]
  var calls: [Call] = []

  init(_ script: [(Int64, SeekResult)]) {
    self.script = script.map { time, result in SeekCompletion(timeInMicroseconds: time, result: result) }
  }

  mutating func seek(to frame: Int, startingAt start: Int64, abandoningAt abandon: Int64?) -> SeekCompletion {
    calls.append(Call(frame: frame, start: start, abandon: abandon))
    guard calls.count <= script.count else { return SeekCompletion(timeInMicroseconds: start, result: .shown) }
    return script[calls.count - 1]
  }
}
