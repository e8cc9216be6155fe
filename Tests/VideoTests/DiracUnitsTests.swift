import CFFmpeg
import Testing
@testable import Video

/// Packets of Dirac and VC-2, made by hand.
struct DiracUnitsTests {
  /// A parse info (SMPTE ST 2042-1, 10.5.1): the prefix, the code, the distances to the next and the previous unit.
  private func unit(_ code: UInt8, _ content: Int, isLast: Bool = false) -> [UInt8] {
    let distance = isLast ? 0 : 13 + content
    return Array("BBCD".utf8) + [code, 0, 0, 0, UInt8(distance), 0, 0, 0, 0] + [UInt8](repeating: 0x42, count: content)
  }

  private func traits(_ bytes: [UInt8], isFlagged: Bool = true) -> KeyframeClassifier.Traits {
    classifier(AV_CODEC_ID_DIRAC).traits(of: bytes, isFlagged: isFlagged)
  }

  // Codes (10.4.1): 00 sequence header, 10 end of sequence, 20 auxiliary, 30 padding; 08 with 0, 1, 2 references, plus
  // 4 for a reference picture, E8 a VC-2 picture.
  @Test func `decoding starts at a sequence header with an intra picture`() {
    #expect(traits(unit(0, 18) + unit(0x0C, 30)) == .cleanStart)
    #expect(traits(unit(0, 18) + unit(0x20, 5) + unit(0xE8, 30)) == .cleanStart)
    #expect(traits(unit(0, 18) + unit(0x0D, 30)) == [] && traits(unit(0, 18) + unit(0x0E, 30)) == [])
    #expect(traits(unit(0x0C, 30)) == [] && traits(unit(0x09, 30)) == [])
    // The container's flag does not matter.
    #expect(traits(unit(0, 18) + unit(0x0C, 30), isFlagged: false) == .cleanStart)
  }

  @Test func `a packet without a picture is not shown`() {
    #expect(traits(unit(0x10, 0, isLast: true), isFlagged: false) == .hidden)
    #expect(traits(unit(0x20, 9) + unit(0x30, 9), isFlagged: false) == .hidden)
    #expect(traits(unit(0x0A, 9) + unit(0x10, 0, isLast: true), isFlagged: false) == [])
  }

  @Test func `invalid bytes are read to the end`() {
    for bytes in [[], Array("BBC".utf8), unit(0, 0, isLast: true), Array(unit(0x0C, 9).prefix(12))] {
      #expect(!traits(bytes).contains(.cleanStart))
    }
    // A distance that ends inside the unit's own header.
    #expect(traits(Array("BBCD".utf8) + [0, 0, 0, 0, 5, 0, 0, 0, 0] + unit(0x0C, 9)) == [])
  }

  // FFmpeg's decoder of the core syntax gives a wrong picture when it starts at an intra picture in the middle;
  // profiles 0, 1 and 3 have only intra pictures.
  @Test(arguments: [(0, false), (1, false), (2, true), (3, false), (8, true), (-99, true)] as [(Int32, Bool)])
  func `only intra profiles are in the table of proven starts`(profile: Int32, startsOnce: Bool) {
    var parameters = AVCodecParameters()
    parameters.codec_id = AV_CODEC_ID_DIRAC
    parameters.profile = profile
    #expect((KeyframeClassifier(parameters).starts == nil) == startsOnce)
    parameters.codec_id = AV_CODEC_ID_H264
    #expect(KeyframeClassifier(parameters).starts != nil)
  }
}
