/// A position in a JSON text as an editor shows it.
///
/// Both numbers count from 1. A line ends at LF, CR or the pair CR LF, and a column is one Unicode
/// scalar of the line, so that a tab and an emoji of one scalar are one column each.
public struct JSONLocation: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int

  /// Makes a location with a line and a column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The location of a byte; an offset at or past the end is the location right after the last scalar.
  ///
  /// It counts from the start of the text, so use it only for errors.
  public init(of offset: Int, in source: [UInt8]) {
    var line = 1
    var column = 1
    let end = min(max(offset, 0), source.count)
    for index in 0..<end {
      let byte = source[index]
      let isReturn = byte == UInt8(ascii: "\r")
      // In a CR LF pair only the LF counts, so that the pair is one line end.
      let isFirstOfPair = isReturn && index + 1 < source.count && source[index + 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\n") || (isReturn && !isFirstOfPair) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}
