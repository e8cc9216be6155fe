import CFFmpeg
import Testing
@testable import Video

/// Timestamps compared with the decoder's output order, for codecs without a picture order count.
struct OrderCheckTests {
  private static let anchored = [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4]

  /// Pictures written as I, P or B with a timestamp, `-` for none, in file order.
  private func pictures(_ text: String, _ codec: AVCodecID) throws -> [CheckedPacket] {
    try text.split(separator: " ").map { word in
      let kind = try #require(["I", "P", "B"].firstIndex(of: word.prefix(1)))
      return CheckedPacket(picture(kind, codec), at: Int64(word.dropFirst()))
    }
  }

  /// The header of an I, P or B picture (0, 1, 2).
  private func picture(_ kind: Int, _ codec: AVCodecID) -> [UInt8] {
    guard codec == AV_CODEC_ID_MPEG4 else {
      // ISO/IEC 13818-2, 6.2.3: temporal reference in 10 bits, coding type 1, 2 or 3 in 3, delay in 16.
      var bits = MadeBits()
      bits.add(0, width: 10)
      bits.add(kind + 1, width: 3)
      bits.add(-1, width: 16)
      return [0, 0, 1, 0] + bits.bytes
    }
    // ISO/IEC 14496-2, 6.2.5: coding type 0, 1 or 2 in 2 bits; more bytes than a placeholder has.
    return [0, 0, 1, 0xB6, UInt8(kind) << 6 | 0x10] + [UInt8](repeating: 9, count: 8)
  }

  // A start for each packet of the longest table fits into 64 bits, and a count that grows by 2^15 with each of them,
  // which is half of the largest range (ITU-T H.264, 7.4.2.1.1: 16 bits), stays below a step.
  @Test func `no stream is too long for its positions`() {
    let packets = Int64(PacketTable.mostRecords)
    #expect(!OrderCheck.step.multipliedReportingOverflow(by: packets + 1).overflow)
    #expect(packets * (1 << 15) < OrderCheck.step)
  }

  private func contradictions(_ text: String, _ codec: AVCodecID) throws -> [Int] {
    try CheckedStream.contradictions(pictures(text, codec), codec)
  }

  // MARK: MPEG-1, 2 and 4: B pictures are shown at once, others when the next non-B picture comes

  @Test(arguments: anchored)
  func `timestamps in output order are accepted, with every kind of group`(_ codec: AVCodecID) throws {
    for text in [
      "I0 P1 P2 I3 P4", "I0 P3 B1 B2 P6 B4 B5 I9 B7 B8 P10", "I2 B0 B1 P5 B3 B4", "I0 P1 P1 B1 P2", "B0 B1 I2 P3",
      "I-9 P-6 B-8 B-7",
    ] {
      #expect(try contradictions(text, codec) == [], "\(text)")
    }
  }

  @Test(arguments: anchored)
  func `decode timestamps are found`(_ codec: AVCodecID) throws {
    // Output as 0 2 3 1 5 6 4: each B picture comes out before the P picture that precedes it in the file.
    #expect(try contradictions("I0 P1 B2 B3 P4 B5 B6", codec) == [2, 3, 5, 6])
    #expect(try contradictions("I0 P1 P2 P3 B4", codec) == [4])
  }

  @Test(arguments: anchored)
  func `exchanged timestamps are found`(_ codec: AVCodecID) throws {
    // Two B pictures.
    #expect(try contradictions("I0 P3 B2 B1 P6 B4 B5", codec) == [3])
    // A B picture and the P that it precedes on screen: 3 comes out before 2.
    #expect(try contradictions("I0 P2 B1 B3 P6 B4 B5", codec) == [3])
    // The other one: 3 comes out before both 2 and 1.
    #expect(try contradictions("I0 P1 B3 B2 P6 B4 B5", codec) == [2, 3])
    // Two P pictures: 6 comes out before 4, 5 and 3.
    #expect(try contradictions("I0 P6 B1 B2 P3 B4 B5", codec) == [4, 5, 6])
  }

  @Test func `the check continues to the end of the file`() throws {
    // Forty groups of P B B, of which group 30 has its B pictures exchanged: P 91, B 92 and B 93 of the file.
    let groups = (0..<40).map { "P\(3 * $0 + 3) B\(3 * $0 + 1) B\(3 * $0 + 2)" }
    var texts = ["I0"] + groups
    #expect(try contradictions(texts.joined(separator: " "), AV_CODEC_ID_MPEG2VIDEO) == [])
    texts[31] = "P93 B92 B91"
    #expect(try contradictions(texts.joined(separator: " "), AV_CODEC_ID_MPEG2VIDEO) == [93])
  }

  @Test func `a picture without a timestamp still has a position`() throws {
    #expect(try contradictions("I0 P- B1 B2 P6 B- B5", AV_CODEC_ID_MPEG2VIDEO) == [])
    #expect(try contradictions("I0 P1 B- B3", AV_CODEC_ID_MPEG2VIDEO) == [3])
  }

  @Test func `packets before a corrupt one are not compared with those after it`() throws {
    var packets = try pictures("I0 P9 B1 P3 P2", AV_CODEC_ID_MPEG2VIDEO)
    #expect(try CheckedStream.contradictions(packets, AV_CODEC_ID_MPEG2VIDEO) == [3, 4])
    packets[2] = packets[2].corrupt
    #expect(try CheckedStream.contradictions(packets, AV_CODEC_ID_MPEG2VIDEO) == [4])
    // Without a P picture the B pictures after it still come out in order.
    packets = try pictures("I0 P3 B1 B2 P6 B4 B5 P9 B7 B8", AV_CODEC_ID_MPEG2VIDEO)
    for place in packets.indices {
      var damaged = packets
      damaged[place] = damaged[place].corrupt
      #expect(try CheckedStream.contradictions(damaged, AV_CODEC_ID_MPEG2VIDEO) == [], "packet \(place)")
    }
  }

  // MARK: Codecs without reordering

  private static let vp8Key: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 16, 0, 16, 0]
  /// Shown and hidden (RFC 6386, 9.1: bit 4).
  private static let (vp8Shown, vp8Hidden): ([UInt8], [UInt8]) = ([0x11, 0, 0, 1], [0x01, 0, 0, 1])

  private func sent(_ times: [Int64], as codec: AVCodecID = AV_CODEC_ID_VP8) -> [CheckedPacket] {
    times.enumerated().map { place, time in
      let bytes: [UInt8] = codec == AV_CODEC_ID_VP8 ? (place == 0 ? Self.vp8Key : Self.vp8Shown) : [0xFF, 0xD8]
      return CheckedPacket(bytes, at: time)
    }
  }

  @Test(arguments: [AV_CODEC_ID_VP8, AV_CODEC_ID_MJPEG])
  func `timestamps of pictures shown in decoding order must not fall`(_ codec: AVCodecID) throws {
    for (times, found) in [
      ([0, 1, 2, 3], []), ([0, 2, 1, 3], [2]), ([3, 2, 1], [1, 2]), ([-4, -3, 9], []), ([0, 1, 1, 1, 2], []),
    ] as [([Int64], [Int])] {
      #expect(try CheckedStream.contradictions(sent(times, as: codec), codec) == found, "\(times)")
    }
    var times = (0..<100).map { Int64($0) }
    times.swapAt(70, 71)
    #expect(try CheckedStream.contradictions(sent(times, as: codec), codec) == [71])
  }

  @Test func `pictures that are not shown do not count`() throws {
    func found(_ packet: CheckedPacket) throws -> [Int] {
      try CheckedStream.contradictions(sent([0, 1]) + [packet] + sent([2, 3]), AV_CODEC_ID_VP8)
    }
    #expect(try found(CheckedPacket(Self.vp8Shown, at: 9)) == [3, 4])
    #expect(try found(CheckedPacket(Self.vp8Hidden, at: 9)) == [])
    #expect(try found(CheckedPacket([], at: 9)) == [])
    // Hidden by an edit list.
    #expect(try found(CheckedPacket(Self.vp8Shown, at: 9).discarded) == [])
    #expect(try found(CheckedPacket(Self.vp8Shown, at: nil)) == [])
  }

  @Test func `missing packets are skipped, corrupt ones are not`() throws {
    let packets = sent([0, 5, 9, 2, 3, 1])
    func found(_ change: (CheckedPacket) -> CheckedPacket) throws -> [Int] {
      var packets = packets
      packets[2] = change(packets[2])
      return try CheckedStream.contradictions(packets, AV_CODEC_ID_VP8)
    }
    // 2, 3 and 1 come after 5.
    #expect(try found(\.missing) == [3, 4, 5])
    // Only 1 comes after a picture that is known to be shown later.
    #expect(try found(\.corrupt) == [5])
  }

  @Test func `when time falls by more than a second the check starts anew`() throws {
    func found(_ decode: Int64, fall: Int64 = 100) throws -> [Int] {
      var packets = sent([500, 501, decode, decode + 1])
      for place in packets.indices { packets[place].decode = packets[place].presentation }
      return try CheckedStream.contradictions(packets, AV_CODEC_ID_VP8, fall: fall)
    }
    // 101 ticks from 501, and 100.
    #expect(try found(400) == [] && found(401) == [2, 3])
    #expect(try found(0) == [] && found(0, fall: .max) == [2, 3])
    #expect(try found(.min + 2) == [])
  }

  // MARK: Others

  @Test func `the order of codecs that reorder without a count is unknown`() throws {
    for codec in [AV_CODEC_ID_VC1, AV_CODEC_ID_H264, AV_CODEC_ID_HEVC] {
      // The last two have no parameter sets.
      #expect(try CheckedStream.contradictions(sent([3, 2, 1], as: codec), codec) == [])
    }
    var check = OrderCheck()
    for time: Int64 in [3, 2, 1] {
      let isContradicted = check.isContradicted(by: try MadePacket(time, key: true).record())
      #expect(!isContradicted)
    }
  }

  @Test func `a contradiction makes a table doubtful`() throws {
    func isDoubtful(_ text: String) throws -> Bool {
      let codec = AV_CODEC_ID_MPEG2VIDEO
      var table = PacketTable(
        startsAtBeginning: true, orderCheck: withParameters(of: codec) { OrderCheck($0, fall: 100) })
      for (packet, word) in zip(try pictures(text, codec), text.split(separator: " ")) {
        table.append(
          PacketRecord(
            presentation: packet.presentation, decode: nil, position: -1, duration: 1,
            traits: word.hasPrefix("B") ? .unreferenced : [], field: nil, hiding: [], isCorrupt: false, settings: []))
      }
      return table.isDoubtful
    }
    #expect(try !isDoubtful("I0 P3 B1 B2") && isDoubtful("I0 P1 B2 B3"))
  }
}
