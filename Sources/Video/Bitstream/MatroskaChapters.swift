/// The chapters of a Matroska file's default edition (RFC 9559, 5.1.7).
///
/// FFmpeg mixes those of all editions, and leaves out those that begin before another one in front of them.
enum MatroskaChapters {
  /// When a chapter begins, in nanoseconds, and its first title.
  typealias Atom = (start: Int64, title: String?)

  /// The chapters in the order of the file, without hidden and disabled ones, and without those inside another one; nil if
  /// the file has none, or if they cannot be read.
  static func all(reading read: MovieBoxes.Read) -> [Atom]? {
    guard let place = place(in: ElementReader(read(0, headSize))) else { return nil }
    var reader = ElementReader(read(place, 12))
    guard reader.readID() == identifier, let count = reader.readSize(), (1...longest).contains(count) else {
      return nil
    }
    let content = ElementReader(read(place + Int64(reader.position), Int(count)))
    let editions = content.contents(of: 0x45B9)
    let edition = editions.first { flag(0x45DB, of: $0, or: false) } ?? editions.first
    return edition.map { $0.contents(of: 0xB6).compactMap(atom) }
  }

  private static let identifier: UInt32 = 0x1043_A770
  private static let (headSize, longest): (Int, Int64) = (1 << 16, 4 << 20)

  /// Where the chapters are: in front of the pictures, or where the list of elements (SeekHead) says.
  private static func place(in head: ElementReader) -> Int64? {
    var reader = head
    guard reader.enter(0x1853_8067) else { return nil }
    let start = reader.position
    var listed: Int64?
    while true {
      let place = reader.position
      guard let id = reader.readID(), let size = reader.readSize() else { break }
      if id == identifier { return Int64(place) }
      let content = reader
      guard id != 0x1F43_B675, reader.skip(size) else { break }
      guard id == 0x114D_9B74, listed == nil else { continue }
      let entry = content.part(of: Int(size)).contents(of: 0x4DBB).first {
        number(0x53AB, of: $0) == Int64(identifier)
      }
      listed = entry.flatMap { number(0x53AC, of: $0) }
    }
    guard let (place, overflow) = listed?.addingReportingOverflow(Int64(start)), !overflow else { return nil }
    return place
  }

  /// A chapter that is to be shown; nil for any other.
  private static func atom(_ content: ElementReader) -> Atom? {
    guard let start = number(0x91, of: content), !flag(0x98, of: content, or: false),
      flag(0x4598, of: content, or: true)
    else { return nil }
    let title = content.contents(of: 0x80).first?.contents(of: 0x85).first?.rest
    // A string may end early with a zero (RFC 8794, 7.4).
    let text = title.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } ?? ""
    return (start, text.isEmpty ? nil : text)
  }

  private static func flag(_ id: UInt32, of content: ElementReader, or usual: Bool) -> Bool {
    number(id, of: content).map { $0 != 0 } ?? usual
  }

  /// An unsigned number; nil if it is missing, or has more than 63 bits.
  private static func number(_ id: UInt32, of content: ElementReader) -> Int64? {
    guard let bytes = content.contents(of: id).first?.rest, bytes.count <= 8 else { return nil }
    return Int64(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
