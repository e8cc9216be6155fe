import Timeline

/// A line of a list of times: a time, a tab and a name, a comment.
struct TimeLine {
  /// What is wrong with a line.
  struct Fault: Error {
    /// The error in its time; nil if that is valid.
    var syntax: TimeSyntaxError?
    /// What else is wrong; a fragment without a subject.
    var words: String?
  }

  /// The time without blanks and comment; empty if there is none.
  let text: String
  private let rest: ArraySlice<UInt8>

  /// Takes a line apart; nothing is checked.
  init(_ line: ArraySlice<UInt8>) {
    let line = Self.trimmed(line)
    let end = line.firstIndex { $0 == Self.tab || $0 == Self.hash } ?? line.endIndex
    text = String(decoding: Self.trimmed(line[..<end]), as: UTF8.self)
    let rest = line[end...].first == Self.tab ? Self.trimmed(line[end...]) : []
    self.rest = rest.first == Self.hash ? [] : rest
  }

  /// The name; nil if there is none.
  var name: String? { rest.isEmpty ? nil : String(validating: rest, as: UTF8.self) }

  /// Whether there is a time, which is then valid, as is its name.
  func check() throws(Fault) -> Bool {
    guard !text.isEmpty else { return false }
    do throws(TimeSyntaxError) {
      _ = try TimeSpecification(parsing: text)
    } catch {
      throw Fault(syntax: error)
    }
    guard rest.count <= SafeName.longestGiven else {
      throw Fault(words: "the name has more than \(SafeName.longestGiven) bytes")
    }
    guard rest.isEmpty || name != nil else { throw Fault(words: "the name is not valid UTF-8") }
    return true
  }

  private static let tab = UInt8(ascii: "\t")
  private static let hash = UInt8(ascii: "#")

  /// Whether a byte is a blank, or the end of a line that another system wrote.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == tab || byte == UInt8(ascii: "\r")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }
}
