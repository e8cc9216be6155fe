import Testing
@testable import Video

/// Times in pieces of transport and program streams, from bytes made by hand (ISO/IEC 13818-1, 2.4.3).
@Suite struct StampReaderTests {
  /// Five bytes of a time: four bits in front, then 3, 15 and 15 bits, each with a marker bit behind.
  private func time(_ ticks: Int64, prefix: UInt8) -> [UInt8] {
    [
      prefix << 4 | UInt8(ticks >> 30 & 7) << 1 | 1, UInt8(ticks >> 22 & 0xFF), UInt8(ticks >> 15 & 0x7F) << 1 | 1,
      UInt8(ticks >> 7 & 0xFF), UInt8(ticks & 0x7F) << 1 | 1,
    ]
  }

  /// The header of a packet of an elementary stream.
  private func header(_ identifier: UInt8 = 0xE0, shown: Int64?, decoded: Int64? = nil) -> [UInt8] {
    var times: [UInt8] = []
    if let shown { times += time(shown, prefix: decoded == nil ? 2 : 3) }
    if let decoded { times += time(decoded, prefix: 1) }
    let flags: UInt8 = shown == nil ? 0 : decoded == nil ? 0x80 : 0xC0
    return [0, 0, 1, identifier, 0, 0, 0x80, flags, UInt8(times.count)] + times
  }

  /// A transport packet of 188 bytes.
  private func packet(
    _ payload: [UInt8] = [], identifier: Int = 0x100, starts: Bool = false, error: Bool = false,
    scrambled: Bool = false,
    adaptation: Int? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = [
      0x47, (error ? 0x80 : 0) | (starts ? 0x40 : 0) | UInt8(identifier >> 8), UInt8(identifier & 0xFF),
      (scrambled ? 0x80 : 0) | (adaptation == nil ? 0x10 : 0x30),
    ]
    if let adaptation { bytes += [UInt8(adaptation)] + Array(repeating: 0xFF, count: adaptation) }
    bytes += payload
    return bytes + Array(repeating: 0xAA, count: 188 - bytes.count)
  }

  private func transport(_ packets: [[UInt8]], of identifier: Int32 = 0x100) -> StampReader.Stamp? {
    let bytes = packets.flatMap { $0 }
    return StampReader(transport: identifier, head: bytes)?.first(in: bytes[...])
  }

  private var filler: [[UInt8]] { Array(repeating: packet(), count: 6) }

  @Test(arguments: [0, 1, 90_000, 0x1_2345_6789, 0x1_FFFF_FFFF] as [Int64])
  func `a time has 33 bits`(_ ticks: Int64) {
    let shown = filler + [packet(header(shown: ticks), starts: true)] + filler
    #expect(transport(shown) == StampReader.Stamp(place: 6 * 188, ticks: ticks))
    // Of two times, the one of decoding.
    let both = [packet(header(shown: 7, decoded: ticks), starts: true)] + filler
    #expect(transport(both) == StampReader.Stamp(place: 0, ticks: ticks))
  }

  @Test func `only a whole packet of the stream that starts there is read`() {
    let good = packet(header(shown: 5), starts: true)
    let others = [
      packet(header(shown: 1)), packet(header(shown: 2), identifier: 0x101, starts: true),
      packet(header(shown: 3), starts: true, error: true), packet(header(shown: 4), starts: true, scrambled: true),
      packet(header(shown: nil), starts: true), packet([1, 2, 3], starts: true),
      // So much adaptation that the header goes on in the next packet.
      packet(Array(header(shown: 6).prefix(4)), starts: true, adaptation: 179),
    ]
    #expect(transport(others + filler) == nil)
    #expect(transport(others + [good] + filler) == StampReader.Stamp(place: 7 * 188, ticks: 5))
    let adapted = packet(header(shown: 8), starts: true, adaptation: 150)
    #expect(transport([adapted] + filler) == StampReader.Stamp(place: 0, ticks: 8))
  }

  @Test(arguments: [(188, 0), (192, 4), (204, 0)])
  func `packets of each size, from any byte on`(_ size: Int, _ before: Int) throws {
    let packets = filler + filler + [packet(header(shown: 9), starts: true)] + filler
    var bytes: [UInt8] = []
    for packet in packets {
      bytes += [UInt8](repeating: 0x11, count: before) + packet
      bytes += [UInt8](repeating: 0x22, count: size - before - 188)
    }
    let reader = try #require(StampReader(transport: 0x100, head: bytes))
    for start in [0, 1, 47, 187, 203] {
      #expect(reader.first(in: bytes[start...])?.place == 12 * size + before, "from \(start)")
    }
    // Fewer than five packets are not recognised.
    #expect(reader.first(in: bytes[(bytes.count - 4 * size)...]) == nil)
  }

  @Test func `marker bits have to be set`() {
    for place in [9, 11, 13] {
      var bytes = header(shown: 90_000)
      bytes[place] &= 0xFE
      #expect(transport([packet(bytes, starts: true)] + filler) == nil, "byte \(place)")
    }
  }

  @Test func `a program stream has start codes among other bytes`() throws {
    let reader = try #require(StampReader(program: 0x1E0))
    let pack: [UInt8] = [0, 0, 1, 0xBA] + Array(repeating: 0x44, count: 10)
    let sound = header(0xC0, shown: 3) + Array(repeating: 0, count: 40)
    let bytes = pack + sound + [0, 0] + header(shown: 11, decoded: 10) + Array(repeating: 1, count: 30)
    // 14 bytes of the pack, 14 and 40 of sound, two zeros.
    #expect(reader.first(in: bytes[...]) == StampReader.Stamp(place: 70, ticks: 10))
    #expect(reader.first(in: bytes[71...]) == nil)
    #expect(StampReader(program: 0x1C0) == nil && StampReader(transport: 0x1E0, head: bytes) == nil)
  }
}
