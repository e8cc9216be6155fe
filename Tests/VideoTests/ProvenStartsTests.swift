import CFFmpeg
import Testing
@testable import Video

/// The starts of codecs whose packets say in their first bits whether they depend on others, made by hand from the
/// standards.
struct ProvenStartsTests {
  private func traits(
    _ codec: AVCodecID, _ bits: String, configuration: [UInt8] = [], size: (Int32, Int32) = (0, 0)
  ) -> KeyframeClassifier.Traits {
    var made = MadeBits()
    made.add(bits)
    // More than a header, so that no packet is taken for one that is too short.
    made.add(String(repeating: "01", count: 100))
    let bytes = made.bytes
    return withParameters(of: codec, configuration: configuration) { parameters in
      var parameters = parameters
      (parameters.width, parameters.height) = size
      // The container's flag says the opposite of what is expected, and must not matter.
      let classifier = KeyframeClassifier(parameters)
      let traits = [true, false].map { classifier.traits(of: bytes, isFlagged: $0) }
      #expect(traits[0] == traits[1] && classifier.starts != nil)
      return traits[0]
    }
  }

  @Test func `PNG starts where the container says so, unless it is called MPNG`() throws {
    // In FFmpeg's decoder, a packet without the flag is added to the picture before it; MPNG's are whole.
    withParameters(of: AV_CODEC_ID_PNG, configuration: []) { parameters in
      var parameters = parameters
      let packet: [UInt8] = [0x89] + Array("PNG".utf8)
      for (tag, starts) in [(UInt32(0), false), (0x3147_4E50, false), (0x474E_504D, true)] {
        parameters.codec_tag = tag
        let classifier = KeyframeClassifier(parameters)
        #expect(classifier.starts != nil && classifier.traits(of: packet, isFlagged: true) == .cleanStart)
        #expect(classifier.traits(of: packet, isFlagged: false) == (starts ? .cleanStart : []))
      }
    }
  }

  // ITU-T H.263, 5.1: the start code of 22 bits, the time, 10, three flags, the size, the type.
  private let h263 = "0000 0000 0000 0000 1000 00" + "0110 0011" + "10" + "000"

  @Test func `H.263 has the picture type after the size`() {
    #expect(traits(AV_CODEC_ID_H263, h263 + "010" + "0" + "110") == .cleanStart)
    #expect(traits(AV_CODEC_ID_H263, h263 + "010" + "1" + "110") == [])
    // 5.1.4: extended types; 001 means that all modes follow in 18 bits. The type is 000 for I, 001 for P.
    let modes = String(repeating: "0", count: 14) + "1000"
    #expect(traits(AV_CODEC_ID_H263, h263 + "111" + "001" + modes + "000") == .cleanStart)
    #expect(traits(AV_CODEC_ID_H263, h263 + "111" + "001" + modes + "001") == [])
    // The flag of annex F is the third behind the type, or behind the size of 3 bits and three others.
    for coder in [AV_CODEC_ID_H263, AV_CODEC_ID_H263I] {
      #expect(traits(coder, h263 + "010" + "0" + "001") == [.cleanStart, .doubtful])
      #expect(traits(coder, h263 + "010" + "1" + "001") == .doubtful)
    }
    let overlapping = "000" + "000" + "1" + "0000000" + "1000"
    #expect(traits(AV_CODEC_ID_H263, h263 + "111" + "001" + overlapping + "000") == [.cleanStart, .doubtful])
    #expect(traits(AV_CODEC_ID_H263, h263 + "111" + "001" + overlapping + "001") == .doubtful)
    // Without the modes they are those of an earlier picture.
    #expect(traits(AV_CODEC_ID_H263, h263 + "111" + "000" + "000") == [])
    #expect(traits(AV_CODEC_ID_H263, "0100 0000") == [])
  }

  @Test func `Intel's and Flash's H.263 have their own headers`() {
    #expect(traits(AV_CODEC_ID_H263I, h263 + "010" + "0" + "110") == .cleanStart)
    #expect(traits(AV_CODEC_ID_H263I, h263 + "010" + "1" + "110") == [])
    // A start code of 17 bits, the version, the time, the size: 0 with 16 bits, 1 with 32, 2 without.
    let flash = "0000 0000 0000 0000 1" + "00001" + "0110 0011"
    for (size, more) in [("000", 16), ("001", 32), ("010", 0), ("110", 0)] {
      let head = flash + size + String(repeating: "0", count: more)
      #expect(traits(AV_CODEC_ID_FLV1, head + "00") == .cleanStart)
      #expect(traits(AV_CODEC_ID_FLV1, head + "01") == [] && traits(AV_CODEC_ID_FLV1, head + "10") == .unreferenced)
    }
  }

  @Test func `Microsoft's MPEG-4 has the type in the first two bits, version 1 after a start code`() {
    for codec in [AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1] {
      #expect(traits(codec, "00") == .cleanStart && traits(codec, "01") == [] && traits(codec, "11") == [])
    }
    let code = "0000 0000 0000 0000 0000 0001 0000 0000" + "10101"
    #expect(
      traits(AV_CODEC_ID_MSMPEG4V1, code + "00") == .cleanStart && traits(AV_CODEC_ID_MSMPEG4V1, code + "01") == [])
  }

  @Test func `Windows Media Video 8 trusts no intra picture of the second way, and repeats the picture before`() {
    // Rate, bit rate, motion, filter, size of transform, way of intra coding, and the rest.
    func configuration(_ hasWays: String, filter: String = "0") -> [UInt8] {
      var made = MadeBits()
      made.add("11001" + "000 0000 1000" + "1" + filter + "1" + hasWays + "0" + "1" + "001")
      return made.bytes
    }
    // With the loop filter nothing is trusted.
    for (filter, isProven) in [("0", true), ("1", false)] {
      let starts = withParameters(of: AV_CODEC_ID_WMV2, configuration: configuration("0", filter: filter)) {
        ProvenStarts($0, hasAlphaPlane: false)
      }
      #expect((starts != nil) == isProven)
    }
    func wmv2(_ bits: String, _ hasWays: String = "1") -> KeyframeClassifier.Traits {
      traits(AV_CODEC_ID_WMV2, bits, configuration: configuration(hasWays), size: (64, 48))
    }
    // I: 0, seven bits, the quantiser, the way.
    #expect(wmv2("0" + "1111111" + "00101" + "0") == .cleanStart)
    #expect(wmv2("0" + "1111111" + "00101" + "1") == .doubtful)
    #expect(wmv2("0" + "1111111" + "00101" + "1", "0") == .cleanStart)
    // P: 1, the quantiser, how macroblocks are skipped: 64 by 48 samples have three rows (2) of four (3 is by columns).
    #expect(wmv2("1" + "00101" + "00") == [] && wmv2("1" + "00101" + "10" + "110") == [])
    #expect(wmv2("1" + "00101" + "10" + "111") == .hidden && wmv2("1" + "00101" + "11" + "1111") == .hidden)
    #expect(wmv2("1" + "00101" + "11" + "1110") == [])
  }

  @Test func `Windows Media Video 9 has the type after two bits, or more as its header says`() {
    // SMPTE 421M, J.1: profile, two zeros, quality of rate and bits, loop filter, a second way of intra coding; several
    // sizes, transform, chroma, vectors, quantisers (2), transform size, tables, overlap, markers; range, B pictures (3),
    // quantiser (2), hints, and a one.
    func wmv3(_ bits: String, ways: String = "0", range: String = "0", most: String = "000", hint: String = "0")
      -> KeyframeClassifier.Traits?
    {
      var made = MadeBits()
      made.add("01" + "00" + "101" + "01010" + "1" + ways + "0" + "1" + "1" + "0" + "00" + "1" + "0" + "0" + "0")
      made.add(range + most + "00" + hint + "1")
      let isKnown = withParameters(of: AV_CODEC_ID_WMV3, configuration: made.bytes) {
        KeyframeClassifier($0).starts != nil
      }
      return isKnown ? traits(AV_CODEC_ID_WMV3, bits, configuration: made.bytes) : nil
    }
    let start: KeyframeClassifier.Traits = [.cleanStart, .openStart]
    #expect(wmv3("11" + "0") == start && wmv3("11" + "1") == [])
    #expect(wmv3("11" + "1", most: "001") == [] && wmv3("11" + "01", most: "001") == start)
    #expect(wmv3("11" + "00", most: "001") == .unreferenced)
    #expect(wmv3("1" + "11" + "0", range: "1") == nil || wmv3("11" + "1" + "0", range: "1") == start)
    #expect(wmv3("1" + "00" + "0", hint: "1") == start && wmv3("1" + "00" + "1", hint: "1") == [])
    #expect(wmv3("110", ways: "1") == nil)
  }

  @Test func `FFV1's first bit is coded with even odds`() {
    // RFC 9043, 3.8.1.1: the first two bytes are the low value in a range of 0xFF00; at 0x7F80 and above the bit is 1.
    #expect(traits(AV_CODEC_ID_FFV1, "0111 1111 1000 0000") == .cleanStart)
    #expect(traits(AV_CODEC_ID_FFV1, "1111 1111 0000 0000") == .cleanStart)
    #expect(
      traits(AV_CODEC_ID_FFV1, "0111 1111 0111 1111") == [] && traits(AV_CODEC_ID_FFV1, "0000 0000 1111 1111") == [])
  }

  @Test func `Theora, VP3 and VP6 have a bit for it`() {
    #expect(traits(AV_CODEC_ID_THEORA, "0010 1010") == .cleanStart && traits(AV_CODEC_ID_THEORA, "0110 1010") == [])
    #expect(traits(AV_CODEC_ID_VP3, "0010 1010") == .cleanStart && traits(AV_CODEC_ID_VP3, "1010 1010") == [])
    #expect(traits(AV_CODEC_ID_VP6F, "0010 1010") == .cleanStart && traits(AV_CODEC_ID_VP6F, "1010 1010") == [])
    // The picture of an alpha plane comes after three bytes.
    let offset = String(repeating: "1", count: 24)
    #expect(traits(AV_CODEC_ID_VP6A, offset + "0010 1010") == .cleanStart)
    #expect(traits(AV_CODEC_ID_VP6A, offset + "1010 1010") == [])
  }

  @Test func `an AV1 start has a sequence header and a key frame that is shown`() {
    func av1(_ units: [UInt8]...) -> KeyframeClassifier.Traits {
      let bytes = units.flatMap { $0 }
      return bytes.withUnsafeBytes { classifier(AV_CODEC_ID_AV1).traits(of: $0, isFlagged: false) }
    }
    // AV1, 5.3.2: the type in bits 3 to 6, bit 1 for a size; a delimiter (2), a sequence (1), a frame (6), a frame
    // header (3). 5.9.2: show_existing_frame, two bits of type, show_frame.
    let delimiter: [UInt8] = [2 << 3 | 2, 0]
    let sequence: [UInt8] = [1 << 3 | 2, 3, 0x00, 0x00, 0x00]
    func frame(_ first: UInt8, type: UInt8 = 6) -> [UInt8] { [type << 3 | 2, 2, first, 0x55] }
    #expect(av1(delimiter, sequence, frame(0b0001_0000)) == .cleanStart)
    #expect(av1(delimiter, sequence, frame(0b0011_0000)) == [] && av1(delimiter, frame(0b0001_0000)) == [])
    // A key frame that is shown later, alone, and with another picture that is shown.
    #expect(av1(delimiter, sequence, frame(0b0000_0000)) == .hidden)
    #expect(av1(delimiter, sequence, frame(0b0000_0000), frame(0b0011_0000)) == [])
    #expect(av1(delimiter, frame(0b1000_0000, type: 3)) == [])
    // Two temporal units in one packet, from which several pictures come; of spatial layers (5.3.3: 2 bits behind 3 of
    // the temporal one), dav1d shows the highest.
    #expect(av1(delimiter, sequence, frame(0b0001_0000), delimiter, frame(0b0011_0000)) == .doubtful)
    let layer: [UInt8] = [6 << 3 | 4 | 2, 1 << 3, 2, 0b0011_0000, 0x55]
    #expect(av1(delimiter, sequence, frame(0b0001_0000), layer) == .cleanStart)
    #expect(av1(delimiter) == [] && av1([6 << 3 | 2, 0xFF]) == [])
  }

  @Test func `Motion JPEG needs a quantisation table, and CineForm one picture's transform`() {
    func bytes(_ codec: AVCodecID, _ bytes: [UInt8]) -> KeyframeClassifier.Traits {
      bytes.withUnsafeBytes { classifier(codec).traits(of: $0, isFlagged: true) }
    }
    // T.81, B.1.1.3: D8 start, DB quantisation, C4 Huffman, DA scan.
    let table: [UInt8] = [0xFF, 0xDB, 0, 4, 1, 2], scan: [UInt8] = [0xFF, 0xDA, 0, 4, 1, 2, 9, 9]
    #expect(bytes(AV_CODEC_ID_MJPEG, [0xFF, 0xD8] + table + scan) == .cleanStart)
    #expect(bytes(AV_CODEC_ID_MJPEG, [0xFF, 0xD8] + scan + table) == [])
    #expect(bytes(AV_CODEC_ID_MJPEG, [0xFF, 0xD8, 0xFF, 0xC4, 0, 4, 1, 2] + scan) == [])
    // ST 2073-1: tag 1 is the kind of the sample, 10 the transform.
    #expect(bytes(AV_CODEC_ID_CFHD, [0, 1, 0, 9, 0, 2, 0, 3, 0, 10, 0, 0]) == .cleanStart)
    #expect(bytes(AV_CODEC_ID_CFHD, [0, 1, 0, 9, 0, 2, 0, 3, 0, 10, 0, 2]) == [])
    #expect(bytes(AV_CODEC_ID_CFHD, [0, 1, 0, 1, 0, 2, 0, 3, 0, 10, 0, 0]) == [])
  }

  @Test func `a picture of MPEG-4 that is not coded is left to the decoder`() {
    // ISO/IEC 14496-2, 6.2.3: random access, type (8), identifier, aspect (4), control, shape (2), marker, 25 ticks a
    // second: five bits of time; marker, fixed rate.
    var layer = MadeBits()
    layer.add("0" + "00000001" + "0" + "0001" + "0" + "00" + "1" + "0000 0000 0001 1001" + "1" + "0")
    let configuration = [0, 0, 1, 0x20] + layer.bytes
    func vop(_ type: String, seconds: String, isCoded: String) -> KeyframeClassifier.Traits {
      traits(
        AV_CODEC_ID_MPEG4, "0000 0000 0000 0000 0000 0001 1011 0110" + type + seconds + "1" + "01101" + "1" + isCoded,
        configuration: configuration)
    }
    #expect(vop("01", seconds: "0", isCoded: "1") == [] && vop("01", seconds: "110", isCoded: "1") == [])
    #expect(vop("01", seconds: "0", isCoded: "0") == .doubtful && vop("01", seconds: "110", isCoded: "0") == .doubtful)
    #expect(vop("00", seconds: "0", isCoded: "1") == [.cleanStart, .openStart])
    #expect(vop("00", seconds: "0", isCoded: "0") == .doubtful)
  }
}
