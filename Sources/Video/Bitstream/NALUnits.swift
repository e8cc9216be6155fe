/// The NAL units of one packet, in either framing: with start codes, or with a length before each.
struct NALUnits: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  /// Bytes of the length field; 0 means start codes (ITU-T H.264 Annex B).
  private let lengthSize: Int
  private var position = 0
  /// Whether a unit so far has a length beyond the packet's end.
  private(set) var isTorn = false

  init(_ bytes: UnsafeRawBufferPointer, lengthSize: Int) {
    self.bytes = bytes
    self.lengthSize = lengthSize
  }

  mutating func next() -> Slice<UnsafeRawBufferPointer>? {
    lengthSize == 0 ? nextByStartCode() : nextByLength()
  }

  /// The first units, more than there can be parameter sets (ITU-T H.264, 7.4.2; H.265, 7.4.3); the limit bounds the
  /// work that a file can cause.
  var firstUnits: [Slice<UnsafeRawBufferPointer>] { Array(prefix(1024)) }

  private mutating func nextByLength() -> Slice<UnsafeRawBufferPointer>? {
    while bytes.count - position > lengthSize {
      var length = 0
      for offset in 0..<lengthSize { length = length << 8 | Int(bytes[position + offset]) }
      let start = position + lengthSize
      // A unit with a length beyond the packet's end is cut there.
      if length > bytes.count - start { isTorn = true }
      let end = Swift.min(bytes.count, start + length)
      position = end
      if length > 0 { return bytes[start..<end] }
    }
    return nil
  }

  /// Returns the unit with everything after it: its end, the start of the next unit, is searched only when the next
  /// unit is requested, and the first few units are nearly always enough.
  private mutating func nextByStartCode() -> Slice<UnsafeRawBufferPointer>? {
    guard let start = Self.startCode(in: bytes, from: position) else { return nil }
    position = start
    return start < bytes.count ? bytes[start...] : nil
  }

  /// The index right after the next `00 00 01`.
  private static func startCode(in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
    var index = from
    while index + 2 < bytes.count {
      // The third byte decides how far to move: most values are above 1 and rule out three positions at once.
      switch bytes[index + 2] {
      case 1 where bytes[index] == 0 && bytes[index + 1] == 0: return index + 3
      case 0: index += 1
      default: index += 3
      }
    }
    return nil
  }

  /// The size of the length field in an H.264 (`avcC`) or HEVC (`hvcC`) configuration record; 0 for start codes.
  static func lengthSize(configuration: UnsafeRawBufferPointer, isHEVC: Bool) -> Int {
    guard configuration.count >= (isHEVC ? 23 : 7), configuration[0] == 1 else { return 0 }
    return Int(configuration[isHEVC ? 21 : 4] & 3) + 1
  }
}
