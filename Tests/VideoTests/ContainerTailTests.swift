import Testing
@testable import Video

/// The ends of files, made by hand from the formats' specifications; each whole one, and cut after every byte.
struct ContainerTailTests {
  private func tail(_ bytes: [UInt8]) -> ContainerTail {
    ContainerTail(
      reading: { position, count in
        guard position >= 0, position < bytes.count else { return [] }
        return Array(bytes[Int(position)...].prefix(count))
      }, size: Int64(bytes.count))
  }

  /// Expects the whole file to be whole, and each shorter one, down to `least` bytes, to be cut.
  private func expectNoticed(_ bytes: [UInt8], from least: Int, _ isCut: (ContainerTail) -> Bool) {
    #expect(!isCut(tail(bytes)))
    for count in least..<bytes.count { #expect(isCut(tail(Array(bytes.prefix(count)))), "\(count) bytes") }
  }

  @Test func `the last page of Ogg ends its stream`() {
    // RFC 3533, 6: name, version, flags (4 ends the stream), position, serial, number, checksum, one length.
    func page(_ flags: UInt8, _ content: [UInt8]) -> [UInt8] {
      Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 7, count: 20) + [1, UInt8(content.count)] + content
    }
    let file = page(2, [1, 2, 3]) + page(0, [4, 5]) + page(4, [6, 7, 8, 9])
    expectNoticed(file, from: page(2, [1, 2, 3]).count, { $0.isOggCut })
  }

  // 13818-1, 2.5.3.4: a pack of 14 bytes, whose last three bits are the length of a filling; 11172-1: of 12 bytes. Then
  // packets, each with a code, its length in two bytes, and so many bytes, and perhaps the end code.
  @Test(arguments: [2, 1]) func `the last packet of a program stream is whole`(_ version: Int) {
    let pack: [UInt8] =
      version == 2
      ? [0, 0, 1, 0xBA, 0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xF8 | 2, 0xFF, 0xFF]
      : [0, 0, 1, 0xBA, 0x21, 0, 1, 0, 1, 0x80, 0, 1]
    func packet(_ code: UInt8, _ content: [UInt8]) -> [UInt8] { [0, 0, 1, code, 0, UInt8(content.count)] + content }
    // The first bytes are the rest of an earlier packet, with the code of a picture and something like a pack in it.
    let before: [UInt8] = [7, 0, 0, 1, 0, 8, 0, 0, 1, 0xBA, 0x44, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]
    let file = before + pack + packet(0xE0, [0, 0, 1, 0xB3, 5, 5]) + packet(0xC0, [1, 2, 3])
    let second = pack + packet(0xE0, [4, 5, 6, 7])
    #expect(!tail(file).isProgramStreamCut && !tail(file + second).isProgramStreamCut)
    for more: [UInt8] in [[], [0], [10], [0, 0]] { #expect(!tail(file + [0, 0, 1, 0xB9] + more).isProgramStreamCut) }
    #expect(!tail(file + [0, 0, 1, 0xB9]).isProgramStreamCut && !tail(file + [0, 0, 0, 0, 0, 0]).isProgramStreamCut)
    // Two bytes of a code, both 0, may fill up.
    for count in 3..<second.count where !(pack.count...pack.count + 2).contains(count) {
      #expect(tail(file + second.prefix(count)).isProgramStreamCut, "\(count) bytes")
    }
    for count in 1..<7 { #expect(tail(file.dropLast(count)).isProgramStreamCut, "\(count) bytes less") }
    // Bytes that are no stream of packets say nothing.
    #expect(!tail(before).isProgramStreamCut && !tail([]).isProgramStreamCut)
    #expect(!tail(file + [9, 9, 9, 9, 9, 9, 9]).isProgramStreamCut)
  }

  // 157 KiB of headers that lead from one to the next, each also from places between, to something else: followed from each
  // of them anew, they would be 13 000 times 13 000.
  @Test func `many headers without an end are followed once`() {
    let headers = Array(repeatElement([0, 0, 1, 0xBA, 0x21, 7] as [UInt8], count: 27_000).joined())
    let ends = Array(repeatElement([0, 0, 1, 0xB9] as [UInt8], count: 25_000).joined())
    #expect(!ProgramTail(headers + ends + [9]).isCut)
    #expect(!ProgramTail(headers + [UInt8](repeating: 0, count: 100_000) + [9]).isCut)
    #expect(!ProgramTail(headers + ends).isCut && ProgramTail(headers + ends + [0, 0, 1, 0xE0, 0]).isCut)
  }

  @Test func `a marker ends the last picture of JPEG`() {
    // T.81, table B.1: a start of picture (FF D8), a segment, codes in which FF is followed by 0, the end (FF D9); zeros may follow.
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 1, 0xFF, 0, 0xD9, 2, 0xFF, 0xD9]
    expectNoticed(picture, from: 1) { $0.isJPEGCut(from: 0) }
    #expect(!tail(picture + [0, 0, 0]).isJPEGCut(from: 0))
    // Behind it, something else than a picture.
    #expect(!tail(picture + [0xFF, 0xD8, 7, 0xFF, 0xD8, 0]).isJPEGCut(from: 0))
    #expect(tail(picture + [0xFF, 0xD8]).isJPEGCut(from: 0))
    // FFmpeg gives a position before the picture's own.
    #expect(tail(picture + picture.dropLast()).isJPEGCut(from: Int64(picture.count)))
    #expect(tail(picture + picture.dropLast()).isJPEGCut(from: 4))
  }

  @Test func `a trailer follows the last picture of GIF`() {
    // 89a: a header of 13 bytes with a table of two colours (flags 80), a control extension, a picture with blocks.
    let head = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0] + [UInt8](repeating: 3, count: 6)
    let picture: [UInt8] =
      [0x21, 0xF9, 4, 0, 5, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0, 2, 3, 0x3B, 0x3B, 0x3B, 1, 9, 0]
    expectNoticed(head + picture + [0x3B], from: head.count + 1) { $0.isGIFCut(from: 0) }
    // From the last picture's own position, which has no header.
    #expect(!tail(head + picture + picture + [0x3B, 0, 0]).isGIFCut(from: Int64(head.count + picture.count)))
    #expect(tail(head + picture + picture).isGIFCut(from: Int64(head.count + picture.count)))
  }

  // 4:2:0 of 2x2: four bytes and two. FFmpeg's packets have the six of "FRAME" and its line feed, too, as its positions
  // do not.
  @Test(arguments: 1...2) func `nothing follows the last picture of YUV4MPEG2`(_ count: Int) {
    let head = Array("YUV4MPEG2 W2 H2 F25:1 C420jpeg\n".utf8)
    let picture = Array("FRAME\n".utf8) + [UInt8](repeating: 7, count: 6)
    let file = head + Array(repeatElement(picture, count: count).joined())
    let last = Int64(file.count - 6)
    #expect(!tail(file).isYUV4MPEGCut(from: last, packetSize: 12))
    for part in 1..<picture.count {
      #expect(tail(file + picture.prefix(part)).isYUV4MPEGCut(from: last, packetSize: 12), "\(part) bytes more")
    }
    #expect(!tail(file + [10]).isYUV4MPEGCut(from: last, packetSize: 12))
  }

  @Test func `an AVI of one chunk ends with it`() {
    // RIFF: a name, a length of four bytes, lowest first, the content, and a byte that makes an odd length even.
    let name = Array("RIFF".utf8)
    let file = name + [5, 0, 0, 0, 1, 2, 3, 4, 5, 0]
    #expect(tail(file).isOneRIFF && tail(Array(file.dropLast())).isOneRIFF)
    for count in 0..<13 { #expect(!tail(Array(file.prefix(count))).isOneRIFF, "\(count) bytes") }
    #expect(!tail(file + [0]).isOneRIFF && !tail(file + file).isOneRIFF)
    #expect(!tail(name + [255, 255, 255, 255, 1]).isOneRIFF)
    // OpenDML: a second chunk of this kind may have been cut off.
    let index = name + [8, 0, 0, 0] + Array("strhindx".utf8)
    #expect(!tail(index).isOneRIFF && tail(name + [8, 0, 0, 0] + Array("strhidx1".utf8)).isOneRIFF)
  }

  @Test func `ASF has as many data packets as its header says`() {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func file(packets: Int, flags: UInt8 = 2) -> [UInt8] {
      let id = [UInt8](repeating: 5, count: 12)
      let properties: [UInt8] =
        [0xA1, 0xDC, 0xAB, 0x8C] + id + number(104, 8) + [UInt8](repeating: 0, count: 32) + number(packets, 8)
        + [UInt8](repeating: 0, count: 24) + [flags, 0, 0, 0] + number(10, 4) + number(10, 4) + number(0, 4)
      let head: [UInt8] = [0x30, 0x26, 0xB2, 0x75] + id + number(30 + 104, 8) + number(1, 4) + [1, 2]
      let data: [UInt8] =
        [0x36, 0x26, 0xB2, 0x75] + id + number(50 + 30, 8) + [UInt8](repeating: 0, count: 16) + number(packets, 8) + [
          1, 1,
        ]
      return head + properties + data + [UInt8](repeating: 9, count: 30)
    }
    expectNoticed(file(packets: 3), from: 30 + 104 + 50) { $0.isASFCut }
    #expect(tail(file(packets: 4)).isASFCut && !tail(file(packets: 2)).isASFCut)
    // A broadcast (flag 1) does not know its length.
    #expect(!tail(file(packets: 4, flags: 1)).isASFCut && !tail(file(packets: 0)).isASFCut)
  }

  @Test func `the last tag of FLV is found by its length at the end`() {
    // Type, length (3), time (3) and its highest byte, stream (3), content, and the length of all that (4).
    func tag(_ time: UInt8, size: UInt8, written: UInt8? = nil) -> [UInt8] {
      [9, 0, 0, size, 0, 1, time, 2, 0, 0, 0] + [UInt8](repeating: 6, count: Int(size)) + [
        0, 0, 0, written ?? 11 + size,
      ]
    }
    let head = Array("FLV".utf8) + [1, 1, 0, 0, 0, 9, 0, 0, 0, 0]
    // 2 × 2^24 + 256 + 40.
    #expect(tail(head + tag(7, size: 3) + tag(40, size: 5)).lastFLVTime == 33_554_728)
    #expect(tail(head + tag(40, size: 5, written: 5)).lastFLVTime == 33_554_728)
    let file = head + tag(7, size: 3) + tag(40, size: 5)
    for count in (file.count - 19)..<file.count { #expect(tail(Array(file.prefix(count))).lastFLVTime == nil) }
  }

  @Test func `pictures of FLV end when they are shown, and a tag that ends H.264 hides no sound`() {
    // H.264 in a video tag: 7 behind the kind of picture, then 1 for a picture or 2 for the end, and the delay.
    func tag(_ type: UInt8, _ time: UInt8, _ content: [UInt8]) -> [UInt8] {
      let size = UInt8(content.count)
      return [type, 0, 0, size, 0, 0, time, 0, 0, 0, 0] + content + [0, 0, 0, 11 + size]
    }
    let head = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
    let end = tag(9, 40, [0x17, 2, 0, 0, 0])
    #expect(tail(head + tag(9, 40, [0x17, 1, 0, 0, 0, 5]) + tag(8, 90, [1, 2]) + end).lastFLVTime == 90)
    // 40 + 1 × 256 + 4; a delay below zero takes 2 from 40; that of an end does not count.
    #expect(
      tail(head + tag(9, 40, [0x27, 1, 0, 1, 4, 5]) + tag(9, 41, [0x27, 1, 0, 0, 0, 5])).lastFLVTime == 300)
    #expect(tail(head + tag(9, 40, [0x27, 1, 0xFF, 0xFF, 0xFE, 5])).lastFLVTime == 38)
    #expect(tail(head + tag(9, 40, [0x27, 2, 0, 1, 4])).lastFLVTime == 40)
    // Only the last tags are looked at.
    let many = (0..<70).flatMap { _ in tag(8, 7, [1]) }
    #expect(tail(head + tag(8, 90, [1]) + many).lastFLVTime == 7)
  }

  @Test func `pictures of FLV are known to last as long as each other if none can be missing`() {
    // The type, the time, and the content, of which one byte is enough for a sound or a picture.
    func tag(_ type: UInt8, _ time: Int, _ content: [UInt8] = [0x22]) -> [UInt8] {
      let size = UInt8(content.count)
      let head: [UInt8] = [type, 0, 0, size, 0, UInt8(time >> 8), UInt8(time & 0xFF), 0, 0, 0, 0]
      return head + content + [0, 0, 0, 11 + size]
    }
    let head = Array("FLV".utf8) + [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
    // 30 pictures a second in milliseconds, with three sounds between any two: 0, 33, 67, 100 …
    func pictures(_ count: Int, without missing: Int = -1) -> [UInt8] {
      var bytes: [UInt8] = []
      for number in 0..<count {
        let time = (number * 100 + 1) / 3
        if number != missing { bytes += tag(9, time) }
        for sound in 1...3 { bytes += tag(8, time + 8 * sound) }
      }
      return bytes
    }
    // As many as any codec reorders, and one more.
    #expect(tail(head + pictures(16)).stepOfFLV == nil && tail(head + pictures(17)).stepOfFLV == 34)
    #expect(tail(head + pictures(60)).stepOfFLV == 34)
    #expect(tail(head + pictures(60, without: 50)).stepOfFLV == nil)
    #expect(tail(head + pictures(60, without: 30)).stepOfFLV == 34)
    // H.264: parameter sets (0) are no picture, and behind an end (2) there is none.
    #expect(tail(head + tag(9, 0, [0x17, 0, 0, 0, 0]) + pictures(16)).stepOfFLV == nil)
    #expect(tail(head + pictures(3) + tag(9, 99, [0x17, 2, 0, 0, 0])).stepOfFLV == 0)
    #expect(tail(head + tag(9, 0, [0x17, 2, 0, 0, 0]) + pictures(3)).stepOfFLV == nil)
  }

  @Test func `an FLV file is as long as its first tag says`() {
    // A tag of 27 bytes: its header of 11, the word's length of 2 bytes, the word, a 0 for a number, and the number.
    func file(_ size: Double, type: UInt8 = 18, first: [UInt8] = []) -> [UInt8] {
      let number = (0..<8).map { UInt8(truncatingIfNeeded: size.bitPattern >> (56 - 8 * UInt64($0))) }
      let content = [0, 8] + Array("filesize".utf8) + [0] + number
      return Array("FLV".utf8) + [1, 1, 0, 0, 0, 9, 0, 0, 0, 0] + first
        + [type, 0, 0, UInt8(content.count), 0, 0, 0, 0, 0, 0, 0] + content + [0, 0, 0, 30]
    }
    // 13 + 11 + 19 + 4 bytes.
    #expect(file(0).count == 47)
    #expect(tail(file(48)).isFLVShort && !tail(file(47)).isFLVShort && !tail(file(46)).isFLVShort)
    for size in [Double.infinity, -.infinity, .nan, -1] { #expect(!tail(file(size)).isFLVShort) }
    // The same bytes in a picture, or behind the first tag, are none.
    #expect(!tail(file(48, type: 9)).isFLVShort)
    #expect(!tail(file(99, first: [18, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 12])).isFLVShort)
  }

  @Test func `PNG ends with a chunk`() {
    let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    let picture = [UInt8](repeating: 7, count: 5000)
    #expect(!tail(picture + end).isPNGCut && !tail(picture + end + [0, 1, 2]).isPNGCut)
    for count in 1...12 { #expect(tail(picture + end.dropLast(count)).isPNGCut) }
    #expect(tail(picture).isPNGCut && tail([]).isPNGCut)
  }

  @Test func `Dirac ends with the end of a sequence`() {
    func unit(_ code: UInt8) -> [UInt8] { Array("BBCD".utf8) + [code, 0, 0, 0, 13, 0, 0, 0, 13] }
    let picture = unit(0xC8) + [UInt8](repeating: 7, count: 6000)
    #expect(!tail(picture + unit(0x10)).isDiracCut && !tail(picture + unit(0x10) + [0, 0, 0]).isDiracCut)
    #expect(tail(picture).isDiracCut && tail(picture + unit(0x10) + picture).isDiracCut)
    #expect(tail(unit(0x10) + unit(0xC8)).isDiracCut && tail([]).isDiracCut && tail(Array("BBCD".utf8)).isDiracCut)
  }

  @Test func `MXF ends with an index of its partitions, or has the last one`() {
    let key: [UInt8] = [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02, 0x01, 0x01]
    func partition(_ kind: UInt8, footer: UInt8) -> [UInt8] {
      key + [kind, 4, 0, 0x83, 0, 0, 88] + [UInt8](repeating: 0, count: 24) + [0, 0, 0, 0, 0, 0, 0, footer]
        + [UInt8](repeating: 0, count: 56)
    }
    let content = [UInt8](repeating: 8, count: 20)
    let footer = UInt8(partition(2, footer: 0).count + content.count)
    let file = partition(2, footer: footer) + content + partition(4, footer: footer)
    #expect(!tail(file).isMXFCut && tail(Array(file.prefix(Int(footer) + 5))).isMXFCut)
    #expect(tail(Array(file.prefix(Int(footer)))).isMXFCut)
    // The index: its key, a length, the number and the place of a partition, and the length of all.
    func index(_ place: UInt8) -> [UInt8] {
      key + [0x11, 1, 0, 16, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, place] + [0, 0, 0, 13 + 4 + 12 + 4]
    }
    #expect(!tail(partition(2, footer: 250) + content + index(0)).isMXFCut)
    #expect(!tail(file + index(footer)).isMXFCut && !tail([1, 2] + file + index(footer)).isMXFCut)
    #expect(!tail(partition(2, footer: 0) + content + partition(4, footer: 0) + index(footer)).isMXFCut)
    // Four bytes before the footer are missing.
    let less = partition(2, footer: footer) + content.dropFirst(4) + partition(4, footer: footer)
    #expect(tail(less + index(footer)).isMXFCut && tail(partition(2, footer: 0) + content + index(footer)).isMXFCut)
    // A header that was written before the footer does not name it.
    #expect(!tail(partition(2, footer: 0) + content).isMXFCut)
    // One that claims the end of all numbers is not there, wherever the header is.
    let far = [0x7F] + [UInt8](repeating: 0xFF, count: 7)
    let claiming = key + [2, 4, 0, 0x83, 0, 0, 88] + [UInt8](repeating: 0, count: 24) + far + content
    #expect(tail([1, 2, 3] + claiming + content + content).isMXFCut)
  }

  @Test func `the data of RealMedia is as long as its header says`() {
    // Chunks: a name, and the size of all of the chunk; FFmpeg's writer counts ten bytes of the data twice.
    func chunk(_ name: String, _ size: UInt8, _ rest: Int) -> [UInt8] {
      Array(name.utf8) + [0, 0, 0, size] + [UInt8](repeating: 7, count: rest)
    }
    let head = chunk(".RMF", 18, 10) + chunk("PROP", 50, 42)
    let file = head + chunk("DATA", 118, 110)
    #expect(!tail(file).isRealMediaCut && !tail(file + chunk("INDX", 20, 12)).isRealMediaCut)
    #expect(!tail(head + chunk("DATA", 128, 110)).isRealMediaCut)
    for length in head.count + 8..<file.count - 10 { #expect(tail(Array(file.prefix(length))).isRealMediaCut) }
    // Sizes that lead nowhere, and a header without data.
    #expect(!tail(chunk(".RMF", 0, 10)).isRealMediaCut && !tail(head).isRealMediaCut && !tail([]).isRealMediaCut)
    #expect(!tail((0..<300).flatMap { _ in chunk("CONT", 8, 0) } + chunk("DATA", 118, 0)).isRealMediaCut)
  }

  @Test func `NUT ends with the way back to its index`() {
    let index: [UInt8] = [0x4E, 0x58, 0xDD, 0x67, 0x2F, 0x23, 0xE6, 0x4E, 9, 9]
    let file = [1, 2, 3] + index + [0, 0, 0, 0, 0, 0, 0, 22] + [5, 5, 5, 5]
    expectNoticed(file, from: 3) { $0.isNUTCut }
  }
}
