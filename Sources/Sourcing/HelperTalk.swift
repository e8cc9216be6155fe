import JSON

/// The protocol with a helper: questions become bytes, and bytes of answers become values.
///
/// It does no input or output itself. Answers may come in any order.
public struct HelperTalk {
  /// A question about an object.
  public enum Question: Hashable, Sendable {
    /// Its size and its version.
    case open(String)
    /// A range of its bytes, all within its size.
    case read(String, at: Int64, count: Int)
  }

  /// What an answer says.
  public enum Answer: Hashable, Sendable {
    /// The object's size in bytes, and its version if the helper tells one.
    case opened(size: Int64, version: String?)
    /// Exactly the bytes that were asked for.
    case bytes([UInt8])
    /// The helper's reason for failing, and whether a later try may succeed.
    case failed(String, mayBeRetried: Bool)
  }

  /// Why an answer is invalid.
  public struct Nonsense: Error, Hashable, Sendable {
    /// The reason, as the end of a sentence about the helper.
    public let words: String
  }

  /// The most bytes of a line.
  public static let longestLine = 64 << 10

  private var open: [Int: Question] = [:]
  private var line: [UInt8] = []
  /// The answer whose bytes are still arriving.
  private var payload: (id: Int, missing: Int, bytes: [UInt8])?

  /// Starts without open questions.
  public init() {}

  /// The questions without an answer, by their numbers.
  public var questions: [Int: Question] { open }

  /// Notes a question, and returns it as bytes for the helper.
  public mutating func ask(_ question: Question, number: Int) -> [UInt8] {
    open[number] = question
    var object = JSONObjectWriter()
    object.add("id", .integer(Int64(number)))
    switch question {
    case .open(let name): object.add("open", .string(name))
    case .read(let name, let offset, let count):
      object.add("read", .string(name))
      object.add("at", .integer(offset))
      object.add("length", .integer(Int64(count)))
    }
    return Array((object.finished().description + "\n").utf8)
  }

  /// Reads more of the helper's output, and calls `body` for each complete answer.
  ///
  /// - Throws: `Nonsense`, after which the helper's output has no meaning.
  public mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (Int, Answer) -> Void) throws(Nonsense) {
    var rest = bytes
    while !rest.isEmpty {
      if var payload {
        // Cleared, so that appending does not copy the bytes.
        self.payload = nil
        let part = rest.prefix(payload.missing)
        rest = rest.dropFirst(part.count)
        payload.bytes += part
        payload.missing -= part.count
        guard payload.missing == 0 else {
          self.payload = payload
          continue
        }
        answer(payload.id, .bytes(payload.bytes), body)
        continue
      }
      let end = rest.firstIndex(of: 0x0A)
      let part = rest[..<(end ?? rest.endIndex)]
      guard line.count + part.count <= Self.longestLine else {
        throw Nonsense(words: "wrote a line of more than \(Self.longestLine) bytes")
      }
      line += part
      guard let end else { return }
      rest = rest[(end + 1)...]
      let text = line
      line = []
      try read(text, body)
    }
  }

  private mutating func answer(_ number: Int, _ answer: Answer, _ body: (Int, Answer) -> Void) {
    open[number] = nil
    body(number, answer)
  }

  private mutating func read(_ line: [UInt8], _ body: (Int, Answer) -> Void) throws(Nonsense) {
    guard let object = try? JSONDocument(parsing: line, maximumDepth: 8).root, object.kind == .object else {
      throw Nonsense(words: "wrote a line that is no JSON object")
    }
    guard let number = Self.whole(object["id"]).flatMap({ Int(exactly: $0) }), let question = open[number] else {
      throw Nonsense(words: "answered what was not asked, or twice")
    }
    if let error = object["error"] {
      guard let words = error.string else { throw Nonsense(words: "gave an error that is no text") }
      return answer(number, .failed(words, mayBeRetried: object["retry"]?.boolean ?? false), body)
    }
    switch question {
    case .open:
      guard let size = Self.whole(object["size"]), size <= Self.mostBytes else {
        throw Nonsense(words: "answered \"open\" without a \"size\" of 0 or more bytes, 2^60 at most")
      }
      let version = object["version"]
      guard version?.isNull ?? true || version?.string != nil else {
        throw Nonsense(words: "gave a \"version\" that is no text")
      }
      answer(number, .opened(size: size, version: version?.string), body)
    case .read(_, _, let count):
      guard let length = Self.whole(object["length"]), length == Int64(count) else {
        throw Nonsense(words: "answered \"read\" with another \"length\" than \(count)")
      }
      if count == 0 { answer(number, .bytes([]), body) } else { payload = (number, count, []) }
    }
  }

  /// A limit on sizes, so that sums of offsets cannot overflow 64 bits.
  private static let mostBytes: Int64 = 1 << 60

  private static func whole(_ value: JSONValue?) -> Int64? {
    guard let text = value?.number?.text, let number = Int64(text), number >= 0 else { return nil }
    return number
  }
}
