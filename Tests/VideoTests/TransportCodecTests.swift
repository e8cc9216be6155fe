import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Transport streams whose video has another codec from some place on, under the same number.
  @Suite struct TransportCodecTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// 50 frames of one codec.
    private func part(_ name: String, _ coding: String) throws -> Data {
      let words = "-f lavfi -i testsrc2=s=160x128:r=25:d=2 -pix_fmt yuv420p -g 12 \(coding) -f mpegts \(name)"
      try ffmpeg(words.split(separator: " ").map(String.init), in: scratch.folder)
      return Data(try scratch.bytes(of: name))
    }

    private func fault(of bytes: Data) throws -> VideoError.Fault? {
      let path = try scratch.write(bytes, to: "joined.ts")
      do throws(VideoError) {
        _ = try VideoFile(opening: path)
        return nil
      } catch {
        return error.fault
      }
    }

    private let codings = [
      "mpeg2.ts": "-c:v mpeg2video -q:v 2", "h264.ts": "-c:v libx264 -crf 5",
      "hevc.ts": "-c:v libx265 -x265-params log-level=none -crf 5",
    ]

    @Test(
      arguments: [["mpeg2.ts", "h264.ts"], ["h264.ts", "mpeg2.ts"], ["h264.ts", "hevc.ts"]],
      ["", "-mpegts_m2ts_mode 1"])
    func `such a file is refused, with the place to cut it at`(_ names: [String], _ shape: String) throws {
      let parts = try names.map { try part($0, "\(#require(codings[$0])) \(shape)") }
      #expect(try fault(of: parts[0] + parts[1]) == .joinedFilms(Int64(parts[0].count)))
      let times = 1 + (4 << 20) / parts[0].count
      let long = (0..<times).reduce(into: Data()) { bytes, _ in bytes += parts[0] }
      #expect(try fault(of: long + parts[1] + parts[1]) == .joinedFilms(Int64(long.count)))
      #expect(
        try fault(of: parts[0] + (0..<times).reduce(into: Data()) { bytes, _ in bytes += parts[1] })
          == .joinedFilms(Int64(parts[0].count)))
    }

    // Sections of other tables fill packets to the end: from 0 to 183 bytes follow the place where one begins.
    @Test func `a section may begin anywhere in a packet`() throws {
      let whole = try part("mpeg2.ts", "-c:v mpeg2video")
      for pointer in UInt8(0)...183 {
        var bytes = whole
        let packet = [0x47, 0x40, 0x12, 0x10, pointer] + [UInt8](repeating: 0xFF, count: 183)
        bytes.insert(contentsOf: packet, at: 3 * 188)
        #expect(try fault(of: bytes) == nil, "\(pointer)")
      }
    }

    @Test func `parts of one codec, and tables that are damaged, are read`() throws {
      let (mpeg2, h264) = (try part("mpeg2.ts", "-c:v mpeg2video"), try part("h264.ts", "-c:v libx264"))
      #expect(try fault(of: h264 + h264) == nil)
      #expect(try fault(of: mpeg2) == nil)
      // The type in each map of the second half, which then has a wrong checksum. A map without its descriptors is
      // 2, its length, the program and version, its clock, no description, and the type with the number 0x100 behind it.
      var damaged = mpeg2
      var changed = 0
      for place in stride(from: damaged.count / 376 * 188, to: damaged.count - 187, by: 188) {
        guard damaged[place + 1] & 0x1F == 0x10, damaged[place + 2] == 0, damaged[place + 5] == 2 else { continue }
        #expect(damaged[place + 17] == 2)
        damaged[place + 17] = 0x1B
        changed += 1
      }
      #expect(changed > 3)
      #expect(try fault(of: damaged) == nil)
    }
  }
}
