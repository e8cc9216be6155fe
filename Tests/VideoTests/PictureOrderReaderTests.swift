import CFFmpeg
import Testing
@testable import Video

/// Headers of slices of H.264 and HEVC, up to the picture's position in output order.
struct PictureOrderReaderTests {
  /// The orders read from packets one after the other; nil if the configuration does not say how.
  private func orders(
    _ packets: [[UInt8]], _ codec: AVCodecID, _ configuration: [UInt8]
  ) -> [PictureOrder?]? {
    guard var reader = withParameters(of: codec, configuration: configuration, { PictureOrderReader($0) }) else {
      return nil
    }
    return packets.map { bytes in bytes.withUnsafeBytes { reader.order(of: $0) } }
  }

  private func place(_ bits: Int32, anew: Bool = false, isReference: Bool = true) -> PictureOrder {
    PictureOrder(bits: bits, startsAnew: anew, isReference: isReference)
  }

  // MARK: H.264

  private func h264(_ units: [[UInt8]], _ made: MadeH264 = MadeH264()) throws -> PictureOrder? {
    let byStartCode = try #require(orders([withStartCodes(units)], AV_CODEC_ID_H264, withStartCodes([made.sequence])))
    let byLength = try #require(
      orders([withLengths(units, size: 4)], AV_CODEC_ID_H264, MadeH264.record([made.sequence])))
    #expect(byLength == byStartCode)
    return byStartCode[0]
  }

  @Test func `the count of H.264 slices is read after all fields that their sets put before it`() throws {
    var kinds: [MadeH264] = []
    for (frameNumberBits, orderBits) in [(4, 4), (9, 6), (16, 16)] {
      for hasPlanes in [false, true] {
        for hasFramesOnly in [false, true] {
          kinds.append(
            MadeH264(
              frameNumberBits: frameNumberBits, orderBits: orderBits, hasFramesOnly: hasFramesOnly,
              hasPlanes: hasPlanes))
        }
      }
    }
    for made in kinds {
      #expect(try h264([made.slice(5)], made) == place(5), "\(made)")
      #expect(try h264([made.slice(0, isIDR: true)], made) == place(0, anew: true), "\(made)")
      #expect(try h264([made.slice(14, isReference: false)], made) == place(14, isReference: false), "\(made)")
    }
  }

  @Test func `the first slice counts, after any units before it`() throws {
    let made = MadeH264()
    let before: [[UInt8]] = [[0x09, 0xF0], made.sequence, [0x68, 0xCE, 0x38, 0x80], [0x06, 5, 1, 9, 0x80]]
    #expect(try h264(before + [made.slice(6), made.slice(7, first: 20)]) == place(6))
    // Partition A has the header of the slice (7.3.2.9.1): type 2.
    #expect(try h264([[0x42] + made.slice(6).dropFirst()]) == place(6))
    #expect(try h264(before) == nil && h264([]) == nil)
  }

  @Test func `a field does not give the order of its frame`() throws {
    let made = MadeH264(hasFramesOnly: false)
    #expect(try h264([made.slice(6, isField: true)], made) == nil)
  }

  @Test func `values out of range are not a slice header`() throws {
    let made = MadeH264()
    // 7.4.3: ten types, 256 picture parameter sets; the first slice starts at macroblock 0.
    #expect(try h264([made.slice(6, type: 9)]) == place(6) && h264([made.slice(6, type: 10)]) == nil)
    #expect(try h264([made.slice(6, set: 255)]) == place(6) && h264([made.slice(6, set: 256)]) == nil)
    #expect(try h264([made.slice(6, first: 1)]) == nil)
    // 1, 5, 1 bits, 4 of the frame's number and 4 of the count: 15, of which 8 exist.
    #expect(try h264([Array(made.slice(6).prefix(2))]) == nil && h264([[0x41]]) == nil)
  }

  @Test func `sequence and picture parameter sets are distinguished`() {
    let made = MadeH264()
    // 7.3.2.2, 7 bytes long: if its length, 7, is read as a header, it looks like a set of the other kind. Numbers 0
    // and 0, CABAC, 1 slice group, 3 and 1 references, weighted prediction 1 and 2, quantizer 23, two offsets of 0,
    // three flags; 8x8 transform, scaling lists, of which the first is the default one and the others are left out; an
    // offset of 0 and the stop bit.
    var bits = MadeBits()
    bits.add("01101000 1 1 1 0 1 011 1 1 10 00111 1 1 010 1 1")
    bits.add("1 000010001 0000000 1 1")
    #expect(bits.bytes.count == 7)
    let record = MadeH264.record([made.sequence], picture: bits.bytes)
    #expect(orders([withLengths([made.slice(6)], size: 4)], AV_CODEC_ID_H264, record) == [place(6)])
    let all = withParameters(of: AV_CODEC_ID_H264, configuration: record) { SequenceParameters($0) }
    #expect(all?.allowsGaps == false)
  }

  @Test func `a different set in the middle ends it, the same one does not`() {
    let made = MadeH264()
    let sets = withStartCodes([made.sequence])
    let slice = withStartCodes([made.slice(6)])
    let other = withStartCodes([MadeH264(orderBits: 5).sequence])
    #expect(
      orders([slice, sets + slice, slice, other + slice, slice], AV_CODEC_ID_H264, sets)
        == [place(6), place(6), place(6), nil, nil])
  }

  @Test func `without a set, or with another type of count, nothing is read`() {
    for configuration in [[], withStartCodes([MadeH264(orderType: 1).sequence, MadeH264().sequence])] {
      #expect(orders([], AV_CODEC_ID_H264, configuration) == nil)
    }
    for type in [1, 2] {
      #expect(orders([], AV_CODEC_ID_H264, withStartCodes([MadeH264(orderType: type).sequence])) == nil)
    }
    #expect(orders([], AV_CODEC_ID_MPEG4, withStartCodes([MadeH264().sequence])) == nil)
  }

  // MARK: HEVC

  private func hevc(_ units: [[UInt8]], _ made: MadeHEVC = MadeHEVC()) throws -> PictureOrder? {
    let sets = [made.sequence, made.picture]
    let byStartCode = try #require(orders([withStartCodes(units)], AV_CODEC_ID_HEVC, withStartCodes(sets)))
    let byLength = try #require(orders([withLengths(units, size: 4)], AV_CODEC_ID_HEVC, MadeHEVC.record(sets)))
    #expect(byLength == byStartCode)
    return byStartCode[0]
  }

  @Test func `the count of HEVC slices is read after all fields that their sets put before it`() throws {
    for made in [
      MadeHEVC(), MadeHEVC(orderBits: 16), MadeHEVC(orderBits: 8, layers: 1), MadeHEVC(layers: 6),
      MadeHEVC(hasPlanes: true), MadeHEVC(isCropped: true), MadeHEVC(hasOutputFlag: true, extraBits: 7),
      MadeHEVC(orderBits: 5, layers: 2, hasPlanes: true, isCropped: true, hasOutputFlag: true, extraBits: 2),
    ] {
      #expect(try hevc([made.slice(1, 9)], made) == place(9), "\(made)")
      #expect(try hevc([made.slice(21, 9)], made) == place(9), "\(made)")
      #expect(try hevc([made.slice(16, 9)], made) == place(9, anew: true), "\(made)")
      #expect(try hevc([made.slice(20)], made) == place(0, anew: true), "\(made)")
      #expect(try hevc([made.slice(0, 9)], made) == place(9, isReference: false), "\(made)")
      #expect(try hevc([made.slice(1, 9, temporal: 1)], made) == place(9, isReference: false), "\(made)")
    }
  }

  // pic_output_flag (7.4.7.1), which IDR pictures have, too.
  @Test func `a picture of HEVC that is not shown says so`() throws {
    for made in [MadeHEVC(hasOutputFlag: true), MadeHEVC(hasPlanes: true, hasOutputFlag: true, extraBits: 3)] {
      for type: UInt8 in [0, 1, 20, 21] {
        let order = type == 20 ? nil : 9
        #expect(try hevc([made.slice(type, order, isShown: false)], made)?.isHidden == true)
        #expect(try hevc([made.slice(type, order)], made)?.isHidden == false)
      }
    }
    // Without the flag in the picture parameter set, the same bit is another.
    #expect(try hevc([MadeHEVC().slice(1, 0)])?.isHidden == false)
  }

  @Test func `only the sets of the base layer count, unless there are none`() throws {
    let (base, other) = (MadeHEVC(orderBits: 8), MadeHEVC(orderBits: 4))
    func layered(_ units: [[UInt8]]) -> [[UInt8]] { units.map { [$0[0], $0[1] | 1 << 3] + $0.dropFirst(2) } }
    let (own, sets) = ([base.sequence, base.picture], layered([other.sequence, other.picture]))
    let slice = withLengths([base.slice(1, 0xA6)], size: 4)
    #expect(orders([slice], AV_CODEC_ID_HEVC, MadeHEVC.record(sets + own)) == [place(0xA6)])
    let alone = layered(own)
    #expect(orders([slice], AV_CODEC_ID_HEVC, MadeHEVC.record(alone)) == [place(0xA6)])
    // The sets of the base layer in the stream are others.
    let packet = withLengths([base.sequence, base.picture, base.slice(1, 0xA6)], size: 4)
    #expect(orders([packet], AV_CODEC_ID_HEVC, MadeHEVC.record(sets)) == [nil])
    // Sets and slices of another layer inside a packet are passed over.
    let both = withLengths(sets + [base.slice(1, 0xA6), other.slice(1, 3, layer: 1)], size: 4)
    #expect(orders([both], AV_CODEC_ID_HEVC, MadeHEVC.record(own)) == [place(0xA6)])
  }

  @Test func `the sets of a current encoder, with emulation prevention bytes`() {
    // After 12 bytes of profile and level (01 60 to 5D, three 03 skipped): number 0, 4:2:0 (1), width and height, 1280
    // and 720, in 21 and 19 bits. `2D 16 59` is 0010 1101 0001 0110 0101 1001: 01101 0001 ends the height, 0 means no
    // cropping, 1 and 1 mean 8 bits, and 00101, which is 4, means that the count has 8 bits.
    let sequence: [UInt8] = [
      0x42, 0x01, 0x01, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00, 0x03, 0x00, 0x5D, 0xA0,
      0x02, 0x80, 0x80, 0x2D, 0x16, 0x59, 0x59, 0xA4, 0x93, 0x2B, 0x80, 0x40,
    ]
    let sets = withStartCodes([sequence, [0x44, 0x01, 0xC1, 0x72, 0xB4, 0x62, 0x40]])
    let slice = MadeHEVC(orderBits: 8).slice(1, 0xA6)
    #expect(orders([withStartCodes([slice])], AV_CODEC_ID_HEVC, sets) == [place(0xA6)])
  }

  @Test func `other slices, other layers and values out of range give nothing`() throws {
    let made = MadeHEVC()
    #expect(try hevc([made.slice(1, 9, isFirst: false)]) == nil && hevc([made.slice(1, 9, layer: 1)]) == nil)
    #expect(try hevc([made.slice(1, 9, layer: 32)]) == nil)
    // 7.4.7.1: 64 picture parameter sets, three types.
    #expect(try hevc([made.slice(1, 9, set: 63)]) == place(9) && hevc([made.slice(1, 9, set: 64)]) == nil)
    #expect(try hevc([made.slice(1, 9, kind: 2)]) == place(9) && hevc([made.slice(1, 9, kind: 3)]) == nil)
    #expect(try hevc([Array(made.slice(1, 9).prefix(3))]) == nil && hevc([[2, 1]]) == nil && hevc([[2]]) == nil)
    // A delimiter and a message before, another message after: types 35, 39 and 40.
    #expect(
      try hevc([[0x46, 1, 0x50], [0x4E, 1, 5, 1, 9, 0x80], made.slice(1, 9), [0x50, 1, 5, 1, 9, 0x80]]) == place(9))
  }

  @Test func `sets of HEVC that disagree or are missing give nothing`() {
    let (made, other) = (MadeHEVC(), MadeHEVC(orderBits: 5, extraBits: 1))
    for (units, isTold) in [
      ([made.sequence, made.picture], true), ([made.sequence, made.picture, made.picture, made.sequence], true),
      ([made.sequence, made.picture, other.sequence], false), ([made.sequence, made.picture, other.picture], false),
      ([made.sequence], false), ([made.picture], false), ([], false),
      ([Array(made.sequence.prefix(16)), made.picture], false),
    ] {
      for configuration in [withStartCodes(units), MadeHEVC.record(units)] {
        #expect((orders([], AV_CODEC_ID_HEVC, configuration) != nil) == isTold, "\(units.map(\.count))")
      }
    }
    let record = MadeHEVC.record([made.sequence, made.picture])
    for count in 0..<record.count { #expect(orders([], AV_CODEC_ID_HEVC, Array(record.prefix(count))) == nil) }
  }

  @Test func `a different set of HEVC in the middle ends it`() {
    let (made, other) = (MadeHEVC(), MadeHEVC(orderBits: 5, extraBits: 1))
    let sets = withStartCodes([made.sequence, made.picture])
    let slice = withStartCodes([made.slice(1, 9)])
    for set in [other.sequence, other.picture] {
      #expect(
        orders([slice, sets + slice, withStartCodes([set]) + slice, slice], AV_CODEC_ID_HEVC, sets)
          == [place(9), place(9), nil, nil])
    }
  }

  // MARK: MPEG-1 and MPEG-2

  @Test(arguments: [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO])
  func `the place in a group is read behind any headers, and the group's own`(codec: AVCodecID) throws {
    // ISO/IEC 13818-2, 6.2.3: ten bits of the place, 519 = 10_0000_0111, three of the type.
    func picture(_ type: UInt8) -> [UInt8] { [0, 0, 1, 0x00, 0x81, 0xC0 | type << 3, 0xFF, 0xF8] }
    let group: [UInt8] = [0, 0, 1, 0xB8, 0, 8, 0, 0x40]
    let sequence: [UInt8] = [0, 0, 1, 0xB3, 0x08, 0x00, 0x60, 0x13, 0xFF, 0xFF, 0xE0, 0x18, 0, 0, 1, 0xB5, 0x14, 0x8A]
    let found = try #require(
      orders(
        [
          picture(1), picture(2), picture(3), group + picture(1), sequence + group + picture(1),
          [0, 0, 1, 0x01] + picture(2), group, [0, 0, 1, 0x00, 0x81],
        ], codec, []))
    #expect(
      found == [
        place(519), place(519), place(519, isReference: false), place(519, anew: true), place(519, anew: true), nil,
        nil,
        nil,
      ])
  }
}
