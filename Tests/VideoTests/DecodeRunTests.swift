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
  }
}
