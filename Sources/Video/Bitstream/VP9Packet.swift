/// The frames of a packet of VP9 (VP9 bitstream specification, 6.2 and annex B).
enum VP9Packet {
  /// Whether decoding may start at a packet, and whether it shows a picture; doubtful if it shows several, as spatial
  /// layers do.
  static func traits(of bytes: UnsafeRawBufferPointer) -> PacketTraits {
    let frames = frames(of: bytes)
    guard let first = header(of: frames[0]) else { return [] }
    var traits: PacketTraits = first.isKey ? .cleanStart : []
    // What follows the first one may be unreadable: the decoder decides.
    let shown = frames.dropFirst().reduce(first.isShown ? 1 : 0) { $0 + (header(of: $1)?.isShown ?? true ? 1 : 0) }
    if shown == 0 { traits.insert(.hidden) }
    if shown > 1 { traits.insert(.doubtful) }
    return traits
  }

  /// The frames of a superframe, which ends with an index of their sizes, or the only one.
  private static func frames(of bytes: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>] {
    guard let marker = bytes.last, marker & 0xE0 == 0xC0 else { return [bytes[...]] }
    let (count, width) = (Int(marker & 7) + 1, Int(marker >> 3 & 3) + 1)
    let index = bytes.count - 2 - count * width
    guard index > 0, bytes[index] == marker else { return [bytes[...]] }
    var frames: [Slice<UnsafeRawBufferPointer>] = []
    var place = 0
    for number in 0..<count {
      // Little-endian.
      let size = (0..<width).reduce(0) { $0 | Int(bytes[index + 1 + number * width + $1]) << (8 * $1) }
      guard size <= index - place else { break }
      if size > 0 { frames.append(bytes[place..<place + size]) }
      place += size
    }
    return frames.isEmpty ? [bytes[...]] : frames
  }

  private static func header(of frame: Slice<UnsafeRawBufferPointer>) -> (isKey: Bool, isShown: Bool)? {
    var bits = BitReader(frame, skipsEmulation: false)
    guard bits.read(2) == 2, let low = bits.readBit(), let high = bits.readBit() else { return nil }
    if low == 1, high == 1 { _ = bits.readBit() }
    guard let showsExisting = bits.readFlag() else { return nil }
    if showsExisting { return (false, true) }
    guard let isInter = bits.readFlag(), let isShown = bits.readFlag() else { return nil }
    return (!isInter, isShown)
  }
}
