/// A QuickTime movie of one video track, every table of which may be replaced by another.
struct Movie {
  /// The codec's four letters.
  var codec = "raw "
  /// Pixels.
  var (width, height) = (64, 48)
  /// Bits of a pixel.
  var depth = 24
  /// The samples, which are stored behind each other.
  var samples: [[UInt8]] = []
  /// The only entry of the data references: by default the file itself.
  var reference = Movie.box("alis", [0, 0, 0, 1])
  /// Contents of boxes in place of the right ones, by type.
  var lies: [String: [UInt8]] = [:]
  /// Boxes behind the entry of the sample description.
  var extensions: [UInt8] = []
  /// Ticks of 1/1000 s for each sample.
  var sampleDuration = 40

  /// A box of a type with contents.
  static func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let contents = contents.flatMap { $0 }
    return .big(contents.count + 8, 4) + Array(type.utf8) + contents
  }

  /// The file.
  var bytes: [UInt8] {
    let start = Self.box("ftyp", Array("qt  ".utf8), .big(0x200, 4), Array("qt  ".utf8))
    // The offset of the samples depends on the length of the boxes before them, which does not depend on the offset.
    let length = start.count + moov(offset: 0).count + 8
    return start + moov(offset: length) + Self.box("mdat", samples.flatMap { $0 })
  }

  private func table(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    Self.box(type, lies[type] ?? contents.flatMap { $0 })
  }

  private func moov(offset: Int) -> [UInt8] {
    let duration = samples.count * sampleDuration
    let matrix: [UInt8] = .big(0x10000, 4) + .big(0, 12) + .big(0x10000, 4) + .big(0, 12) + .big(0x4000_0000, 4)
    let mvhd = table(
      "mvhd", .big(0, 12), .big(1000, 4), .big(duration, 4), .big(0x10000, 4), .big(0x100, 2), .big(0, 10), matrix,
      .big(0, 24), .big(2, 4))
    let tkhd = table(
      "tkhd", .big(0xF, 4), .big(0, 8), .big(1, 4), .big(0, 4), .big(duration, 4), .big(0, 16), matrix,
      .big(width << 16, 4), .big(height << 16, 4))
    let mdhd = table("mdhd", .big(0, 12), .big(1000, 4), .big(duration, 4), .big(0, 4))
    let hdlr = table("hdlr", .big(0, 4), Array("mhlrvide".utf8), .big(0, 12), [0])
    let dref = table("dref", .big(0, 4), .big(1, 4), reference)
    let minf = Self.box(
      "minf", Self.box("vmhd", .big(1, 4), .big(0, 8)), Self.box("dinf", dref), stbl(offset: offset))
    let edts = lies["elst"].map { Self.box("edts", Self.box("elst", $0)) } ?? []
    return Self.box(
      "moov", mvhd, Self.box("trak", tkhd, edts, Self.box("mdia", mdhd, hdlr, minf)), lies["moov"] ?? [])
  }

  private func stbl(offset: Int) -> [UInt8] {
    let entry = Self.box(
      codec, .big(0, 6), .big(1, 2), .big(0, 16), .big(width, 2), .big(height, 2), .big(0x48_0000, 4),
      .big(0x48_0000, 4), .big(0, 4), .big(1, 2), .big(0, 32), .big(depth, 2), .big(-1, 2), extensions)
    let sizes = samples.flatMap { [UInt8].big($0.count, 4) }
    return Self.box(
      "stbl", table("stsd", .big(0, 4), .big(1, 4), entry),
      table("stts", .big(0, 4), .big(1, 4), .big(samples.count, 4), .big(sampleDuration, 4)),
      lies["ctts"].map { Self.box("ctts", $0) } ?? [],
      table("stsc", .big(0, 4), .big(1, 4), .big(1, 4), .big(samples.count, 4), .big(1, 4)),
      table("stsz", .big(0, 4), .big(0, 4), .big(samples.count, 4), sizes),
      table("stco", .big(0, 4), .big(1, 4), .big(offset, 4)))
  }

  /// A Macintosh alias record for the data references, which names another file by a path (`mov_read_dref`).
  static func alias(to path: String) -> [UInt8] {
    func padded(_ text: String, _ width: Int) -> [UInt8] {
      let bytes = Array(text.utf8.prefix(width))
      return [UInt8(bytes.count)] + bytes + [UInt8](repeating: 0, count: width - bytes.count)
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let bytes = Array(path.utf8) + (path.utf8.count % 2 == 1 ? [0] : [])
    return box(
      "alis", .big(0, 4), .big(0, 10), padded("disk", 27), .big(0, 12), padded(name, 63), .big(0, 16), .big(1, 2),
      .big(1, 2), .big(0, 16), .big(2, 2), .big(path.utf8.count, 2), bytes, .big(0xFFFF, 2), .big(0, 2))
  }

  /// A data reference with the URL of another file.
  static func url(_ url: String) -> [UInt8] { box("url ", .big(0, 4), Array(url.utf8), [0]) }
}
