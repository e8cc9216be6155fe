import CFFmpeg
import Testing
@testable import Video

/// Timestamps compared with the output order as H.264 and HEVC code it in their slices, which contain only its low
/// bits.
struct CountedOrderTests {
  /// Words as `P8@4`: a kind of picture, its whole count, its timestamp.
  private func read(_ text: String) throws -> [(kind: Character, count: Int, time: Int64)] {
    try text.split(separator: " ").map { word in
      let numbers = word.dropFirst().split(separator: "@")
      try #require(numbers.count == 2)
      return (try #require(word.first), try #require(Int(numbers[0])), try #require(Int64(numbers[1])))
    }
  }

  // MARK: H.264

  /// I is IDR, P is a reference picture, b is not.
  private func h264(_ text: String, bits: Int = 4) throws -> [CheckedPacket] {
    let made = MadeH264(orderBits: bits)
    return try read(text).map { kind, count, time in
      let slice = made.slice(count, isIDR: kind == "I", isReference: kind != "b")
      return CheckedPacket(withStartCodes([[0x09, 0xF0], slice]), at: time)
    }
  }

  private func found(_ packets: [CheckedPacket], bits: Int = 4, sets: [[UInt8]]? = nil) throws -> [Int] {
    try CheckedStream.contradictions(
      packets, AV_CODEC_ID_H264, configuration: withStartCodes(sets ?? [MadeH264(orderBits: bits).sequence]))
  }

  private func h264Found(_ text: String, bits: Int = 4) throws -> [Int] {
    try found(h264(text, bits: bits), bits: bits)
  }

  @Test func `timestamps in H.264's output order are accepted`() throws {
    #expect(try h264Found("I0@0 P2@1 P4@2 P6@3") == [])
    #expect(try h264Found("I0@0 P6@3 b2@1 b4@2 P12@6 b8@4 b10@5") == [])
    // A pyramid: 4 is a reference picture and waits for 2, and for nothing else.
    #expect(try h264Found("I0@0 P8@4 P4@2 b2@1 b6@3", bits: 5) == [])
    // Timestamps have gaps, and two may be equal.
    #expect(try h264Found("I0@-7 P6@90 b2@5 b4@5") == [])
  }

  @Test func `the order is proven if every packet had a count`() throws {
    func isProven(_ packets: [CheckedPacket], sets: [[UInt8]] = [MadeH264(orderBits: 4).sequence]) throws -> Bool {
      try CheckedStream.isCounted(packets, AV_CODEC_ID_H264, configuration: withStartCodes(sets))
    }
    let packets = try h264("I0@0 P2@1 P4@2 P6@3")
    #expect(try isProven(packets) && !isProven([]))
    for place in packets.indices {
      var others = packets
      others[place] = others[place].corrupt
      // The last one may be cut.
      #expect(try isProven(others) == (place == packets.count - 1), "packet \(place)")
    }
    // Without parameter sets, and a packet without a slice.
    #expect(try !isProven(packets, sets: []))
    #expect(try !isProven(packets + [CheckedPacket(withStartCodes([[0x09, 0xF0]]), at: 4)]))
  }

  /// Groups of 4 in a pyramid whose counts, 8 per group, wrap at 32 (5 bits) every four groups.
  private func pyramid(_ groups: Int, exchanging other: Int? = nil) -> String {
    let texts = (0..<groups).map { group in
      let (first, time) = (8 * group, 4 * group)
      let (last, late) = group == other ? (time + 3, time + 4) : (time + 4, time + 3)
      return "P\(first + 8)@\(last) P\(first + 4)@\(time + 2) b\(first + 2)@\(time + 1) b\(first + 6)@\(late)"
    }
    return (["I0@0"] + texts).joined(separator: " ")
  }

  @Test func `the count continues when its low bits wrap`() throws {
    #expect(try h264Found(pyramid(40), bits: 5) == [])
    // P and the last b of group 3 (counts 32 and 30), and of group 30. That b is picture 1 + 4 · group + 3 of the file.
    #expect(try h264Found(pyramid(40, exchanging: 3), bits: 5) == [16])
    #expect(try h264Found(pyramid(40, exchanging: 30), bits: 5) == [124])
  }

  @Test func `half the range counts as forwards, as in the standard`() throws {
    // 8.2.1.1: only more than half of 16 forwards counts as backwards (P8 from 0), half of it backwards counts as
    // forwards (P16 with the low bits 0 from 8).
    #expect(try h264Found("I0@0 P8@4 b2@1 b4@2 b6@3 P16@8 b10@5 b12@6 b14@7") == [])
    // 9 forwards is 7 backwards: 11, after 18 with the low bits 2, is 11.
    #expect(try h264Found("I0@0 P6@1 P12@3 P18@5 b11@2 P20@6") == [])
    #expect(try h264Found("I0@0 P6@1 P12@2 P18@5 b11@3 P20@6") == [4])
  }

  @Test func `decode timestamps and exchanged ones are found`() throws {
    #expect(try h264Found("I0@0 P6@1 b2@2 b4@3") == [2, 3])
    #expect(try h264Found("I0@0 P6@3 b2@2 b4@1") == [3])
    // 4 and 2 of the pyramid: 2 comes out first.
    #expect(try h264Found("I0@0 P8@4 P4@1 b2@2 b6@3", bits: 5) == [3])
    #expect(try h264Found("I0@0 P8@2 P4@4 b2@1 b6@3", bits: 5) == [2, 4])
  }

  @Test func `each IDR picture is shown after all that came before it`() throws {
    #expect(try h264Found("I0@0 P4@2 b2@1 I0@3 P4@5 b2@4 I0@6 I0@7") == [])
    // Its own timestamp and that of the P before it.
    #expect(try h264Found("I0@0 P4@3 b2@1 I0@2 P4@5 b2@4") == [3])
    // Its own and that of the b before it, which then follows P4.
    #expect(try h264Found("I0@0 P4@2 b2@3 I0@1 P4@5 b2@4") == [2, 3])
  }

  @Test func `counts of unreferenced pictures are relative to the last reference picture`() throws {
    // 13 is 7 from 6, but 12 from 1, which would be 4 back.
    #expect(try h264Found("I0@0 P6@3 b1@1 P13@6 b9@5") == [])
  }

  @Test func `with parameter sets that disagree the order is unknown`() throws {
    let (four, five) = (MadeH264(orderBits: 4).sequence, MadeH264(orderBits: 5).sequence)
    let wrong = try h264("I0@0 P6@1 b2@2 b4@3")
    #expect(try found(wrong, sets: [four, four]) == [2, 3])
    #expect(try found(wrong, sets: [four, five]) == [])
    #expect(try found(wrong, sets: [four, MadeH264(frameNumberBits: 5).sequence]) == [])
    #expect(try found(wrong, sets: []) == [])
  }

  @Test func `a different parameter set in the middle ends the check`() throws {
    func found(_ set: [UInt8]) throws -> [Int] {
      var packets = try h264("I0@0 P4@2 b2@1 I0@3 P4@4 b2@5")
      packets[3] = CheckedPacket(withStartCodes([set, MadeH264().slice(0, isIDR: true)]), at: 3)
      return try self.found(packets)
    }
    #expect(try found(MadeH264().sequence) == [5])
    #expect(try found(MadeH264(orderBits: 5).sequence) == [])
    #expect(try found(MadeH264(orderType: 2).sequence) == [])
  }

  @Test func `a lost IDR picture is not a contradiction`() throws {
    var packets = try h264("I0@0 P4@2 b2@1 I0@3 P4@5 b2@4 P8@7 b6@6")
    for bytes in [packets[3], CheckedPacket(withStartCodes([MadeH264().slice(0, isIDR: true, type: 10)]), at: 3)] {
      packets[3] = bytes.corrupt
      #expect(try found(packets) == [])
    }
    // Nor is one whose header cannot be read.
    packets[3] = CheckedPacket(withStartCodes([MadeH264().slice(0, isIDR: true, type: 10)]), at: 3)
    #expect(try found(packets) == [])
    // After it the count continues by itself.
    packets[6] = try h264("P8@5")[0]
    #expect(try found(packets) == [7])
  }

  @Test func `when time falls by more than a second the count starts anew`() throws {
    var packets = try h264("P8@500 P12@501 P4@300 b2@299 P10@302", bits: 5)
    for place in packets.indices { packets[place].decode = packets[place].presentation }
    #expect(try found(packets, bits: 5) == [])
    // Without the restart: 10 comes out after the first 8, which is shown at 500.
    for place in packets.indices { packets[place].decode = Int64(place) }
    #expect(try found(packets, bits: 5) == [4])
  }

  @Test func `H.264 without reordering is compared in decoding order`() throws {
    let made = MadeH264(orderType: 2)
    let packets = [0, 2, 1].map { CheckedPacket(withStartCodes([made.slice(0)]), at: $0) }
    #expect(try found(packets, sets: [made.sequence]) == [2])
    // For cycles the order is unknown.
    #expect(try found(packets, sets: [MadeH264(orderType: 1).sequence]) == [])
  }

  // MARK: HEVC

  private static let types: [Character: UInt8] = [
    "I": 19, "C": 21, "B": 16, "P": 1, "T": 1, "n": 0, "r": 9, "s": 8, "d": 7,
  ]

  /// I IDR, C CRA, B BLA; P trailing, T trailing in a higher temporal layer, n trailing and not a reference picture; r
  /// and s RASL, d RADL (table 7-1).
  private func hevcFound(_ text: String, bits: Int = 4) throws -> [Int] {
    let made = MadeHEVC(orderBits: bits)
    let packets = try read(text).map { kind, count, time in
      let type = try #require(Self.types[kind])
      let slice = made.slice(type, kind == "I" ? nil : count, temporal: kind == "T" ? 1 : 0)
      return CheckedPacket(withLengths([slice], size: 4), at: time)
    }
    return try CheckedStream.contradictions(
      packets, AV_CODEC_ID_HEVC, configuration: MadeHEVC.record([made.sequence, made.picture]))
  }

  @Test func `timestamps in HEVC's output order are accepted`() throws {
    // 17 to 20 have the low bits 1 to 4.
    #expect(
      try hevcFound("I0@0 P4@4 P2@2 n1@1 n3@3 C8@8 r6@6 s5@5 s7@7 P12@12 n10@10 P16@16 n14@14 P20@20 n18@18 n17@17")
        == [])
    // Leading pictures of a first CRA: 14 is 4 before 18, whose low bits are 2.
    #expect(try hevcFound("C18@9 d14@7 d16@8 P20@10") == [])
    #expect(try hevcFound("I0@0 P4@2 n2@1 I0@3 P4@5 n2@4") == [])
  }

  @Test func `contradictions of HEVC are found`() throws {
    #expect(try hevcFound("I0@0 P4@1 P2@2 n1@3 n3@4") == [2, 3, 4])
    #expect(try hevcFound("I0@0 P4@4 P2@2 n1@3 n3@1") == [3, 4])
    #expect(try hevcFound("I0@0 P4@4 C8@6 r6@8 P12@9") == [3])
    #expect(try hevcFound("I0@0 P4@3 I0@2 P4@4") == [2])
  }

  @Test func `no count is relative to leading pictures, unreferenced ones and higher layers`() throws {
    // 8.3.1: from 7, 13 is 6 forwards. From 1 it would be 12 forwards, which is 4 backwards.
    for kind in ["d", "r", "s"] { #expect(try hevcFound("C7@7 \(kind)1@1 P13@13") == [], "\(kind)") }
    for kind in ["T", "n"] { #expect(try hevcFound("I0@0 P7@7 \(kind)1@1 P13@13") == [], "\(kind)") }
    #expect(try hevcFound("I0@0 P7@7 P1@1 P13@13") == [3])
  }

  @Test func `BLA pictures reset the count, CRA pictures do not`() throws {
    #expect(try hevcFound("I0@0 P4@4 B2@6 P5@9") == [])
    // 2 comes out before 4.
    #expect(try hevcFound("I0@0 P4@4 C2@6 P5@9") == [2])
  }
}
