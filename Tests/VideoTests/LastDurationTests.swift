import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// The end of a video whose pictures are out of order: FFmpeg gives their packets the rate in the stream's headers.
  @Suite struct LastDurationTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
      // A hundred pictures of 12/300 s, three B pictures between two others. The headers count 600 ticks a second, two
      // for each field: by that rate a picture takes 1/300 s.
      try make("clip.mp4")
    }

    private func make(_ name: String, _ more: String = "") throws {
      let words =
        "-f lavfi -i testsrc2=s=96x64:r=25:d=4 -c:v libx264 -g 25 -bf 3 -pix_fmt yuv420p -video_track_timescale 300 "
        + "-bsf:v h264_metadata=tick_rate=600 \(more)"
      try makeOnce(name, words.split(separator: " ").map(String.init), in: scratch.folder)
    }

    /// The end by all packets, and by the table.
    private func ends(_ path: Path) throws -> [Rational?] {
      let listed = try VideoFile(opening: path, limits: .believing)
      let ends = [try VideoFile(opening: path).timeline(.everyPacket).end, try listed.timeline(.whole).end]
      #expect(listed.believesTable)
      return ends
    }

    @Test func `the rate that a stream states is not that of its pictures`() throws {
      #expect(try ends(scratch.path("clip.mp4")) == [Rational(4), Rational(4)])
    }

    // The last of the hundred packets lasts 1500/300 s: 99 · 0.04 + 5 = 8.96.
    @Test func `a last picture may be shown for long`() throws {
      var bytes = [UInt8](try scratch.bytes(of: "clip.mp4"))
      func content(_ box: String) throws -> Int {
        4 + (try #require((4..<bytes.count - 8).first { bytes[$0..<$0 + 4].elementsEqual(box.utf8) }))
      }
      func put(_ number: UInt32, _ place: Int) {
        withUnsafeBytes(of: number.bigEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
      }
      // Another run makes the table of durations, and all around it, 8 bytes longer.
      for box in ["moov", "trak", "mdia", "minf", "stbl", "stts"] {
        let size = try content(box) - 8
        put(8 + bytes[size..<size + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, size)
      }
      let table = try content("stts")
      bytes.insert(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0], at: table + 16)
      for (place, number) in ([2, 99, 12, 1, 1500] as [UInt32]).enumerated() { put(number, table + 4 + 4 * place) }
      #expect(try ends(scratch.write(Data(bytes), to: "long.mp4")) == [Rational(224, 25), Rational(224, 25)])
    }

    @Test(arguments: ["frag_keyframe+empty_moov", "dash", "cmaf", "cmaf -bf 0"])
    func `fragments say how long their last picture is shown`(_ flags: String) throws {
      try make("\(flags).mp4", "-movflags \(flags)")
      #expect(try ends(scratch.path("\(flags).mp4")) == [Rational(4), Rational(4)])
    }

    // Every second picture is 4/300 s late: then each sample has a duration of its own. The last picture begins at
    // 99 · 12 + 4 = 1192; if it lasts 1500/300 s, the end is at 2692/300 = 673/75.
    @Test func `a last picture in a fragment may be shown for long`() throws {
      try make(
        "uneven.mp4",
        "-vf settb=1/300,setpts=N*12+4*mod(N\\,2) -fps_mode passthrough -enc_time_base 1:300 "
          + "-movflags frag_keyframe+empty_moov")
      var bytes = [UInt8](try scratch.bytes(of: "uneven.mp4"))
      let run = try #require((0..<bytes.count - 8).last { bytes[$0..<$0 + 4].elementsEqual("trun".utf8) }) + 4
      func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      // The place of the data, perhaps the first flags, and then for each sample its duration first (8.8.8).
      let sample = 4 * (number(run) & 0xF00).nonzeroBitCount
      let last = run + 8 + 4 * (number(run) & 5).nonzeroBitCount + (number(run + 4) - 1) * sample
      try #require(number(run) & 0x900 == 0x900)
      bytes.replaceSubrange(last..<last + 4, with: Movie.bigEndian(1500))
      #expect(try ends(scratch.write(Data(bytes), to: "late.mp4")) == [Rational(673, 75), Rational(673, 75)])
    }
  }
}
