import Files
import Memory

/// The jobs of a run as they are written: lines of JSON, or names of videos.
struct JobTexts {
  /// What each text is.
  enum Kind {
    case requests
    case videos
  }

  /// The most bytes of a line.
  static let longestLine = 1 << 20
  /// The most bytes of a file of jobs.
  static let mostBytes = 1 << 30

  let kind: Kind
  /// The number of the first one, from 1.
  let firstNumber: Int
  private var bytes: [UInt8]
  /// Where each text ends, without the byte that ended it, and where the next one starts.
  private var ends: [(end: Int, next: Int)] = []

  /// No texts yet.
  init(_ kind: Kind, firstNumber: Int) {
    (self.kind, self.firstNumber, bytes) = (kind, firstNumber, [])
  }

  /// The lines of a file.
  init(lines bytes: [UInt8]) {
    (kind, firstNumber, self.bytes) = (.requests, 1, bytes)
    split(at: 0x0A)
  }

  /// The names in a file: each ended with NUL if there is any, else one on each line; empty ones are left out.
  init(names bytes: [UInt8]) {
    (kind, firstNumber, self.bytes) = (.videos, 1, [])
    let end: UInt8 = bytes.contains(0) ? 0 : 0x0A
    for name in bytes.split(separator: end) { append(Array(name)) }
  }

  /// Videos by their names.
  init(videos: [Path]) {
    (kind, firstNumber, bytes) = (.videos, 1, [])
    for video in videos { append(video.bytes) }
  }

  /// Adds a text at the end.
  mutating func append(_ text: [UInt8]) {
    bytes += text
    ends.append((bytes.count, bytes.count))
  }

  private mutating func split(at byte: UInt8) {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: byte) ?? bytes.count
      ends.append((end, min(end + 1, bytes.count)))
      start = end + 1
    }
  }

  var count: Int { ends.count }

  /// One text, by its place from 0.
  subscript(place: Int) -> [UInt8] { Array(bytes[(place == 0 ? 0 : ends[place - 1].next)..<ends[place].end]) }
}
