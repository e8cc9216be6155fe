import FrameGrabbing

/// Checks that bytes from a worker are a PNG of the announced shape, before they get a name.
///
/// Its chunks must fill the file, and be of types that framegrab writes; the compressed pixels are not examined.
enum PictureCheck {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let kinds: Set<[UInt8]> = Set(
    [
      "IHDR", "IDAT", "IEND", "cHRM", "cICP", "cLLI", "eXIf", "gAMA", "iCCP", "iTXt", "mDCV", "mDCv", "cLLi", "pHYs",
      "sBIT", "sRGB", "tEXt", "zTXt",
    ].map { Array($0.utf8) })

  /// Whether the bytes are such a picture or, if raw pictures are wanted, as many samples as it has; any sample value
  /// is valid.
  static func accepts<Bytes: RandomAccessCollection<UInt8>>(
    _ picture: Bytes, _ shape: PictureShape, for outlet: DirectOutlet
  ) -> Bool where Bytes.Index == Int {
    outlet.isRaw ? picture.count == outlet.rawByteCount(of: shape) : accepts(picture, shape)
  }

  /// Whether the bytes are such a picture (PNG, 5.3 and 11.2.1).
  static func accepts<Bytes: RandomAccessCollection<UInt8>>(_ png: Bytes, _ shape: PictureShape) -> Bool
  where Bytes.Index == Int {
    guard png.starts(with: signature) else { return false }
    var position = signature.count
    var isFirst = true
    while position + 12 <= png.count {
      let length = number(png, position)
      let kind = Array(png[(position + 4)..<(position + 8)])
      guard kinds.contains(kind), length <= png.count - position - 12 else { return false }
      if isFirst {
        guard kind == Array("IHDR".utf8), length == 13, isHeader(Array(png[(position + 8)..<(position + 21)]), shape)
        else {
          return false
        }
        isFirst = false
      }
      position += 12 + length
      if kind == Array("IEND".utf8) { return length == 0 && position == png.count }
    }
    return false
  }

  private static func isHeader(_ bytes: [UInt8], _ shape: PictureShape) -> Bool {
    // Grey, RGB, and both with alpha; deflate, adaptive filters, not interlaced.
    return number(bytes, 0) == shape.width && number(bytes, 4) == shape.height && Int(bytes[8]) == shape.bitDepth
      && [0, 2, 4, 6].contains(bytes[9]) && bytes[10...] == [0, 0, 0]
  }

  private static func number<Bytes: Collection<UInt8>>(_ bytes: Bytes, _ place: Int) -> Int
  where Bytes.Index == Int {
    (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }
}
