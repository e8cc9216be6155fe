import TestSupport
import Testing

/// The chunks of a file from signature to end, with every length and checksum verified.
func chunks(of file: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> [PNGChunk] {
  let list = try PNGChunk.all(in: file)
  try #require(PNGChunk.file(of: list) == file, "something follows the end", sourceLocation: sourceLocation)
  let damaged = list.filter { !$0.isIntact }
  try #require(damaged == [], "a checksum is wrong", sourceLocation: sourceLocation)
  try #require(list.first?.name == "IHDR", sourceLocation: sourceLocation)
  try #require(list.last?.content == [], sourceLocation: sourceLocation)
  return list
}

/// Four bytes, the most significant first.
func integer(_ bytes: [UInt8], at offset: Int) -> UInt32 {
  bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
}
