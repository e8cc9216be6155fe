import Files
import FrameGrabbing
import Workers

/// Jobs that are all in memory: those of a pipe, and videos on the command line.
struct HeldJobs: JobTexts {
  let kind: JobTextKind
  let firstNumber: Int
  var identity: FileIdentity? { nil }
  private var bytes: [UInt8] = []
  /// Where each text ends in the bytes.
  private var ends: [Int] = []
  /// The places of texts that are too long, which are not stored.
  private var tooLong: Set<Int> = []

  /// No jobs yet.
  init(_ kind: JobTextKind, firstNumber: Int = 1) {
    (self.kind, self.firstNumber) = (kind, firstNumber)
  }

  /// The names in a list: each ended with NUL if there is any, else one on each line; empty ones are left out.
  init(names bytes: [UInt8]) {
    self.init(.videos)
    let end: UInt8 = bytes.contains(0) ? 0 : 0x0A
    for text in bytes.split(separator: end) {
      let name = end == 0 ? Array(text) : JobTextKind.name(onLine: text, isFirst: text.startIndex == 0)
      if !name.isEmpty { append(name.count > JobTextKind.longest ? .tooLong : .bytes(name)) }
    }
  }

  /// Videos by their names.
  init(videos: [Path]) {
    self.init(.videos)
    for video in videos { append(.bytes(video.bytes)) }
  }

  /// Adds a text at the end.
  mutating func append(_ text: JobText) {
    switch text {
    case .bytes(let text): bytes += text
    case .tooLong: tooLong.insert(ends.count)
    }
    ends.append(bytes.count)
  }

  var count: Int { ends.count }
  /// How many bytes they have together.
  var byteCount: Int { bytes.count }

  func readAll(_ take: (Int, JobText) throws(GrabError) -> Bool) throws(GrabError) {
    for place in ends.indices { _ = try take(place, text(at: place)) }
  }

  func text(at place: Int) -> JobText {
    tooLong.contains(place) ? .tooLong : .bytes(Array(bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]]))
  }
}

/// Reads the jobs that come through a pipe, in windows of limited size.
struct JobWindows {
  /// The most lines of a window.
  private static let most = 10_000
  /// The most bytes of a window, after which no line is added.
  private static let mostBytes = 64 << 20

  private var lines = StandardInputLines(atMost: JobTextKind.longest)
  private var number = 1

  /// The next lines: as many as there are now, and at least one; nil at the end, or when the run is to end.
  ///
  /// - Parameter tick: called before each wait; returns the nanoseconds until its next call, nil for none.
  /// - Throws: `GrabError` when standard input cannot be read.
  mutating func next(
    _ stops: StopSignals, tick: () -> Int64?
  ) throws(GrabError) -> HeldJobs? {
    var texts = HeldJobs(.requests, firstNumber: number)
    while texts.count < Self.most, texts.byteCount < Self.mostBytes {
      if let line = lines.nextRead() {
        texts.append(line)
        continue
      }
      // A window ends when no line follows soon, so that a slow writer does not delay lines that it has written.
      if lines.isEnded || texts.count > 0 && !Readiness.await([0], atMost: Self.patience)[0] { break }
      let ready = Readiness.await([stops.descriptor, 0].compactMap { $0 }, atMost: tick())
      guard stops.noted == nil else { return nil }
      guard ready.last == true else { continue }
      try blaming(.standardInput, GrabError.Fault.input) { () throws(FileError) in try lines.readMore() }
    }
    number += texts.count
    return texts.count == 0 ? nil : texts
  }

  /// How long to wait for another line, in nanoseconds.
  private static let patience: Int64 = 100_000_000
}
