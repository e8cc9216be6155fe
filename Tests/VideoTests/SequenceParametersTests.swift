import CFFmpeg
import Testing
@testable import Video

/// Sequence parameter sets of H.264, written by hand as in ITU-T H.264, 7.3.2.1.1 and annex E.1.
struct SequenceParametersTests {
  /// A set of the Baseline profile up to `gaps_in_frame_num_value_allowed_flag`, and 64 x 64 pixels.
  private func baseline(gaps: Bool, rest: (inout MadeBits) -> Void = { $0.add("0") }) -> [UInt8] {
    var bits = MadeBits()
    bits.add("01100111")  // nal_unit_type 7
    bits.add("01000010 00000000 00011110")  // profile_idc 66, constraints, level_idc 30
    for value in [0, 0] { bits.addExpGolomb(value) }  // its number, log2_max_frame_num_minus4
    bits.addExpGolomb(2)  // pic_order_cnt_type
    bits.addExpGolomb(1)  // max_num_ref_frames
    bits.add(gaps ? "1" : "0")
    for value in [3, 3] { bits.addExpGolomb(value) }  // macroblocks across and down, less 1
    bits.add("1 1 0")  // frame_mbs_only_flag, direct_8x8_inference_flag, no cropping
    rest(&bits)  // vui_parameters_present_flag and what follows
    bits.add("1")
    return bits.bytes
  }

  private func parse(_ unit: [UInt8]) -> SequenceParameters? {
    unit.withUnsafeBytes { SequenceParameters(unit: $0[...]) }
  }

  /// The end of a VUI: the number of pictures that wait.
  private func restrictions(_ bits: inout MadeBits, depth: Int) {
    bits.add("1 1")  // bitstream_restriction_flag, motion_vectors_over_pic_boundaries_flag
    for value in [0, 0, 10, 10, depth, 4] { bits.addExpGolomb(value) }
  }

  @Test(arguments: [false, true]) func `a set says whether frame numbers may have gaps`(_ gaps: Bool) throws {
    let set = try #require(parse(baseline(gaps: gaps)))
    #expect(set.allowsGaps == gaps)
    #expect(set.reorderDepth == nil)
  }

  @Test(arguments: [0, 2, 16]) func `a plain VUI says how many pictures wait`(_ depth: Int) throws {
    let unit = baseline(gaps: false) { bits in
      bits.add("1 0 0 0 0 0 0 0 0")  // a VUI; no aspect, overscan, signal, place, clock, two buffers, pic_struct
      restrictions(&bits, depth: depth)
    }
    #expect(try #require(parse(unit)).reorderDepth == depth)
  }

  @Test func `a full VUI is skipped`() throws {
    let unit = baseline(gaps: true) { bits in
      bits.add("1 1 11111111" + String(repeating: "01", count: 16))  // extended sample aspect ratio: 2 x 16 bits
      bits.add("1 0")  // overscan_info_present_flag, overscan_appropriate_flag
      bits.add("1 101 0 1" + String(repeating: "0", count: 24))  // signal type with a colour description
      bits.add("1 1 1")  // chroma location of both fields: 0, 0
      bits.add("1" + String(repeating: "0", count: 32) + String(repeating: "1", count: 32) + "1")  // clock
      for _ in 0..<2 {
        bits.add("1")
        bits.addExpGolomb(1)  // two schedules
        bits.add("0001 0001")
        for _ in 0..<2 {
          bits.addExpGolomb(300)
          bits.addExpGolomb(7)
          bits.add("0")
        }
        bits.add("10111 10111 10111 11000")
      }
      bits.add("0 1")  // low_delay_hrd_flag, pic_struct_present_flag
      restrictions(&bits, depth: 3)
    }
    let set = try #require(parse(unit))
    #expect(set.allowsGaps && set.reorderDepth == 3)
  }

  @Test func `the High profile's scaling lists are skipped`() throws {
    var bits = MadeBits()
    bits.add("01100111 01100100 00000000 00011110")  // profile_idc 100
    bits.addExpGolomb(0)
    bits.addExpGolomb(1)  // 4:2:0
    for _ in 0..<2 { bits.addExpGolomb(0) }  // 8 bits
    bits.add("0 1")  // no bypass; lists
    bits.add("0 1")
    // 16 steps of +1 (se 1 is code 1), then a list that ends at once: a step of −8 (se −8 is code 16).
    for _ in 0..<16 { bits.addExpGolomb(1) }
    bits.add("1")
    bits.addExpGolomb(16)
    bits.add("0 0 0 1")
    for _ in 0..<64 { bits.addExpGolomb(0) }
    bits.add("0")
    bits.addExpGolomb(4)  // log2_max_frame_num_minus4
    bits.addExpGolomb(1)  // pic_order_cnt_type 1
    bits.add("0")
    for value in [3, 4, 2, 1, 2] { bits.addExpGolomb(value) }  // two offsets, a cycle of two
    bits.addExpGolomb(4)
    bits.add("1")
    for value in [3, 3] { bits.addExpGolomb(value) }
    bits.add("0 0 1 1")  // fields allowed: one more flag; cropping
    for value in [0, 1, 0, 2] { bits.addExpGolomb(value) }
    bits.add("1 0 0 0 0 0 0 0 0")
    restrictions(&bits, depth: 1)
    bits.add("1")
    let set = try #require(parse(bits.bytes))
    #expect(set.allowsGaps && set.reorderDepth == 1)
  }

  @Test func `a set that is cut off gives nothing, without a trap`() {
    let unit = baseline(gaps: true) { bits in
      bits.add("1 0 0 0 0 0 0 0 0")
      restrictions(&bits, depth: 2)
    }
    // The frame size ends with bit 32 + 1 + 1 + 3 + 3 + 1 + 5 + 5 = 51, of 7 bytes; the depth with bit
    // 51 + 3 + 9 + 2 + 1 + 1 + 7 + 7 + 3 = 84, of 11.
    for count in 0..<unit.count {
      let set = parse(Array(unit.prefix(count)))
      #expect((set != nil) == (count >= 7), "\(count) bytes")
      #expect(set?.reorderDepth == (count >= 11 ? 2 : nil), "\(count) bytes")
    }
    #expect(parse([0x68] + unit.dropFirst()) == nil)
  }

  @Test func `an impossible number of pictures is refused`() throws {
    let unit = baseline(gaps: false) { bits in
      bits.add("1 0 0 0 0 0 0 0 0")
      restrictions(&bits, depth: 17)
    }
    #expect(try #require(parse(unit)).reorderDepth == nil)
  }

  /// The parameters of a stream with this configuration.
  private func parameters(_ configuration: [UInt8], codec: AVCodecID = AV_CODEC_ID_H264) throws -> SequenceParameters? {
    let parameters = try #require(avcodec_parameters_alloc())
    defer {
      parameters.pointee.extradata = nil
      var unused: UnsafeMutablePointer<AVCodecParameters>? = parameters
      avcodec_parameters_free(&unused)
    }
    var bytes = configuration
    return bytes.withUnsafeMutableBufferPointer { buffer in
      parameters.pointee.codec_id = codec
      parameters.pointee.extradata = buffer.baseAddress
      parameters.pointee.extradata_size = Int32(buffer.count)
      return SequenceParameters(parameters.pointee)
    }
  }

  @Test func `the greatest value of several sets is used, in both framings`() throws {
    let sets: [[UInt8]] = [(false, 1), (true, 2)].map { gaps, depth in
      baseline(gaps: gaps) { bits in
        bits.add("1 0 0 0 0 0 0 0 0")
        restrictions(&bits, depth: depth)
      }
    }
    let raw = sets.flatMap { [UInt8]([0, 0, 0, 1]) + $0 }
    var record: [UInt8] = [1, 66, 0, 30, 0xFF, 0xE2]
    for set in sets { record += [0, UInt8(set.count)] + set }
    record.append(0)
    for configuration in [raw, record] {
      let both = try #require(try parameters(configuration))
      #expect(both.allowsGaps && both.reorderDepth == 2)
    }
    #expect(try parameters(raw, codec: AV_CODEC_ID_HEVC) == nil)
    // A set without the value leaves the depth unknown.
    let vague = try #require(try parameters(raw + [0, 0, 1] + baseline(gaps: false)))
    #expect(vague.allowsGaps && vague.reorderDepth == nil)
    for count in 0..<record.count { _ = try parameters(Array(record.prefix(count))) }
  }
}
