import CFFmpeg
import TestSupport
import Testing
@testable import Video

/// Access units made by hand from ITU-T H.264.
struct H264ClassifierTests {
  /// Access unit delimiter, sequence and picture parameter set: NAL units of type 9, 7 and 8 (table 7-1).
  private let delimiter: [UInt8] = [0x09, 0xF0]
  private let sets: [[UInt8]] = [[0x67, 66, 0, 30, 0x80], [0x68, 0xCE, 0x38, 0x80]]

  /// A slice: first_mb_in_slice, slice_type (7.3.3), then bits that are not read here.
  private func slice(_ type: Int, first: Int = 0, isIDR: Bool = false) -> [UInt8] {
    var bits = MadeBits()
    bits.addExpGolomb(first)
    bits.addExpGolomb(type)
    bits.add("1 0110 1101")
    return [isIDR ? 0x65 : 0x41] + bits.bytes
  }

  /// A supplemental enhancement message of type 6, recovery point (D.1.8): recovery_frame_cnt, exact match, broken
  /// link, changing slice groups in two bits.
  private func recovery(_ count: Int) -> [UInt8] {
    var bits = MadeBits()
    bits.addExpGolomb(count)
    bits.add("1 0 00 1")
    return [6, UInt8(bits.bytes.count)] + bits.bytes
  }

  private func message(_ messages: [UInt8]...) -> [UInt8] { [0x06] + messages.joined() + [0x80] }

  private func traits(_ units: [[UInt8]], isFlagged: Bool = true) -> KeyframeClassifier.Traits {
    let byStartCode = classifier(AV_CODEC_ID_H264).traits(of: withStartCodes(units), isFlagged: isFlagged)
    // The same units in every framing.
    for size in [1, 2, 4] where units.allSatisfy({ $0.count < 1 << (8 * size) }) {
      let record: [UInt8] = [1, 66, 0, 30, 0xFC | UInt8(size - 1), 0xE1, 0]
      let byLength = classifier(AV_CODEC_ID_H264, configuration: record)
        .traits(of: withLengths(units, size: size), isFlagged: isFlagged)
      #expect(byLength == byStartCode, "lengths of \(size) bytes")
    }
    return byStartCode
  }

  @Test func `an IDR picture is a clean start`() {
    #expect(traits([slice(7, isIDR: true)]) == .cleanStart)
    #expect(traits([delimiter] + sets + [message(recovery(0)), slice(7, isIDR: true)]) == .cleanStart)
    // Independent of the container's flag.
    #expect(traits([slice(2, isIDR: true)], isFlagged: false) == .cleanStart)
  }

  @Test(arguments: [2, 7, 4, 9])
  func `a recovery point that recovers at once is a clean and open start if its slices are intra`(_ type: Int) {
    #expect(
      traits([delimiter, message(recovery(0)), slice(type), slice(type, first: 40)]) == [.cleanStart, .openStart])
  }

  @Test(arguments: [0, 5, 1, 6, 3, 8])
  func `a recovery point with predicted slices is not a start`(_ type: Int) {
    #expect(traits([message(recovery(0)), slice(type)]) == [])
    // Not even if only a later slice is.
    #expect(traits([message(recovery(0)), slice(7), slice(type, first: 40)]) == [])
  }

  @Test(arguments: [1, 8, 30, 254])
  func `a recovery point with a recovery count is not a start`(_ count: Int) {
    #expect(traits([message(recovery(count)), slice(7)]) == [])
  }

  @Test func `an intra picture without a recovery point is not a start, whatever the flag says`() {
    #expect(traits([delimiter] + sets + [slice(7)]) == [])
    #expect(traits([slice(0)]) == [] && traits([slice(1)]) == [])
  }

  @Test func `a picture whose nal_ref_idc is 0 is not a reference`() {
    for type in [0, 1, 5, 6, 7] {
      // Bits 5 and 6 of the first byte are cleared: 0x41 becomes 0x01.
      let unit = [0x01] + slice(type).dropFirst()
      #expect(traits([unit]) == .unreferenced && traits([delimiter] + sets + [unit]) == .unreferenced)
      for reference: UInt8 in [0x21, 0x41, 0x61] { #expect(traits([[reference] + slice(type).dropFirst()]) == []) }
    }
  }

  @Test func `a recovery point after other messages`() {
    // Buffering period (0) of 2 bytes, picture timing (1) of 1, unregistered data (5) of 300 bytes: 255 + 45.
    let unregistered = [5, 255, 45] + [UInt8](repeating: 0xAB, count: 300)
    #expect(traits([message([0, 2, 1, 2], [1, 1, 9], recovery(0)), slice(7)]) == [.cleanStart, .openStart])
    #expect(traits([message(unregistered, recovery(0)), slice(7)]).contains(.cleanStart))
    #expect(traits([message([1, 1, 9]), message(recovery(0)), slice(7)]).contains(.cleanStart))
    #expect(traits([message(unregistered, recovery(3)), slice(7)]) == [])
  }

  @Test(arguments: [137, 144, 200])
  func `a recovery point after a message of a high number`(_ type: UInt8) {
    // Mastering display colour volume, content light level, and an unused number.
    #expect(traits([message([type, 2, 1, 2], recovery(0)), slice(7)]).contains(.cleanStart))
  }

  @Test func `a message's size does not count emulation prevention bytes`() {
    // Four bytes of payload, 00 00 01 02, take five in the stream.
    #expect(traits([message([5, 4, 0, 0, 3, 1, 2], recovery(0)), slice(7)]).contains(.cleanStart))
  }

  @Test func `messages without end or with the wrong size are not recovery points`() {
    for broken: [UInt8] in [[0x06], [0x06, 255, 255], [0x06, 6], [0x06, 6, 1], [0x06, 5, 200, 1], [0x06, 0x80]] {
      #expect(traits([broken]) == [], "\(broken)")
      #expect(
        !classifier(AV_CODEC_ID_H264, configuration: [1, 66, 0, 30, 0xFF, 0xE1, 0])
          .traits(of: withLengths([broken, slice(7)], size: 4)).contains(.cleanStart))
    }
  }

  @Test func `a slice that is cut off is not a start`() {
    #expect(traits([message(recovery(0)), [0x41]]) == [])
    #expect(traits([message(recovery(0)), [0x41, 0]]) == [])
    #expect(traits([message(recovery(0))]) == [])
    #expect(traits([]) == [])
  }

  @Test func `hostile lengths neither crash nor hide a picture`() {
    let record: [UInt8] = [1, 66, 0, 30, 0xFF, 0xE1, 0]
    let byLength = classifier(AV_CODEC_ID_H264, configuration: record)
    #expect(byLength.traits(of: [UInt8](repeating: 0, count: 400_000)) == [])
    #expect(byLength.traits(of: [UInt8](repeating: 0, count: 400_000) + [0, 0, 0, 2, 0x65, 0x88]) == .cleanStart)
    #expect(byLength.traits(of: [0xFF, 0xFF, 0xFF, 0xFF, 0x65]) == .cleanStart)
    #expect(byLength.traits(of: [0, 0, 0, 1]) == [] && byLength.traits(of: [0, 0]) == [])
  }

  @Test func `any bytes at all are classified`() {
    var numbers = SeededNumbers(seed: 264)
    for codec in [
      AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9,
    ] {
      for record: [UInt8] in [[], [1, 66, 0, 30, 0xFF, 0xE1, 0] + [UInt8](repeating: 0xFF, count: 20)] {
        let classifier = classifier(codec, configuration: record)
        for _ in 0..<300 {
          let count = Int.random(in: 0...40, using: &numbers)
          let bytes = (0..<count).map { _ in
            UInt8.random(in: 0...255, using: &numbers) & (numbers.next() % 2 == 0 ? 7 : 255)
          }
          let first = classifier.traits(of: bytes, isFlagged: false)
          #expect(classifier.traits(of: bytes, isFlagged: false) == first)
        }
      }
    }
  }
}
