import Testing
@testable import Video

/// Ends of transport streams made by hand: packets of one size with a sync byte, 0x47, at one offset (ISO/IEC 13818-1,
/// 2.4.3.2).
struct TransportTailTests {
  /// A packet size and where its sync byte is: plain, BDAV (four bytes of time before it), with 16 bytes of parity.
  private static let shapes = [(188, 0), (192, 4), (204, 0)]

  /// Packets of which no other byte is a sync byte: all others are 0x80 and above.
  private func packets(_ count: Int, _ size: Int, sync: Int) -> [UInt8] {
    (0..<count * size).map { $0 % size == sync ? 0x47 : 0x80 | UInt8($0 % 100) }
  }

  /// Whether a file is cut off according to its last bytes.
  private func isCut(_ file: some Sequence<UInt8>) -> Bool {
    TransportTail(Array(Array(file).suffix(TransportTail.length))).isCut
  }

  @Test func `the tail is as long as eight of the largest packets`() { #expect(TransportTail.length == 1632) }

  @Test(arguments: shapes) func `any number of complete packets is complete`(_ size: Int, _ sync: Int) {
    for count in [5, 6, 8, 9, 12, 50] { #expect(!isCut(packets(count, size, sync: sync)), "\(count) packets") }
  }

  @Test(arguments: shapes) func `a last packet without one of its bytes is cut`(_ size: Int, _ sync: Int) {
    let file = packets(12, size, sync: sync)
    for missing in 1..<size { #expect(isCut(file.dropLast(missing)), "\(missing) bytes are missing") }
    // Then the last packet is missing entirely.
    #expect(!isCut(file.dropLast(size)))
    // One byte of the next.
    #expect(isCut(file + [sync == 0 ? 0x47 : 0x80]))
  }

  @Test(arguments: shapes) func `five packets are enough, fewer are not`(_ size: Int, _ sync: Int) {
    // The fifth one has its sync byte.
    #expect(isCut(packets(5, size, sync: sync).dropLast(10)))
    #expect(isCut(packets(4, size, sync: sync) + packets(1, size, sync: sync).prefix(sync + 1)))
    for count in 0...4 {
      let file = packets(count, size, sync: sync)
      #expect(!isCut(file) && !isCut(file.dropLast(10)), "\(count) packets")
    }
  }

  @Test func `a file that is not a transport stream is taken for complete`() {
    for byte: UInt8 in [0, 0x46, 0xFF] { #expect(!isCut([UInt8](repeating: byte, count: 3000))) }
    // Sync bytes at distances that are not a packet size.
    #expect(!isCut(packets(12, 200, sync: 0).dropLast(7)))
    #expect(!isCut([]) && !isCut([0x47]))
  }

  @Test(arguments: shapes) func `with a missing sync byte the tail counts as complete`(_ size: Int, _ sync: Int) {
    for packet in [5, 8, 10, 11] {
      var file = packets(12, size, sync: sync)
      file[packet * size + sync] = 0x46
      #expect(!isCut(file.dropLast(10)), "packet \(packet)")
    }
  }

  @Test(arguments: shapes) func `bytes before the tail do not matter`(_ size: Int, _ sync: Int) {
    let junk = [UInt8](repeating: 0x11, count: 777)
    #expect(!isCut(junk + packets(12, size, sync: sync)) && isCut(junk + packets(12, size, sync: sync).dropLast(50)))
  }
}
