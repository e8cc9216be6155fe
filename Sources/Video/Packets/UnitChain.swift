/// Whether the units that a container consists of follow each other without a gap: pages of Ogg (RFC 3533, 6), or triplets
/// of MXF (SMPTE ST 377-1, 6.3).
///
/// Where bytes are missing, FFmpeg looks for the next unit, and says nothing.
struct UnitChain {
  private enum Format {
    case ogg, mxf
  }

  private struct Page {
    let stream: UInt32
    let number: UInt32
    /// Whether a stream begins with it, whatever the one before had.
    let isFirst: Bool
  }

  private let format: Format
  private let source: ByteSource
  /// Where the unit of the last packet begins; nil behind a seek.
  private var last: Int64?
  /// The last page of the packets' stream.
  private var page: Page?

  /// With more units between two packets, nothing is said of them.
  private static let most = 4_096

  /// nil for containers with other units.
  init?(_ container: Container, _ source: ByteSource) {
    switch container.name {
    case "ogg": format = .ogg
    case "mxf": format = .mxf
    default: return nil
    }
    self.source = source
  }

  /// Reading goes on elsewhere.
  mutating func leave() { (last, page) = (nil, nil) }

  /// Whether a unit is missing or damaged between that of the packet before and the one at this position.
  mutating func isBroken(before position: Int64) -> Bool {
    guard position >= 0, position != last else { return false }
    // Where all packets of MXF are in one triplet, none begins at a packet.
    guard let own = header(at: position) else { return false }
    if last ?? position > position { leave() }
    defer { last = position }
    var isBroken = false
    if let last {
      var next = last
      for _ in 0..<Self.most where next < position {
        guard let unit = header(at: next), next == last || follows(unit.page, of: own.page?.stream) else {
          isBroken = true
          break
        }
        next = unit.end
      }
      if next > position { isBroken = true }
      if !isBroken, next < position { page = nil }
    }
    return !follows(own.page, of: own.page?.stream) || isBroken
  }

  /// Notes a page; returns false if one of its stream is missing before it.
  private mutating func follows(_ next: Page?, of stream: UInt32?) -> Bool {
    guard let next, next.stream == stream else { return true }
    defer { page = next }
    guard let page, page.stream == next.stream, !next.isFirst else { return true }
    return next.number == page.number &+ 1
  }

  /// What a unit says of itself, and where it ends; nil if none begins there.
  private func header(at place: Int64) -> (end: Int64, page: Page?)? {
    let bytes = source.bytes(at: place, count: format == .ogg ? 27 + 255 : 16 + 9)
    func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    switch format {
    case .ogg:
      guard bytes.count >= 27, bytes.starts(with: "OggS".utf8), bytes.count >= 27 + Int(bytes[26]) else { return nil }
      let lengths = bytes[27..<27 + Int(bytes[26])]
      let length = 27 + lengths.count + lengths.reduce(0) { $0 + Int($1) }
      let page = Page(stream: number(at: 14), number: number(at: 18), isFirst: bytes[5] & 2 != 0)
      return (place + Int64(length), page)
    case .mxf:
      guard bytes.count > 16, bytes.starts(with: [0x06, 0x0E, 0x2B, 0x34]) else { return nil }
      guard bytes[16] >= 0x80 else { return (place + 17 + Int64(bytes[16]), nil) }
      let count = Int(bytes[16] & 0x7F)
      guard count <= 8, bytes.count >= 17 + count else { return nil }
      let length = bytes[17..<17 + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let length = Int64(exactly: length) else { return nil }
      let (end, overflows) = length.addingReportingOverflow(place + 17 + Int64(count))
      return overflows ? nil : (end, nil)
    }
  }
}
