import TestSupport

/// Whether bytes are a complete picture, or drawing.
enum PictureCheck {
  /// What is wrong with them; nil if nothing is.
  static func fault(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: PNGChunk.signature) { return faultOfPNG(bytes) }
    let end = Array("</svg>\n".utf8)
    if bytes.starts(with: "<svg".utf8) || bytes.starts(with: "<?xml".utf8) {
      return bytes.suffix(end.count).elementsEqual(end) ? nil : "a drawing without its end"
    }
    return bytes.isEmpty ? "empty" : "neither a picture nor a drawing"
  }

  private static func faultOfPNG(_ bytes: [UInt8]) -> String? {
    do {
      let files = try PNGChunk.files(in: bytes)
      guard files.count == 1 else { return "\(files.count) pictures in one file" }
      if let chunk = try PNGChunk.all(in: bytes).first(where: { !$0.isIntact }) {
        return "a picture whose \(chunk.name) chunk has a wrong checksum"
      }
      _ = try DecodedPNG(bytes)
      return nil
    } catch {
      return "an incomplete picture (\(error))"
    }
  }
}
