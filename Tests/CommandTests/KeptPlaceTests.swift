import Foundation
import TestSupport
import Testing

/// Pictures that cannot be decoded: they keep their indexes and are reported; streams with no other pictures are
/// refused.
@Suite struct KeptPlaceTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// 30 pictures, some of them overwritten with zeros, and the MD5 of each picture before that.
  private func make(_ name: String, _ options: [String], spoiling spoilt: [Int]) throws -> [String] {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64", "-frames:v", "30", "-pix_fmt", "yuvj420p"] + options + [name])
    let listed = try run(
      ["ffprobe", "-v", "quiet", "-show_entries", "packet=pos,size", "-of", "csv=p=0", name], in: bench.folder)
    let packets = listed.lines.map { $0.split(separator: ",").compactMap { Int($0) } }
    let hashes = try bench.framegrab(name, "--all", "--hash").lines
    try #require(packets.count == 30 && hashes.count == 30)
    var bytes = try bench.bytes(name)
    for frame in spoilt {
      let (size, position) = (packets[frame][0], packets[frame][1])
      // ffprobe prints size before position, in whatever order they are requested.
      bytes.replaceSubrange(position..<position + size, with: Data(count: size))
    }
    try bench.write(bytes, to: name)
    return hashes
  }

  @Test(arguments: [("mjpeg", "a.mov"), ("mjpeg", "b.avi"), ("png", "d.mov")])
  func `damage never shifts the indexes after it`(codec: String, name: String) throws {
    let hashes = try make(
      name, ["-c:v", codec, "-pix_fmt", codec == "png" ? "rgb24" : "yuvj420p"], spoiling: [4, 11, 12, 29])
    let result = try bench.framegrab(name, "--all", "--json", "--hash")
    let objects = try result.objects()
    let there = (0..<30).filter { ![4, 11, 12, 29].contains($0) }
    #expect(objects.compactMap { $0["index"] as? Int } == there && result.status == 1)
    #expect(objects.compactMap { $0["hash"] as? String } == there.map { hashes[$0] })
    #expect(result.complaints.count == 4)
    for index in [4, 11, 12, 29] {
      try bench.framegrab(name, "--frame", "\(index)", "-o", "x.png")
        .expectFailure(4, "could not be decoded (frame \(index) at ")
    }
    // Independent of other moments before it or in the same run.
    for words in [["--frame", "13"], ["--frame", "13", "--frame", "5"], ["--frame", "13", "--verify"]] {
      #expect(try bench.framegrab([name, "--hash"] + words).lines.first == hashes[13], "\(words)")
    }
    let requests = [13, 4, 12, 13, 5].map { "{\"video\":\"\(name)\",\"frame\":\($0),\"hash\":true}\n" }.joined()
    let served = try bench.framegrab(["--serve", "--hash"], input: Data(requests.utf8)).objects()
    #expect(served.map { $0["hash"] as? String } == [hashes[13], nil, nil, hashes[13], hashes[5]])
    #expect(served.compactMap { $0["code"] as? Int } == [4, 4])
  }

  @Test func `the list marks unavailable frames`() throws {
    _ = try make("a.mov", ["-c:v", "mjpeg"], spoiling: [7])
    // The demuxer marks an incomplete packet as corrupt: the last one of a file that is cut off.
    let bytes = try bench.bytes("a.mov")
    try bench.write(bytes, to: "a.mov")
    try bench.ffmpeg(["-i", "a.mov", "-c", "copy", "-movflags", "+faststart", "b.mov"])
    let whole = try bench.bytes("b.mov")
    try bench.write(whole.prefix(whole.count * 2 / 3), to: "cut.mov")
    let listed = try bench.framegrab("cut.mov", "--list-frames", "--json").objects()
    // Nothing was decoded: it is only known of the missing ones.
    #expect(listed.count == 30 && listed.first?["decodable"] is NSNull)
    let marks = listed.map { $0["decodable"] as? Bool ?? true }
    #expect(marks.last == false && !listed.contains { $0["decodable"] as? Bool == true })
    let text = try bench.framegrab("cut.mov", "--list-frames")
    #expect(text.lines.map { $0.hasSuffix("\tx") } == marks.map { !$0 })
    #expect(
      text.complaints == [
        "framegrab: cut.mov: warning: the file is cut off after frame \(marks.lastIndex(of: true) ?? -1)"
      ])
  }

  @Test func `streams that cannot be decoded here are not listed`() throws {
    let pictures = ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64", "-frames:v", "10"]
    let key = "00112233445566778899aabbccddeeff"
    try bench.ffmpeg(
      pictures + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-encryption_scheme", "cenc-aes-ctr"]
        + ["-encryption_key", key, "-encryption_kid", key, "encrypted.mp4"])
    try bench.ffmpeg(pictures + ["-c:v", "speedhq", "-pix_fmt", "yuv422p", "codec.mkv"])
    for words in [["--list-frames"], ["--frame", "3", "-o", "x.png"], ["--at", "0.1s", "-o", "x.png"]] {
      try bench.framegrab(["encrypted.mp4"] + words).expectFailure(4, "encrypted")
      try bench.framegrab(["codec.mkv"] + words).expectFailure(
        4, "codec speedhq is not on framegrab's list of video codecs")
    }
    #expect(!bench.names.contains("x.png"))
  }

  @Test func `a failure is one line, whatever streams there are`() throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64:d=1", "-map", "0", "-map", "0", "-c:v", "mpeg4", "two.mp4"])
    try bench.framegrab("two.mp4", "--at", "1h", "-o", "x.png").expectFailure(4, "past the end")
    let result = try bench.framegrab("two.mp4", "--at", "0.5s", "-o", "x.png")
    #expect(result.status == 0 && result.complaints.count == 1 && result.stderr.contains("--stream N takes another"))
  }

  @Test func `animated WebP is named in the error`() throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=5:s=64x64:d=1", "-c:v", "libwebp_anim", "-loop", "0", "a.webp"])
    for words in [["--info"], ["--list-frames"], ["--frame", "0", "-o", "x.png"]] {
      try bench.framegrab(["a.webp"] + words).expectFailure(4, "animation")
    }
  }

  @Test func `a picture over the limit is refused without decoding it`() throws {
    // 32 bytes of WebP hold 10 921 by 10 921 pixels: decoded, 477 MB. Behind the signature are 14 bits for the width and
    // the height less one, then codes for green, red, blue, alpha and distance that have one symbol each (RFC 9649, 3).
    let pixels: [UInt8] = [0x2F, 0xA8, 0x2A, 0xAA, 0x0A, 0x88, 0x88, 0xFE, 0x07, 0, 0, 0]
    let header: [UInt8] = Array("RIFF".utf8) + [24, 0, 0, 0] + Array("WEBPVP8L".utf8) + [12, 0, 0, 0]
    try bench.write(Data(header + pixels), to: "a.webp")
    let result = try bench.shell("peak-memory framegrab a.webp --frame 0 -o x.png")
    #expect(result.status == 6 && result.complaints.count == 2 && result.complaints[0].contains("--max-pixels"))
    let peak = try #require(result.complaints.last.flatMap { Int($0) })
    #expect(peak > 10 << 20 && peak < 200 << 20, "\(peak) bytes")
  }
}
