/// Reads the elements of a Matroska or WebM file (RFC 8794) one after the other.
struct ElementReader {
  /// The size of an element that goes on until something else begins.
  static let unknown: Int64 = -1
  let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8]) { self.init(bytes, in: 0..<bytes.count) }

  private init(_ bytes: [UInt8], in range: Range<Int>) {
    (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
  }

  /// The bytes that are left.
  var rest: ArraySlice<UInt8> { bytes[position..<end] }

  /// The next bytes, so many of them.
  func part(of count: Int) -> ElementReader {
    ElementReader(bytes, in: position..<min(end, position + max(0, count)))
  }

  /// The contents of the elements from here on that have an ID, up to the first that is not whole.
  func contents(of wanted: UInt32) -> [ElementReader] {
    var (reader, found) = (self, [ElementReader]())
    while let id = reader.readID(), let size = reader.readSize() {
      let start = reader.position
      guard reader.skip(size) else { break }
      if id == wanted { found.append(ElementReader(bytes, in: start..<reader.position)) }
    }
    return found
  }

  /// Reads an element's ID: its length in bytes is the number of leading zeros in the first byte, plus one; all bits
  /// belong to the ID.
  mutating func readID() -> UInt32? {
    guard position < end, bytes[position] >= 0x10 else { return nil }
    return number(bytes[position].leadingZeroBitCount + 1).flatMap { UInt32(exactly: $0) }
  }

  /// Reads an element's size: the leading zeros and the first one bit of the first byte are not part of the value;
  /// all ones mean an unknown size.
  mutating func readSize() -> Int64? {
    guard position < end, bytes[position] != 0 else { return nil }
    let count = bytes[position].leadingZeroBitCount + 1
    guard let raw = number(count) else { return nil }
    let mask = UInt64(1) << UInt64(7 * count) - 1
    return raw & mask == mask ? Self.unknown : Int64(raw & mask)
  }

  /// Moves into the first element with an ID; false if it is not there.
  mutating func enter(_ wanted: UInt32) -> Bool {
    while let id = readID(), let size = readSize() {
      if id == wanted { return true }
      guard skip(size) else { return false }
    }
    return false
  }

  mutating func skip(_ count: Int64) -> Bool {
    guard count >= 0, count <= Int64(end - position) else { return false }
    position += Int(count)
    return true
  }

  private mutating func number(_ count: Int) -> UInt64? {
    guard count <= end - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
