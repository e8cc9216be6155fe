import Testing

@testable import Files

/// The lines of a file, read in pieces.
struct FileLinesTests {
  /// All lines of a file, with where they start.
  private func lines(
    _ path: Path, atMost limit: Int, endedBy end: UInt8 = 0x0A, from offset: Int64 = 0, piece: Int
  ) throws -> [(start: Int64, line: FileLines.Line)] {
    let file = try InputFile(opening: path)
    var reader = FileLines(atMost: limit, endedBy: end, from: offset, piece: piece)
    var lines: [(Int64, FileLines.Line)] = []
    while let line = try reader.next(in: file) { lines.append(line) }
    return lines
  }

  private func bytes(_ text: String) -> FileLines.Line { .bytes(Array(text.utf8)) }

  @Test(arguments: [1, 2, 3, 7, 64, 256 << 10])
  func `each line comes with its place, whatever is read at a time`(_ piece: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.write("one\n\ntwelve\nlast", to: "x")
    let found = try lines(path, atMost: 100, piece: piece)
    #expect(found.map(\.start) == [0, 4, 5, 12])
    #expect(found.map(\.line) == [bytes("one"), bytes(""), bytes("twelve"), bytes("last")])
    // A line feed at the end begins no line.
    try scratch.write("one\n", to: "x")
    #expect(try lines(path, atMost: 100, piece: piece).map(\.line) == [bytes("one")])
  }

  @Test(arguments: [1, 3, 64])
  func `a line that is too long is a mark, and the next one is read`(_ piece: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.write("12345\n123456\n12345678901234\n12345", to: "x")
    let found = try lines(path, atMost: 5, piece: piece)
    #expect(found.map(\.line) == [bytes("12345"), .tooLong, .tooLong, bytes("12345")])
    #expect(found.map(\.start) == [0, 6, 13, 28])
    #expect(try lines(scratch.write("123456", to: "x"), atMost: 5, piece: piece).map(\.line) == [.tooLong])
  }

  @Test func `a line may be ended by any byte, and be read from its place`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a\nb\0c\0d", to: "x")
    #expect(
      try lines(path, atMost: 9, endedBy: 0, piece: 2).map(\.line) == [bytes("a\nb"), bytes("c"), bytes("d")])
    #expect(try lines(path, atMost: 9, endedBy: 0, from: 4, piece: 1).map(\.line) == [bytes("c"), bytes("d")])
    #expect(try lines(path, atMost: 9, from: 400, piece: 1).isEmpty)
  }

  @Test func `a byte is found anywhere in a file`() throws {
    let scratch = try Scratch()
    for place in [0, 1, 262_143, 262_144, 300_000] {
      let text = String(repeating: "x", count: place) + "\0" + "yy"
      #expect(try InputFile(opening: scratch.write(text, to: "x")).contains(0))
      #expect(try !InputFile(opening: scratch.write(text, to: "x")).contains(1))
    }
  }
}
