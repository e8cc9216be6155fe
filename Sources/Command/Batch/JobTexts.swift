import Files
import FrameGrabbing

/// The text of a job, or a mark for one that is too long.
typealias JobText = FileLines.Line

/// The jobs of a run as they are written: lines of JSON, or names of videos.
protocol JobTexts {
  /// What each text is.
  var kind: JobTextKind { get }
  /// The number of the first one, from 1.
  var firstNumber: Int { get }
  /// The file that they are in, as it was when it was opened; nil for a pipe, and for names on the command line.
  var identity: FileIdentity? { get }

  /// Reads all of them, in their order, with their places from 0.
  ///
  /// - Parameter take: returns whether the text may be read again; after the first false, no text can be.
  /// - Throws: `GrabError` for a file that cannot be read or was changed meanwhile, and what `take` throws.
  func readAll(_ take: (Int, JobText) throws(GrabError) -> Bool) throws(GrabError)

  /// Reads one of them again, by its place.
  ///
  /// - Throws: `GrabError` for a file that cannot be read, or was changed since all of them were read.
  func text(at place: Int) throws(GrabError) -> JobText
}

/// What a text of a job is.
enum JobTextKind {
  case requests
  case videos

  /// What people call it.
  var word: String {
    switch self {
    case .requests: "line"
    case .videos: "name"
    }
  }

  /// The most bytes of a text.
  static let longest = 1 << 20

  /// A name on a line of a list, as an editor on Windows writes it, too: without the mark at the file's start (U+FEFF) and
  /// without the carriage return at the line's end.
  static func name(onLine line: some Collection<UInt8>, isFirst: Bool) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var name = Array(line)
    if isFirst, name.starts(with: mark) { name.removeFirst(mark.count) }
    if name.last == 0x0D { name.removeLast() }
    return name
  }
}
