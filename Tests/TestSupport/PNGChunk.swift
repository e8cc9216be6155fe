/// One chunk of a PNG file (ISO/IEC 15948, section 5.3), for tests of a file's metadata.
public struct PNGChunk: Hashable, Sendable {
  /// The four letters of its type.
  public let name: String
  /// The bytes between the type and the checksum.
  public let content: [UInt8]
  /// The checksum as stored, four bytes, most significant first; it has not been compared.
  public let checksum: [UInt8]

  /// The eight bytes before the first chunk.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with its correct checksum.
  public init(name: String, content: [UInt8]) {
    let sum = crc32(Array(name.utf8) + content)
    self.init(name: name, content: content, checksum: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) })
  }

  /// Whether the checksum is correct.
  public var isIntact: Bool { self == PNGChunk(name: name, content: content) }

  /// A chunk with any checksum.
  public init(name: String, content: [UInt8], checksum: [UInt8]) {
    self.name = name
    self.content = content
    self.checksum = checksum
  }

  /// The chunks of the file in order, including IEND.
  ///
  /// Bytes after IEND are ignored. Throws ``PNGFault`` when the signature is missing or the file ends before IEND.
  public static func all(in file: [UInt8]) throws(PNGFault) -> [PNGChunk] {
    try split(file[...]).chunks
  }

  /// The pictures of a stream of concatenated PNG files, each as the bytes of its file.
  ///
  /// Throws ``PNGFault`` when there is something else in the stream.
  public static func files(in stream: [UInt8]) throws(PNGFault) -> [[UInt8]] {
    var files: [[UInt8]] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let end = try split(rest).end
      files.append(Array(rest[..<end]))
      rest = rest[end...]
    }
    return files
  }

  /// The file that consists of these chunks.
  public static func file(of chunks: [PNGChunk]) -> [UInt8] {
    var file = signature
    for chunk in chunks {
      let count = UInt32(truncatingIfNeeded: chunk.content.count)
      file += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
      file += Array(chunk.name.utf8) + chunk.content + chunk.checksum
    }
    return file
  }

  private static func split(_ file: ArraySlice<UInt8>) throws(PNGFault) -> (chunks: [PNGChunk], end: Int) {
    guard file.starts(with: signature) else { throw PNGFault(description: "the PNG signature is missing") }
    var chunks: [PNGChunk] = []
    var rest = file.dropFirst(signature.count)
    while rest.count >= 12 {
      let length = Int(rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
      let letters = rest.dropFirst(4).prefix(4)
      guard length <= rest.count - 12, letters.allSatisfy({ $0.isLetter }) else { break }
      let name = String(decoding: letters, as: UTF8.self)
      let content = rest.dropFirst(8).prefix(length)
      rest = rest.dropFirst(8 + length)
      chunks.append(PNGChunk(name: name, content: Array(content), checksum: Array(rest.prefix(4))))
      rest = rest.dropFirst(4)
      if name == "IEND" { return (chunks, rest.startIndex) }
    }
    throw PNGFault(description: "the picture ends before its IEND chunk")
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
