import Files
import Sourcing

/// The name of a video that a helper reads, complete and as messages show it.
struct SourceName {
  /// What the helper gets.
  let whole: String
  /// The part before `?` or `#`, after which a URL may have a signature.
  let shown: Path

  /// Nil for a name that is empty, too long, or no UTF-8.
  init?(_ bytes: [UInt8]) {
    guard (1...SourceLink.longestName).contains(bytes.count), let whole = String(validating: bytes, as: UTF8.self)
    else {
      return nil
    }
    self.whole = whole
    let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    shown = Path(bytes: Array(bytes[..<end]))
  }

  /// The error message for an invalid name.
  static let fault = "with --source, the name of a video must be UTF-8 of 1 to \(SourceLink.longestName) bytes"
}

/// The text of a file that a request names besides the video: a gesture, a slider, or a list of moments.
struct InputText {
  let name: Path
  let bytes: [UInt8]
  /// Identifies the file; nil for standard input, and in a worker.
  let identity: FileIdentity?
}
