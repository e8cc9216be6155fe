/// The header of a NumPy file (NEP 1, format version 1.0): what the bytes after it are an array of.
enum ArrayHeader {
  /// Its length in bytes, the same for every array: the text is padded with spaces.
  static let byteCount = 128

  /// The header of an array of pictures, in C order.
  ///
  /// - Parameter shape: The number of pictures, their height and width, and the samples of a pixel.
  static func bytes(shape: [Int], bitDepth: Int) -> [UInt8] {
    let type = bitDepth == 16 ? "<u2" : "|u1"
    let sides = shape.map(String.init).joined(separator: ", ")
    // Of four numbers with 20 digits at most, so that it always fits.
    let text = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(sides)), }"
    let start: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0]
    let length = byteCount - start.count - 2
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: max(0, length - text.utf8.count - 1))
    return start + [UInt8(length & 0xFF), UInt8(length >> 8)] + Array(text.utf8) + padding + [0x0A]
  }
}
