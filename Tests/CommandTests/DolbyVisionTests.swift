import Foundation
import TestSupport
import Testing

/// Base layers of Dolby Vision: those that other players can show, too, and those that only its own can.
@Suite struct DolbyVisionTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    try makeOnce(
      "plain.mp4",
      [
        "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
        "-x265-params", "log-level=none:pools=none", "-tag:v", "hvc1",
      ], in: bench.folder)
  }

  /// Adds the box `dvcC` to the sample entry: the profile, level 6, a base layer with metadata, and the number of what
  /// its base layer is compatible with (Dolby Vision Streams Within the ISO Base Media File Format, 2.2).
  private func make(_ name: String, profile: UInt8, compatibility: UInt8) throws {
    var bytes = try Array(bench.bytes("plain.mp4"))
    let record = [1, 0, profile << 1, 6 << 3 | 0b101, compatibility << 4] + [UInt8](repeating: 0, count: 19)
    let box = [0, 0, 0, 32] + Array("dvcC".utf8) + record
    var (place, end) = (0, 0)
    // The boxes around it grow by 32 bytes. The samples are in front of them, so that no offset changes.
    for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hvc1"] {
      let range = try #require(Data(bytes[place...]).range(of: Data(type.utf8)))
      place += range.lowerBound
      let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
      end = place - 4 + size
      for digit in 0..<4 { bytes[place - 4 + digit] = UInt8((size + 32) >> (24 - 8 * digit) & 0xFF) }
    }
    bytes.insert(contentsOf: box, at: end)
    try Data(bytes).write(to: bench.folder.appending(component: name))
  }

  @Test func `samples that only its players can show are refused`() throws {
    try make("five.mp4", profile: 5, compatibility: 0)
    let result = try bench.framegrab("five.mp4", "--frame", "2", "-o", "a.png")
    #expect(result.status == 4 && !bench.names.contains("a.png"))
    #expect(result.stderr.contains("matrix coefficients ipt-c2 (number 15 in H.273, Dolby Vision) cannot be converted"))
    let text = try bench.framegrab("five.mp4", "--info").text
    #expect(text.contains("Dolby Vision profile 5") && text.contains("ipt-c2"), "\(text)")
  }

  @Test func `a base layer that others can show is shown as it is`() throws {
    try make("eight.mp4", profile: 8, compatibility: 4)
    for name in ["plain", "eight"] {
      #expect(try bench.framegrab("\(name).mp4", "--frame", "2", "--raw", "rgb48", "-o", "\(name).rgb").status == 0)
    }
    #expect(try bench.bytes("plain.rgb") == bench.bytes("eight.rgb"))
    #expect(try bench.framegrab("eight.mp4", "--info").text.contains("Dolby Vision profile 8"))
  }
}
