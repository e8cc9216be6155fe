import CFFmpeg
import Files
import TestSupport
import Testing
@testable import Video

extension Decoding {
  /// Packets into a decoder, pictures out of it.
  @Suite struct DecodeRunTests {
    /// Several frames as one packet (VP9 bitstream specification, Annex B): after them a marker, their sizes in four
    /// bytes each, and the marker again.
    private func superframe(_ frames: [[UInt8]]) -> [UInt8] {
      let marker = UInt8(0b110_11_000 | frames.count - 1)
      let sizes = frames.flatMap { frame in (0..<4).map { UInt8(truncatingIfNeeded: frame.count >> (8 * $0)) } }
      return frames.flatMap { $0 } + [marker] + sizes + [marker]
    }

    @Test func `pictures after failures in one packet come out`() throws {
      let source = ByteSource(
        file: try InputFile(opening: Path(Fixture.vp9.path)), limits: Limits(),
        deadline: Deadline(nanoseconds: .max / 2))
      let reader = try PacketReader(source, stream: nil, isProbed: false, limits: Limits())
      try #require(reader.next()?.isCleanStart == true)
      let keyframe = Array(reader.packet.bytes)
      // A frame begins with the bits 10; those between do not.
      let bytes = superframe([keyframe] + Array(repeating: [0, 0, 0, 0], count: 5) + [keyframe])
      let packet = try Packet()
      try #require(av_new_packet(packet.pointer, Int32(bytes.count)) == 0)
      for (index, byte) in bytes.enumerated() { packet.pointer.pointee.data[index] = byte }
      let stream = try #require(reader.stream)
      let decoder = try Decoder(
        stream.pointee.codecpar, timeBase: stream.pointee.time_base, alphaMode: false, reorderDepth: 0,
        threads: 1, limits: Limits(), log: source.log)
      var damage: [Bool] = []
      var run = DecodeRun(from: nil)
      _ = try run.feed(packet, startsClean: true, isLast: true, to: decoder) { picture throws(VideoError) in
        damage.append(picture.isDamaged)
        return true
      }
      #expect(damage == [false, true])
    }

    // The packets behind an open start are leading pictures, whose complaints do not count; a second thread complains
    // about the start itself while they are fed.
    @Test func `damage in an open start is noticed with two threads, too`() throws {
      for _ in 0..<20 {
        let source = ByteSource(
          file: try InputFile(opening: Path(Fixture.h264OpenGOP.path)), limits: Limits(),
          deadline: Deadline(nanoseconds: .max / 2))
        let reader = try PacketReader(source, stream: nil, isProbed: false, limits: Limits())
        var record = try #require(try reader.next())
        while !record.traits.contains(.openStart) { record = try #require(try reader.next()) }
        let first = try #require(record.presentation)
        try #require(av_packet_make_writable(reader.packet.pointer) == 0)
        let size = Int(reader.packet.pointer.pointee.size)
        for index in size / 2..<size { reader.packet.pointer.pointee.data[index] = 0x55 }
        let stream = try #require(reader.stream)
        let decoder = try Decoder(
          stream.pointee.codecpar, timeBase: stream.pointee.time_base, alphaMode: false, reorderDepth: 2, threads: 2,
          limits: Limits(), log: source.log)
        var run = DecodeRun(from: first, startsOpen: true, threads: 2)
        var marks: [Bool] = []
        for number in 0..<8 {
          if number > 0 { _ = try #require(try reader.next()) }
          _ = try run.feed(reader.packet, startsClean: false, isLast: number == 7, to: decoder) {
            picture throws(VideoError) in
            if picture.timestamp ?? 0 >= first { marks.append(picture.followsDamage && picture.isDamaged) }
            return true
          }
        }
        #expect(!marks.isEmpty && !marks.contains(false), "\(marks)")
      }
    }

    /// A slice of a frame of 160 × 128 samples, all of whose macroblocks are those of the picture before (ITU-T H.264,
    /// 7.3.3), in the stream of `code-fields.pl`; no picture is predicted from it.
    private func repeated(_ frameNumber: Int) -> [UInt8] {
      func bits(_ value: Int, _ count: Int) -> String {
        (0..<count).map { value >> (count - 1 - $0) & 1 == 1 ? "1" : "0" }.joined()
      }
      // first_mb_in_slice 0, slice_type 5 (P), the set 0, frame_num, field_pic_flag 0, pic_order_cnt_lsb, neither another
      // number nor order of references, slice_qp_delta 0, disable_deblocking_filter_idc 1, mb_skip_run 80, the end.
      let slice =
        "1" + "00110" + "1" + bits(frameNumber, 4) + "0" + bits(2 * frameNumber - 1, 8) + "00" + "1" + "010"
        + "0000001010001" + "1"
      let padded = Array(slice + String(repeating: "0", count: (8 - slice.count % 8) % 8))
      let bytes = stride(from: 0, to: padded.count, by: 8).compactMap { UInt8(String(padded[$0..<$0 + 8]), radix: 2) }
      return [0, 0, 0, 1, 0x01] + bytes
    }

    // A second field that is decoded by the thread of a whole frame: FFmpeg marks its picture as damaged.
    @Test func `intact fields behind whole frames are not damaged with two threads`() throws {
      let source = ByteSource(
        file: try InputFile(opening: Path(Fixture.h264Fields.path)), limits: Limits(),
        deadline: Deadline(nanoseconds: .max / 2))
      let reader = try PacketReader(source, stream: nil, isProbed: false, limits: Limits())
      var packets: [[UInt8]] = []
      for number in 0..<12 {
        _ = try #require(try reader.next())
        packets.append(Array(reader.packet.bytes))
        // Behind each pair of the group of six but the last.
        if number % 2 == 1, number < 11 { packets.append(repeated(number / 2 + 1)) }
      }
      let stream = try #require(reader.stream)
      let decoder = try Decoder(
        stream.pointee.codecpar, timeBase: stream.pointee.time_base, alphaMode: false, reorderDepth: 0, threads: 2,
        limits: Limits(), log: source.log)
      var run = DecodeRun(from: nil, threads: 2)
      var damage: [Bool] = []
      for (number, bytes) in packets.enumerated() {
        let packet = try Packet()
        try #require(av_new_packet(packet.pointer, Int32(bytes.count)) == 0)
        for (index, byte) in bytes.enumerated() { packet.pointer.pointee.data[index] = byte }
        _ = try run.feed(packet, startsClean: number == 0, isLast: number == packets.count - 1, to: decoder) {
          picture throws(VideoError) in
          damage.append(picture.isDamaged)
          return true
        }
      }
      #expect(damage == Array(repeating: false, count: 11) && !run.hasTrouble)
    }
  }
}
