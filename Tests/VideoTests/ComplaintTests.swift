import CFFmpeg
import Files
import TestSupport
import Testing
@testable import Video

extension Decoding {
  /// To which decoder and file a line of FFmpeg's log is attributed.
  @Suite struct ComplaintTests {
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
          threads: threads, limits: Limits(), log: source.log)
        self.reader = reader
      }

      /// Feeds the first packets, some of them with their second half overwritten, and takes out the pictures.
      func decode(packets: Int, spoilt: Range<Int>) throws {
        for number in 0..<packets {
          _ = try #require(try reader.next())
          let raw = reader.packet.pointer.pointee
          if spoilt.contains(number) {
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

    @Test(arguments: [Int32(1), 2]) func `a decoder's complaints count for that decoder only`(_ threads: Int32) throws {
      let whole = try Opened(.h264BFrames, threads: threads)
      let spoilt = try Opened(.h264BFrames, threads: threads)
      try spoilt.decode(packets: 12, spoilt: 0..<12)
      try whole.decode(packets: 12, spoilt: 0..<0)
      #expect(spoilt.decoder.takeRemarks().values.contains { $0.contains(.complaint) })
      #expect(whole.decoder.takeRemarks().isEmpty)
    }

    // While a packet is fed, other threads still work on those before it.
    @Test(arguments: [Int32(2), 4]) func `a complaint names its packet, with any number of threads`(
      _ threads: Int32
    ) throws {
      func remarks(threads: Int32, spoilt: Range<Int>) throws -> [Int: DecoderRemark] {
        let opened = try Opened(.h264BFrames, threads: threads)
        try opened.decode(packets: 12, spoilt: spoilt)
        opened.decoder.sendEnd()
        while case .frame(let frame) = try opened.decoder.receive() {
          var frame: UnsafeMutablePointer<AVFrame>? = frame
          av_frame_free(&frame)
        }
        let remarks = opened.decoder.takeRemarks()
        #expect(opened.decoder.takeRemarks().isEmpty)
        return remarks
      }
      for spoilt in [0..<1, 0..<12] {
        let expected = try remarks(threads: 1, spoilt: spoilt)
        try #require(expected[0] == .complaint)
        for _ in 0..<10 { #expect(try remarks(threads: threads, spoilt: spoilt) == expected) }
      }
    }

    /// Logs an error that names no decoder and no file: that a picture of size 0 is invalid.
    private static func complainOfNobody() { _ = av_image_check_size(0, 0, 0, nil) }

    @Test func `a line that names no decoder is about the file that its thread works on`() throws {
      let first = try Opened(.h264BFrames, threads: 1)
      let second = try Opened(.h264BFrames, threads: 1)
      let before = (first.decoder.strayComplaints, second.decoder.strayComplaints)
      let marks = (first.reader.log.mark, second.reader.log.mark)
      first.reader.log.attend()
      Self.complainOfNobody()
      #expect(first.decoder.strayComplaints - before.0 == 1 && second.decoder.strayComplaints == before.1)
      #expect(first.reader.log.words(for: -1, since: marks.0).contains("Picture size 0x0 is invalid"))
      #expect(!second.reader.log.words(for: -1, since: marks.1).contains("Picture size"))
      #expect(first.reader.log.complains(of: "size 0x0", since: marks.0))
      #expect(!second.reader.log.complains(of: "size 0x0", since: marks.1))
    }

    @Test func `complaints before a mark are not returned after it, and only the newest lines are kept`() {
      let log = FileLog()
      log.attend()
      let start = log.mark
      for _ in 0..<20 { Self.complainOfNobody() }
      let mark = log.mark
      #expect(mark - start == 20 && !log.words(for: -1, since: mark).contains("Picture size"))
      #expect(FFmpegLog.recent(inFile: log.number, since: start).count == 8)
    }

    // In a process of its own: to the decodes of tests beside it the line would be damage.
    @Test func `a line from a thread without a file may be about any decoder with threads`() async {
      await #expect(processExitsWith: .success) {
        let first = try Opened(.h264BFrames, threads: 2)
        let second = try Opened(.h264BFrames, threads: 4)
        // A decoder without threads of its own works in the caller's, which attends to its file.
        let alone = try Opened(.h264BFrames, threads: 1)
        let before = (first.decoder.strayComplaints, second.decoder.strayComplaints, alone.decoder.strayComplaints)
        FileLog().attend()  // it is gone at once
        Self.complainOfNobody()
        try #require(first.decoder.strayComplaints > before.0 && second.decoder.strayComplaints > before.1)
        try #require(alone.decoder.strayComplaints == before.2)
      }
    }

    @Test func `a closed decoder is forgotten, and its number is not reused`() throws {
      let log = FileLog()
      let first = FFmpegLog.addDecoder(inFile: log.number)
      FFmpegLog.removeDecoder(first)
      let second = FFmpegLog.addDecoder(inFile: log.number)
      defer { FFmpegLog.removeDecoder(second) }
      #expect(first > 0 && second > first)
    }
  }
}
