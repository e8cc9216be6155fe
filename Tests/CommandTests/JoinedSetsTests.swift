import Foundation
import TestSupport
import Testing

/// Joined streams, and those whose later pictures need sets or tables that came with earlier packets: each frame, asked alone
/// by number and by time, has the pixels of a decode from the beginning.
@Suite struct JoinedSetsTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Asks for frames of 25 a second alone, by number and by a time within the frame: each seventh one, or some.
  private func expectSame(_ name: String, count: Int, _ some: [Int]? = nil) throws {
    let truth = try linearHashes(of: name, in: bench.folder)
    try #require(truth.count == count)
    for frame in some ?? Array(stride(from: 0, to: count, by: 7)) {
      // The frame starts at 40 ms times its number.
      for moment in [["--frame", "\(frame)"], ["--at", "\(frame * 40 + 20)ms"]] {
        let answer = try bench.framegrab([name, "--no-cache", "--hash"] + moment)
        #expect(answer.text.hasPrefix(truth[frame]), "\(name) \(moment): \(answer.stderr)")
      }
    }
    let all = try bench.framegrab([name, "--no-cache", "--all", "--hash"]).text.split(separator: "\n")
    #expect(all.map { $0.prefix(32) } == truth.map { $0[...] }, "\(name)")
  }

  @Test(arguments: ["libx264 -bf 3", "mpeg2video -bf 2"])
  func `a clock that passes 33 bits behind a joint`(_ coding: String) throws {
    // 2³³ / 90 000 = 95 443.7 s: the second stream passes it 1.3 s behind the joint, which is at 4 s.
    let source = "-f lavfi -i testsrc2=s=96x64:r=25:d=4 -g 20 -threads 1 -c:v " + coding
    for (name, offset) in [("first.ts", "0"), ("second.ts", "95441")] {
      try bench.ffmpeg((source + " -output_ts_offset " + offset).split(separator: " ").map(String.init) + [name])
    }
    try bench.write(bench.bytes("first.ts") + bench.bytes("second.ts"), to: "joined.ts")
    // Each of them needs a decode of everything.
    try expectSame("joined.ts", count: 200, [0, 99, 100] + (130..<140) + [199])
  }

  /// Two streams one after the other, as FFmpeg's `concat` joins them: two seconds each.
  private func join(_ one: [String], _ other: [String], into name: String) throws {
    let source = ["-f", "lavfi", "-i", "testsrc2=s=160x112:r=25:d=2,noise=alls=10:allf=t"]
    for (number, coding) in [one, other].enumerated() {
      // Matroska keeps the sets outside the packets; MPEG-TS gets them back before closed groups only.
      try bench.ffmpeg(source + coding + ["half.mkv"])
      try bench.ffmpeg(["-i", "half.mkv", "-c", "copy", "half\(number).ts"])
    }
    try bench.write("file half0.ts\nfile half1.ts\n", to: "list")
    try bench.ffmpeg(["-f", "concat", "-i", "list", "-c", "copy", name])
  }

  @Test(arguments: ["ts", "mkv", "mp4"])
  func `keyframes of H.264 behind a joint, without the sets of theirs`(_ ending: String) throws {
    // The offset of the chroma quantiser is in the picture parameter set; recovery points start open groups.
    func coding(_ offset: Int) -> [String] {
      let open = "open-gop=1:bframes=2:scenecut=0:keyint=12:min-keyint=12"
      return ["-c:v", "libx264", "-preset", "fast", "-qp", "24", "-x264-params", "\(open):chroma-qp-offset=\(offset)"]
    }
    try join(coding(0), coding(12), into: "joined.\(ending)")
    try expectSame("joined.\(ending)", count: 100)
  }

  @Test func `sequence headers of MPEG-2 with another matrix, which later groups do not repeat`() throws {
    // Flat matrices of 16 and of 60 for intra blocks.
    func coding(_ value: Int) -> [String] {
      let matrix = Array(repeating: "\(value)", count: 64).joined(separator: ",")
      return ["-c:v", "mpeg2video", "-qscale:v", "4", "-g", "10", "-bf", "0", "-intra_matrix", matrix]
    }
    try join(coding(16), coding(60), into: "joined.ts")
    try bench.ffmpeg(["-i", "joined.ts", "-c", "copy", "-f", "rawvideo", "joined.m2v"])
    // Everything from a sequence header up to the group's header goes, but for the first one of each half.
    let bytes = try bench.bytes("joined.m2v")
    let starts = bytes.indices.dropLast(3).filter { bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 }
    var (kept, headers, isLeftOut) = (Data(), 0, false)
    for (start, end) in zip(starts, starts.dropFirst() + [bytes.count]) {
      if bytes[start + 3] == 0xB3 {
        isLeftOut = headers % 5 != 0
        headers += 1
      }
      if bytes[start + 3] == 0xB8 { isLeftOut = false }
      if !isLeftOut { kept += bytes[start..<end] }
    }
    try #require(headers == 10)
    try bench.write(kept, to: "spare.m2v")
    try bench.ffmpeg(["-i", "spare.m2v", "-c", "copy", "-bsf:v", "setts=ts=N*3600:time_base=1/90000", "spare.ts"])
    try expectSame("spare.ts", count: 100)
  }

  @Test func `a quantisation table of Motion JPEG that only the first picture has`() throws {
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=160x112:r=25:d=1", "-c:v", "mjpeg", "-q:v", "4", "-pix_fmt", "yuvj420p", "-f",
      "mjpeg", "plain.mjpeg",
    ])
    let bytes = [UInt8](try bench.bytes("plain.mjpeg"))
    let starts = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 }
    try #require(starts.count == 25)
    var spare: [UInt8] = []
    for (number, start) in starts.enumerated() {
      var picture = Array(bytes[start..<(starts.dropFirst(number + 1).first ?? bytes.count)])
      // The frame header: its length, bits, height, width, three components of which the third byte is the table.
      let frame = try #require(picture.indices.dropLast(19).first { picture[$0] == 0xFF && picture[$0 + 1] == 0xC0 })
      (picture[frame + 15], picture[frame + 18]) = (1, 1)
      // Table 1: 64 times 60.
      let table = [0xFF, 0xDB, 0, 67, 1] + Array(repeating: UInt8(60), count: 64)
      if number == 0 { picture.insert(contentsOf: table, at: frame) }
      spare += picture
    }
    try bench.write(Data(spare), to: "spare.mjpeg")
    try bench.ffmpeg(["-r", "25", "-f", "mjpeg", "-i", "spare.mjpeg", "-c", "copy", "spare.mkv"])
    try expectSame("spare.mkv", count: 25)
  }
}
