/// The text of a Swift file, parsed just enough to find where functions begin and end.
public struct SourceText {
  /// A function, an initialiser or a subscript with a body.
  public struct Function: Hashable, Sendable {
    /// Its name without arguments.
    public let name: String
    /// Its first line, from 1 on.
    public let line: Int
    /// The number of lines to its closing brace.
    public let length: Int
  }

  private enum Token: Equatable {
    case word(String)
    case mark(UInt8)
  }

  private let tokens: [(token: Token, line: Int)]

  /// Reads any text.
  public init(_ text: String) {
    var reader = Reader(Array(text.utf8))
    tokens = reader.tokens()
  }

  /// Every function with a body, in the order of the text.
  public var functions: [Function] {
    tokens.indices.compactMap { index in
      guard let name = declaration(at: index), let open = body(after: index), let close = end(of: open) else {
        return nil
      }
      return Function(name: name, line: tokens[index].line, length: tokens[close].line - tokens[index].line + 1)
    }
  }

  /// The name of the function that is declared here, or nil.
  private func declaration(at index: Int) -> String? {
    guard case .word(let word) = tokens[index].token else { return nil }
    // `.init(…)` and `self.init(…)` are calls.
    if index > 0, tokens[index - 1].token == .mark(0x2E) { return nil }
    switch word {
    case "func":
      guard index + 1 < tokens.count else { return nil }
      if case .word(let name) = tokens[index + 1].token { return name }
      return "operator"
    case "init", "deinit", "subscript": return word
    default: return nil
    }
  }

  /// Keywords that begin another declaration, so that the previous one has no body.
  private static let starters: Set<String> = [
    "func", "init", "deinit", "subscript", "var", "let", "case", "static", "mutating", "struct", "enum", "class",
    "extension", "protocol", "public", "private", "fileprivate", "package", "internal", "associatedtype", "typealias",
  ]

  private func body(after start: Int) -> Int? {
    var depth = 0
    for index in tokens.indices.dropFirst(start + 1) {
      switch tokens[index].token {
      case .mark(0x28), .mark(0x5B): depth += 1
      case .mark(0x29), .mark(0x5D): depth -= 1
      case .mark(0x7B) where depth == 0: return index
      case .mark(0x7D) where depth == 0: return nil
      case .word(let word) where depth == 0 && index > start + 1 && Self.starters.contains(word): return nil
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private func end(of open: Int) -> Int? {
    var depth = 0
    for index in tokens.indices.dropFirst(open) {
      if tokens[index].token == .mark(0x7B) { depth += 1 }
      if tokens[index].token == .mark(0x7D) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Splits a text into words and punctuation, without comments and the contents of string literals.
  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private var found: [(token: Token, line: Int)] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func tokens() -> [(token: Token, line: Int)] {
      read(untilParenthesis: false)
      return found
    }

    private func starts(_ text: StaticString) -> Bool {
      bytes.dropFirst(place).prefix(text.utf8CodeUnitCount)
        .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func step() {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == 0x5F || byte == 0x60 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }

    /// Reads to the end, or to the parenthesis that closes an interpolation.
    private mutating func read(untilParenthesis: Bool) {
      var depth = 0
      while place < bytes.count {
        let byte = bytes[place]
        if starts("//") {
          while place < bytes.count, bytes[place] != 0x0A { step() }
        } else if starts("/*") {
          skipComment()
        } else if byte == 0x22 || byte == 0x23 && literalHashes() > 0 {
          skipLiteral()
        } else if Self.isWord(byte) {
          readWord()
        } else {
          if untilParenthesis {
            if byte == 0x28 { depth += 1 }
            if byte == 0x29 { depth -= 1 }
          }
          if "{}()[].".utf8.contains(byte), !untilParenthesis { found.append((.mark(byte), line)) }
          step()
          if untilParenthesis, depth == 0 { return }
        }
      }
    }

    private mutating func readWord() {
      let start = place
      let first = line
      // A name in backticks may have spaces in it.
      if bytes[place] == 0x60 {
        repeat { step() } while place < bytes.count && bytes[place] != 0x60
        if place < bytes.count { step() }
      } else {
        while place < bytes.count, Self.isWord(bytes[place]), bytes[place] != 0x60 { step() }
      }
      found.append((.word(String(decoding: bytes[start..<place], as: UTF8.self)), first))
    }

    /// Comments can be nested.
    private mutating func skipComment() {
      var depth = 0
      while place < bytes.count {
        if starts("/*") {
          depth += 1
          place += 2
        } else if starts("*/") {
          depth -= 1
          place += 2
          if depth == 0 { return }
        } else {
          step()
        }
      }
    }

    /// The number of hashes before a literal that begins here; 0 if none does.
    private func literalHashes() -> Int {
      let hashes = bytes.dropFirst(place).prefix { $0 == 0x23 }.count
      return place + hashes < bytes.count && bytes[place + hashes] == 0x22 ? hashes : 0
    }

    private mutating func skipLiteral() {
      let hashes = bytes[place] == 0x23 ? literalHashes() : 0
      place += hashes
      let quotes = starts("\"\"\"") ? 3 : 1
      place += quotes
      let end = Array(repeating: UInt8(0x22), count: quotes) + Array(repeating: 0x23, count: hashes)
      let escape = [0x5C] + Array(repeating: UInt8(0x23), count: hashes)
      while place < bytes.count {
        if bytes[place...].starts(with: end) {
          place += end.count
          return
        }
        if bytes[place...].starts(with: escape) {
          place += escape.count
          guard place < bytes.count else { return }
          if bytes[place] == 0x28 { read(untilParenthesis: true) } else { step() }
        } else {
          step()
        }
      }
    }
  }
}
