import CFFmpeg
import Files
import TestSupport
import Testing
@testable import Video

extension Decoding {
  /// Whose damage a line of FFmpeg's log is about.
  struct ComplaintTests {
    private struct Opened: ~Copyable {
      let reader: PacketReader
      let decoder: Decoder

      init(_ clip: Fixture, threads: Int32) throws {
        let source = ByteSource(
          file: try InputFile(opening: Path(clip.path)), limits: Limits(), deadline: Deadline(nanoseconds: .max / 2))
        let reader = try PacketReader(source, stream: nil, isProbed: false, limits: Limits())
        let stream = try #require(reader.stream)
        decoder = try Decoder(
          stream.pointee.codecpar, timeBase: stream.pointee.time_base, alphaMode: false, reorderDepth: 0,
          threads: threads, limits: Limits())
        self.reader = reader
      }

      /// Feeds the first packets, the second half of each overwritten if wished, and takes out what comes.
      func decode(packets: Int, isSpoilt: Bool) throws {
        for number in 0..<packets {
          _ = try #require(try reader.next())
          let raw = reader.packet.pointer.pointee
          if isSpoilt {
            try #require(av_packet_make_writable(reader.packet.pointer) == 0)
            for index in Int(raw.size) / 2..<Int(raw.size) { reader.packet.pointer.pointee.data[index] = 0x55 }
          }
          _ = decoder.send(reader.packet.pointer, number: Int64(number))
          drain: while true {
            switch try decoder.receive() {
            case .frame(let frame):
              var frame: UnsafeMutablePointer<AVFrame>? = frame
              av_frame_free(&frame)
            case .failure: continue
            case .needsPacket, .end: break drain
            }
          }
        }
      }
    }

    init() { Decoding.log }

    @Test(arguments: [Int32(1), 2]) func `a decoder's complaints are its own`(_ threads: Int32) throws {
      let whole = try Opened(.h264BFrames, threads: threads)
      let spoilt = try Opened(.h264BFrames, threads: threads)
      let (wholeBefore, spoiltBefore) = (whole.decoder.complaints(), spoilt.decoder.complaints())
      try spoilt.decode(packets: 12, isSpoilt: true)
      try whole.decode(packets: 12, isSpoilt: false)
      #expect(spoilt.decoder.complaints() > spoiltBefore)
      #expect(whole.decoder.complaints() == wholeBefore)
    }

    @Test func `a closed decoder is forgotten, and its number not given again`() throws {
      let first = FFmpegLog.addDecoder()
      FFmpegLog.removeDecoder(first)
      let second = FFmpegLog.addDecoder()
      defer { FFmpegLog.removeDecoder(second) }
      #expect(first > 0 && second > first)
    }
  }
}
