import CFFmpeg
import Testing
@testable import Video

/// Packets of the other codecs, made by hand from their standards.
struct CodecClassifierTests {
  @Test func `a GIF picture without its end is incomplete`() {
    // Image data: code size, a block of two bytes, the empty block; it may be the end of the file (GIF89a).
    let whole: [UInt8] = [2, 2, 0x44, 0x01, 0]
    let gif = classifier(AV_CODEC_ID_GIF)
    for (bytes, isCut) in [(whole, false), (whole + [0x3B], false), (Array(whole.dropLast()), true), ([], false)] {
      #expect(bytes.withUnsafeBytes { gif.isCut($0) } == isCut)
    }
    // Packets of other codecs are not checked.
    #expect(!whole.dropLast().withUnsafeBytes { classifier(AV_CODEC_ID_PNG).isCut($0) })
  }

  // MARK: HEVC (ITU-T H.265, table 7-1)

  /// A NAL unit: its type in bits 1 to 6 of the first byte, layer 0, temporal sublayer 0.
  private func unit(_ type: UInt8) -> [UInt8] { [type << 1, 1, 0x80] }

  private func hevc(_ types: UInt8..., isFlagged: Bool = true) -> KeyframeClassifier.Traits {
    let units = types.map(unit)
    let byStartCode = classifier(AV_CODEC_ID_HEVC).traits(of: withStartCodes(units), isFlagged: isFlagged)
    for size in [1, 2, 4] {
      let record = [1] + [UInt8](repeating: 0, count: 20) + [0xF0 | UInt8(size - 1), 0]
      let byLength = classifier(AV_CODEC_ID_HEVC, configuration: record)
        .traits(of: withLengths(units, size: size), isFlagged: isFlagged)
      #expect(byLength == byStartCode, "lengths of \(size) bytes")
    }
    return byStartCode
  }

  @Test func `IDR pictures of HEVC are clean starts without leading pictures`() {
    #expect(hevc(19) == .cleanStart && hevc(20) == .cleanStart)
    // Delimiter, parameter sets and a message before it (35, 32, 33, 34, 39).
    #expect(hevc(35, 32, 33, 34, 39, 19, 19) == .cleanStart)
    #expect(hevc(19, isFlagged: false) == .cleanStart)
  }

  @Test func `CRA pictures are clean and open starts, BLA pictures clean ones`() {
    #expect(hevc(21) == [.cleanStart, .openStart])
    for type: UInt8 in 16...18 { #expect(hevc(type).contains(.cleanStart)) }
  }

  @Test func `RASL pictures cannot be decoded from their own start, RADL pictures can`() {
    #expect(hevc(8) == [.skippedLeading, .unreferenced] && hevc(9) == .skippedLeading)
    #expect(hevc(6) == .unreferenced && hevc(7) == [])
  }

  @Test func `trailing pictures of HEVC and reserved ones are not starts`() {
    for type: UInt8 in [1, 3, 5, 7, 11, 15, 22, 23, 24, 31] { #expect(hevc(type) == [], "type \(type)") }
    // Table 7-1: no picture in the same sub-layer refers to them.
    for type: UInt8 in [0, 2, 4, 10, 12, 14] { #expect(hevc(type) == .unreferenced, "type \(type)") }
    #expect(hevc(32, 33, 34) == [] && hevc() == [])
  }

  @Test func `layers of HEVC are read from the two bytes of the header`() {
    let classifier = classifier(AV_CODEC_ID_HEVC)
    func traits(_ header: [UInt8]) -> KeyframeClassifier.Traits {
      classifier.traits(of: withStartCodes([header + [0x80]]))
    }
    // nuh_temporal_id_plus1 is 2: a TRAIL_N and a TSA_R picture; 1: the lowest.
    #expect(traits([0, 2]) == [.unreferenced, .layered] && traits([3 << 1, 2]) == .layered)
    #expect(traits([0, 1]) == .unreferenced)
    // nuh_layer_id 1 and 32: another view, which FFmpeg does not decode, so that nothing starts there.
    #expect(traits([1 << 1, 1 << 3 | 1]) == [] && traits([1 << 1 | 1, 1]) == [] && traits([19 << 1 | 1, 1]) == [])
  }

  // MARK: MPEG-1 and MPEG-2 (ISO/IEC 13818-2, 6.2.3)

  /// A picture header: temporal reference in 10 bits, coding type in 3, delay in 16.
  private func picture(_ type: String, reference: Int = 0) -> [UInt8] {
    var bits = MadeBits()
    let digits = String(reference, radix: 2)
    bits.add(String(repeating: "0", count: 10 - digits.count) + digits + type + "1111111111111111")
    return [0, 0, 1, 0] + bits.bytes
  }

  @Test(arguments: [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO])
  func `I pictures of MPEG video are clean and open starts`(_ codec: AVCodecID) {
    let classifier = classifier(codec)
    // Sequence header, group header, then the picture and a slice.
    let head: [UInt8] = [0, 0, 1, 0xB3, 0x16, 0x01, 0x20, 0x13, 0xFF, 0xFF, 0xE0, 0x18, 0, 0, 1, 0xB8, 0, 8, 0, 0x40]
    for reference in [0, 2, 1023] {
      for start in [[], head] {
        let bytes = start + picture("001", reference: reference) + [0, 0, 1, 1, 0x22]
        #expect(classifier.traits(of: bytes) == [.cleanStart, .openStart])
        #expect(classifier.traits(of: start + picture("010", reference: reference), isFlagged: true) == [])
        // B pictures, from which no other is predicted.
        let bidirectional = picture("011", reference: reference)
        #expect(classifier.traits(of: start + bidirectional, isFlagged: true) == .unreferenced)
      }
    }
  }

  @Test func `MPEG video without a complete picture header is not a start`() {
    let classifier = classifier(AV_CODEC_ID_MPEG2VIDEO)
    for bytes: [UInt8] in [[], [0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0xB3, 1, 2]] {
      #expect(classifier.traits(of: bytes, isFlagged: true) == [], "\(bytes)")
    }
  }

  // MARK: MPEG-4 part 2 (ISO/IEC 14496-2, 6.2.5)

  @Test func `vop_coding_type gives the kind of an MPEG-4 picture`() {
    let classifier = classifier(AV_CODEC_ID_MPEG4)
    // Longer than a placeholder that only repeats the previous picture, for which decoding is needed.
    let body = [UInt8](repeating: 9, count: 8)
    #expect(classifier.traits(of: [0, 0, 1, 0xB6, 0x50, 9, 9], isFlagged: false) == .doubtful)
    // The two bits after the start code B6: 00 I, 01 P, 10 B, 11 S.
    #expect(classifier.traits(of: [0, 0, 1, 0xB6, 0b0001_0000], isFlagged: false).contains(.cleanStart))
    for other: UInt8 in [0b0101_0000, 0b1101_0000] {
      #expect(classifier.traits(of: [0, 0, 1, 0xB6, other] + body, isFlagged: true) == [])
    }
    // No picture is predicted from a bidirectionally predicted one.
    #expect(classifier.traits(of: [0, 0, 1, 0xB6, 0b1001_0000] + body, isFlagged: true) == .unreferenced)
    // Sequence, object layer and user data before it.
    let head: [UInt8] = [0, 0, 1, 0xB0, 1, 0, 0, 1, 0x20, 0, 0, 0, 1, 0xB2, 0x44]
    #expect(classifier.traits(of: head + [0, 0, 1, 0xB6, 0x10]).contains(.cleanStart))
    #expect(classifier.traits(of: head + [0, 0, 1, 0xB6, 0x50] + body) == [])
    // A packed chunk: its first picture counts.
    #expect(classifier.traits(of: [0, 0, 1, 0xB6, 0x10, 9, 0, 0, 1, 0xB6, 0x90]).contains(.cleanStart))
    #expect(classifier.traits(of: [0, 0, 1, 0xB6, 0x50] + body + [0, 0, 1, 0xB6, 0x10]) == [])
    #expect(classifier.traits(of: [0, 0, 1, 0xB6], isFlagged: true) == [])
  }

  // MARK: VP8 (RFC 6386, 9.1) and VP9 (bitstream specification, 6.2)

  @Test func `the first bits of VP8 mark key pictures and hidden ones`() {
    let classifier = classifier(AV_CODEC_ID_VP8)
    // Bit 0 clear: key. Bits 1 to 3: version. Bit 4: shown. The three bytes of a key picture's header are followed by a
    // start code, its width and its height.
    let start: [UInt8] = [0, 0, 0x9D, 0x01, 0x2A, 16, 0, 16, 0]
    #expect(
      classifier.traits(of: [0x10] + start) == .cleanStart && classifier.traits(of: [0x16] + start) == .cleanStart)
    #expect(classifier.traits(of: [0x10, 0, 0, 0x9D, 0x01, 0x2B, 16, 0, 16, 0]) == [])
    #expect(classifier.traits(of: [0x11, 0, 0], isFlagged: true) == [])
    #expect(classifier.traits(of: [0x01, 0, 0]) == .hidden)
    #expect(classifier.traits(of: [0x00] + start) == [.cleanStart, .hidden])
    #expect(classifier.traits(of: []) == [])
  }

  @Test func `the header of VP9 marks key pictures and hidden ones in every profile`() {
    let classifier = classifier(AV_CODEC_ID_VP9)
    // Marker 10, profile low and high bit (in profile 3 followed by a 0), show_existing_frame, frame_type (0 is key),
    // show_frame.
    for profile in ["00", "10", "01", "110"] {
      func traits(_ rest: String) -> KeyframeClassifier.Traits {
        var bits = MadeBits()
        bits.add("10" + profile + rest + "0 10010010 01")
        return classifier.traits(of: bits.bytes, isFlagged: true)
      }
      #expect(traits("0 0 1") == .cleanStart, "profile bits \(profile)")
      #expect(traits("0 1 1") == [], "profile bits \(profile)")
      #expect(traits("0 1 0") == .hidden, "profile bits \(profile)")
      #expect(traits("0 0 0") == [.cleanStart, .hidden], "profile bits \(profile)")
      // A picture decoded earlier is shown: this is not a start, and not hidden.
      #expect(traits("1 000") == [], "profile bits \(profile)")
    }
  }

  @Test func `a VP9 superframe shows its last picture`() {
    // A hidden picture of 2 bytes and a shown one of 3, then the index: 110, sizes of 1 byte (00), two pictures (001).
    let index: [UInt8] = [0xC1, 2, 3, 0xC1]
    let classifier = classifier(AV_CODEC_ID_VP9)
    #expect(classifier.traits(of: [0x84, 1, 0x86, 1, 1] + index) == [])
    #expect(classifier.traits(of: [0x80, 1, 0x86, 1, 1] + index) == .cleanStart)
  }

  @Test func `a VP9 superframe of spatial layers shows several pictures`() {
    let classifier = classifier(AV_CODEC_ID_VP9)
    // Shown pictures of 2 and 3 bytes: a key picture and one predicted from it, two of the latter, and one that shows an
    // earlier one (0x88).
    let index: [UInt8] = [0xC1, 2, 3, 0xC1]
    #expect(classifier.traits(of: [0x82, 1, 0x86, 1, 1] + index) == [.cleanStart, .doubtful])
    #expect(classifier.traits(of: [0x86, 1, 0x86, 1, 1] + index) == .doubtful)
    #expect(classifier.traits(of: [0x86, 1, 0x88, 1, 1] + index) == .doubtful)
    // Sizes of 2 bytes, three pictures: 110 01 010; one is shown, or none.
    let wide: [UInt8] = [0xCA, 2, 0, 2, 0, 2, 0, 0xCA]
    #expect(classifier.traits(of: [0x84, 1, 0x86, 1, 0x84, 1] + wide) == [])
    #expect(classifier.traits(of: [0x84, 1, 0x84, 1, 0x84, 1] + wide) == .hidden)
    // An index that does not fit is none, and a size beyond the end ends the pictures.
    #expect(classifier.traits(of: [0x86, 1, 0xC1]) == [])
    #expect(classifier.traits(of: [0x86, 1, 0x86, 1, 1] + [0xC1, 2, 9, 0xC1]) == [])
  }

  @Test func `bytes that are not VP9 have no traits`() {
    let classifier = classifier(AV_CODEC_ID_VP9)
    for bytes: [UInt8] in [[], [0x00], [0x42], [0xC2]] { #expect(classifier.traits(of: bytes, isFlagged: true) == []) }
  }

  // MARK: Others

  @Test func `intra-only codecs start anywhere`() {
    for codec in [AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD, AV_CODEC_ID_RAWVIDEO, AV_CODEC_ID_BMP] {
      #expect(classifier(codec).traits(of: [1], isFlagged: false) == .cleanStart)
    }
  }

  // FFmpeg calls MSS2 intra only, but its pictures are predicted from the one before; Cinepak keeps its codebooks.
  @Test(arguments: [AV_CODEC_ID_CINEPAK, AV_CODEC_ID_MSS2, AV_CODEC_ID_SVQ1, AV_CODEC_ID_RV40, AV_CODEC_ID_QTRLE])
  func `a codec that is not in the table has no proven start, and its first keyframe is the container's`(
    _ codec: AVCodecID
  ) {
    #expect(classifier(codec).starts == nil)
    #expect(classifier(codec).traits(of: [1], isFlagged: true) == .cleanStart)
    #expect(classifier(codec).traits(of: [1], isFlagged: false) == [])
  }
}
