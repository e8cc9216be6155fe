import Files
import FrameGrabbing

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
