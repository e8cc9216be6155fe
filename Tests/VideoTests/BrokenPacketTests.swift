import CFFmpeg
import Testing
@testable import Video

/// Packets without a picture, and pictures with an alpha plane, made by hand from their standards.
struct BrokenPacketTests {
  private func holdsNoPicture(_ bytes: [UInt8], _ codec: AVCodecID, configuration: [UInt8] = []) -> Bool {
    let classifier = classifier(codec, configuration: configuration)
    return bytes.withUnsafeBytes { classifier.content(of: $0) != .picture }
  }

  /// The same units with start codes and with lengths.
  private func h264(_ units: [[UInt8]]) -> [Bool] {
    [holdsNoPicture(withStartCodes(units), AV_CODEC_ID_H264)]
      + [1, 2, 4].map { size in
        let record: [UInt8] = [1, 66, 0, 30, 0xFC | UInt8(size - 1), 0xE1, 0]
        return holdsNoPicture(withLengths(units, size: size), AV_CODEC_ID_H264, configuration: record)
      }
  }

  private func hevc(_ types: UInt8...) -> [Bool] {
    let units: [[UInt8]] = types.map { [$0 << 1, 1, 0x80] }
    return [holdsNoPicture(withStartCodes(units), AV_CODEC_ID_HEVC)]
      + [1, 2, 4].map { size in
        let record: [UInt8] = [1] + [UInt8](repeating: 0, count: 20) + [0xFC | UInt8(size - 1), 0]
        return holdsNoPicture(withLengths(units, size: size), AV_CODEC_ID_HEVC, configuration: record)
      }
  }

  private let yes = [Bool](repeating: true, count: 4)
  private let no = [Bool](repeating: false, count: 4)

  // MARK: H.264 and HEVC

  /// H.264, table 7-1: message 6, sets 7 and 8, delimiter 9, end of sequence 10, filler 12.
  private let around: [[UInt8]] = [
    [0x06, 5, 1, 9, 0x80], [0x67, 66, 0, 30, 0x80], [0x68, 0xCE, 0x38, 0x80], [0x09, 0xF0], [0x0A], [0x0C, 0xFF, 0x80],
  ]

  @Test func `H.264 without a slice holds no picture`() {
    for unit in around { #expect(h264([unit]) == yes, "type \(unit[0] & 0x1F)") }
    #expect(h264(around) == yes)
    // Partitions B and C hold the rest of a slice whose header is in A (7.3.2.9).
    #expect(h264([[0x43, 0x80], [0x44, 0x80]]) == yes)
    for bytes: [UInt8] in [[0], [0, 0, 0], [UInt8](repeating: 0, count: 50), [0, 0, 1]] {
      #expect(holdsNoPicture(bytes, AV_CODEC_ID_H264), "\(bytes)")
      #expect(holdsNoPicture(bytes, AV_CODEC_ID_H264, configuration: [1, 66, 0, 30, 0xFF, 0xE1, 0]), "\(bytes)")
    }
  }

  @Test func `units that belong to no picture promise none, and bytes that are no units are damage`() {
    func content(_ bytes: [UInt8], _ codec: AVCodecID) -> KeyframeClassifier.Content {
      let classifier = classifier(codec)
      return bytes.withUnsafeBytes { classifier.content(of: $0) }
    }
    // H.264, table 7-1: a delimiter (9), a message (6), sets (7, 8); 0 and 24 to 31 are unspecified.
    #expect(content(withStartCodes([[9, 0x10], [6, 5, 1, 7, 0x80]]), AV_CODEC_ID_H264) == .noPicture)
    #expect(content(withStartCodes([[0x67, 66, 0, 30], [0x68, 0xCE]]), AV_CODEC_ID_H264) == .noPicture)
    #expect(content(withStartCodes([[9, 0x10], [0x18, 5]]), AV_CODEC_ID_H264) == .unreadable)
    // With lengths: a delimiter alone, and one that is longer than the packet.
    let reader = classifier(AV_CODEC_ID_H264, configuration: [1, 66, 0, 30, 0xFF, 0xE1, 0])
    func sized(_ bytes: [UInt8]) -> KeyframeClassifier.Content { bytes.withUnsafeBytes { reader.content(of: $0) } }
    #expect(sized([0, 0, 0, 2, 9, 0x10]) == .noPicture && sized([0, 0, 0, 9, 9, 0x10]) == .unreadable)
    #expect(content([UInt8](repeating: 0, count: 50), AV_CODEC_ID_H264) == .unreadable)
    // H.265, table 7-1: a delimiter is 35, a message 39; from 41 on they are reserved.
    #expect(content(withStartCodes([[35 << 1, 1, 0x50], [39 << 1, 1, 5]]), AV_CODEC_ID_HEVC) == .noPicture)
    #expect(content(withStartCodes([[50 << 1, 1, 0x50]]), AV_CODEC_ID_HEVC) == .unreadable)
    // Another layer (nuh_layer_id 1 and 32), which FFmpeg does not decode, and the base layer after it.
    let other: [[UInt8]] = [[1 << 1, 1 << 3 | 1, 0x80], [19 << 1 | 1, 1, 0x80]]
    #expect(content(withStartCodes(other), AV_CODEC_ID_HEVC) == .noPicture)
    #expect(content(withStartCodes(other + [[1 << 1, 1, 0x80]]), AV_CODEC_ID_HEVC) == .picture)
    // VC-2 and Dirac (SMPTE ST 2042-1, 10.5.1): the end of a sequence, 10, and a picture, E8.
    func dirac(_ code: UInt8) -> [UInt8] { Array("BBCD".utf8) + [code, 0, 0, 0, 0, 0, 0, 0, 0] }
    #expect(
      content(dirac(0x10), AV_CODEC_ID_DIRAC) == .noPicture && content(dirac(0xE8), AV_CODEC_ID_DIRAC) == .picture)
    // DivX and Xvid keep the place of a picture that is sent later with one byte.
    #expect(content([0x7F], AV_CODEC_ID_MPEG4) == .noPicture && content([0x7F, 0], AV_CODEC_ID_MPEG4) == .unreadable)
    // The end of a sequence (B7), and a slice without its picture.
    #expect(content([0, 0, 1, 0xB7], AV_CODEC_ID_MPEG2VIDEO) == .noPicture)
    #expect(content([0, 0, 1, 1, 0x22, 9], AV_CODEC_ID_MPEG2VIDEO) == .unreadable)
  }

  @Test(arguments: [0x41, 0x01, 0x61, 0x65, 0x25, 0x42] as [UInt8])
  func `H.264 with a slice of any kind holds a picture`(_ header: UInt8) {
    let slice = [header, 0x9A, 0x5B]
    #expect(h264([slice]) == no && h264(around + [slice]) == no && h264([slice] + around) == no)
    // A unit with a length beyond the end still begins.
    let bytes = [0, 0, 0, 200] + slice
    #expect(!holdsNoPicture(bytes, AV_CODEC_ID_H264, configuration: [1, 66, 0, 30, 0xFF, 0xE1, 0]))
  }

  @Test func `HEVC holds a picture if it has a unit of a type below 32`() {
    // H.265, table 7-1: sets 32 to 34, delimiter 35, ends 36 and 37, filler 38, messages 39 and 40.
    for type: UInt8 in 32...40 { #expect(hevc(type) == yes, "type \(type)") }
    #expect(hevc(35, 32, 33, 34, 39, 38) == yes && hevc(63) == yes)
    for type: UInt8 in [0, 1, 6, 8, 9, 16, 19, 20, 21] {
      #expect(hevc(type) == no && hevc(35, 39, type) == no && hevc(type, 40) == no, "type \(type)")
    }
  }

  // MARK: MPEG-1, MPEG-2 and MPEG-4

  @Test(arguments: [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO])
  func `MPEG video without a picture start code holds no picture`(_ codec: AVCodecID) {
    // ISO/IEC 13818-2, 6.2.1: sequence B3, group B8, user data B2, end B7; slices 01 to AF.
    let head: [UInt8] = [0, 0, 1, 0xB3, 0x16, 0x01, 0x20, 0x13, 0xFF, 0xFF, 0xE0, 0x18, 0, 0, 1, 0xB8, 0, 8, 0, 0x40]
    let picture: [UInt8] = [0, 0, 1, 0, 0, 0x0F, 0xFF, 0xF8, 0, 0, 1, 1, 0x22]
    for bytes in [
      head, [0, 0, 1, 0xB7], [0, 0, 1, 0xB2, 1, 2], [0, 0, 1, 1, 0x22, 9], [0x16, 9, 0x47], head + [0, 0, 1],
    ] {
      #expect(holdsNoPicture(bytes, codec), "\(bytes)")
      #expect(!holdsNoPicture(bytes + picture, codec) && !holdsNoPicture(picture + bytes, codec), "\(bytes)")
    }
  }

  @Test func `MPEG-4 without a picture start code holds no picture, except with a short header`() {
    // ISO/IEC 14496-2, 6.2.1: object sequence B0, layer 20, user data B2, group B3; picture B6.
    let head: [UInt8] = [0, 0, 1, 0xB0, 1, 0, 0, 1, 0x20, 0x08, 0, 0, 1, 0xB2, 0x44, 0, 0, 1, 0xB3, 0x10, 0x07]
    #expect(holdsNoPicture(head, AV_CODEC_ID_MPEG4) && holdsNoPicture([7, 7, 7, 7], AV_CODEC_ID_MPEG4))
    #expect(!holdsNoPicture(head + [0, 0, 1, 0xB6, 0x10], AV_CODEC_ID_MPEG4))
    #expect(!holdsNoPicture([0, 0, 1, 0xB6, 0x50], AV_CODEC_ID_MPEG4))
    // 6.2.5.2: 22 bits, 0000 0000 0000 0000 1000 00; the other two belong to the number of the picture.
    for last: UInt8 in 0x80...0x83 { #expect(!holdsNoPicture([0, 0, last, 2], AV_CODEC_ID_MPEG4), "\(last)") }
    for other: [UInt8] in [[0, 0, 0x84, 2], [0, 0, 0x40, 2], [0, 1, 0x80, 2], [1, 0, 0x80, 2], [0, 0]] {
      #expect(holdsNoPicture(other, AV_CODEC_ID_MPEG4), "\(other)")
    }
  }

  // MARK: VP8 and VP9

  /// RFC 6386, 9.1: three bytes (bit 0 is clear in a key frame, bit 4 set in one that is shown), and in key frames a
  /// start code and two sizes.
  private let vp8Key: [UInt8] = [0x10, 0x02, 0, 0x9D, 0x01, 0x2A, 16, 0, 16, 0, 0x33]
  private let vp8Other: [UInt8] = [0x11, 0x02, 0, 0x33]

  @Test func `a key frame of VP8 has a start code, other frames do not`() {
    #expect(!holdsNoPicture(vp8Key, AV_CODEC_ID_VP8) && !holdsNoPicture(vp8Other, AV_CODEC_ID_VP8))
    for place in 3...5 {
      var spoilt = vp8Key
      spoilt[place] ^= 0x10
      #expect(holdsNoPicture(spoilt, AV_CODEC_ID_VP8), "byte \(place)")
      // Then decoding cannot start at it either.
      #expect(!classifier(AV_CODEC_ID_VP8).traits(of: spoilt, isFlagged: true).contains(.cleanStart))
    }
    for count in 1...6 { #expect(holdsNoPicture(Array(vp8Key.prefix(count)), AV_CODEC_ID_VP8), "\(count) bytes") }
    #expect(holdsNoPicture([0x11], AV_CODEC_ID_VP8) && holdsNoPicture([0x11, 2], AV_CODEC_ID_VP8))
    #expect(classifier(AV_CODEC_ID_VP8).traits(of: vp8Key) == .cleanStart)
    #expect(classifier(AV_CODEC_ID_VP8).traits(of: vp8Other, isFlagged: true) == [])
  }

  @Test func `a frame of VP9 starts with its marker`() {
    // Bitstream specification, 6.2: 10.
    for first: UInt8 in [0x80, 0x82, 0x86, 0x88, 0xA2, 0xBF] { #expect(!holdsNoPicture([first, 1], AV_CODEC_ID_VP9)) }
    for first: UInt8 in [0x00, 0x42, 0x7F, 0xC2, 0xFF] { #expect(holdsNoPicture([first, 1], AV_CODEC_ID_VP9)) }
  }

  @Test func `other codecs and empty packets are not reported`() {
    for codec in [AV_CODEC_ID_GIF, AV_CODEC_ID_MJPEG, AV_CODEC_ID_THEORA, AV_CODEC_ID_PRORES] {
      #expect(!holdsNoPicture([0], codec) && !holdsNoPicture([0xFF, 0xFF], codec))
    }
    for codec in [
      AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9,
    ] {
      #expect(!holdsNoPicture([], codec))
    }
  }

  // MARK: Alpha planes

  /// The traits of a packet with another picture in a BlockAdditional of this ID (RFC 9559, 5.1.3.5.2.3).
  private func traits(
    _ color: [UInt8], alpha: [UInt8]?, id: UInt8 = 1, _ codec: AVCodecID = AV_CODEC_ID_VP8, hasAlphaPlane: Bool = true
  ) throws -> KeyframeClassifier.Traits {
    let packet = try Packet()
    try #require(av_new_packet(packet.pointer, Int32(color.count)) == 0)
    for (index, byte) in color.enumerated() { packet.pointer.pointee.data[index] = byte }
    if let alpha {
      let block = [0, 0, 0, 0, 0, 0, 0, id] + alpha
      let data = try #require(
        av_packet_new_side_data(packet.pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, block.count))
      for (index, byte) in block.enumerated() { data[index] = byte }
    }
    return withParameters(of: codec) { KeyframeClassifier($0, hasAlphaPlane: hasAlphaPlane) }
      .traits(of: packet.bytes, alphaPlane: packet.alphaPlane, isFlagged: true)
  }

  @Test func `decoding of an alpha plane starts only where both planes can start`() throws {
    #expect(try traits(vp8Key, alpha: vp8Key) == .cleanStart)
    #expect(try traits(vp8Key, alpha: vp8Other) == [] && traits(vp8Other, alpha: vp8Key) == [])
    #expect(try traits(vp8Other, alpha: vp8Other) == [])
    // VP9, 6.2: marker 10, profile 00, no existing frame, key (0) or not, shown; then the sync code.
    let (key, other): ([UInt8], [UInt8]) = ([0x82, 0x49, 0x83, 0x42, 0], [0x86, 0x49, 0x83, 0x42, 0])
    #expect(try traits(key, alpha: key, AV_CODEC_ID_VP9) == .cleanStart)
    #expect(try traits(key, alpha: other, AV_CODEC_ID_VP9) == [] && traits(other, alpha: key, AV_CODEC_ID_VP9) == [])
  }

  @Test func `a picture with a missing or invalid alpha plane is not a start`() throws {
    #expect(try traits(vp8Key, alpha: nil) == [] && traits(vp8Key, alpha: []) == [])
    #expect(try traits(vp8Key, alpha: vp8Key, id: 2) == [] && traits(vp8Key, alpha: vp8Key, id: 0) == [])
    #expect(try traits(vp8Key, alpha: [0x10, 0x02, 0, 1, 2, 3, 4, 5, 6, 7]) == [])
    // Bit 4 is clear: it is not shown, with any alpha plane.
    #expect(try traits([0x01, 0x02, 0, 0x33], alpha: vp8Other) == .hidden)
  }

  @Test func `without an alpha plane, additional data of a packet does not matter`() throws {
    for alpha in [nil, vp8Key, vp8Other] {
      #expect(try traits(vp8Key, alpha: alpha, hasAlphaPlane: false) == .cleanStart)
    }
  }
}
