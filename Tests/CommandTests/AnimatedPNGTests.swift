import Foundation
import TestSupport
import Testing

/// Animated PNG files in which frames build on the previous canvas, in every way that the format has.
@Suite struct AnimatedPNGTests {
  private static let size: UInt32 = 16

  /// One frame: a rectangle of one colour, and its disposal (PNG, third edition, 11.3.6.2).
  private struct Frame {
    var area: (left: UInt32, top: UInt32, width: UInt32, height: UInt32) = (0, 0, size, size)
    /// 0 keeps the frame, 1 clears its rectangle, 2 restores the previous content.
    var dispose: UInt8 = 0
    /// 0 replaces, 1 blends.
    var blend: UInt8 = 0
    var color: [UInt8]
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The rows of a rectangle in one stored block of deflate (RFC 1951, 3.2.4; RFC 1950, 2.2).
  private static func pixels(_ frame: Frame) -> [UInt8] {
    let row = [UInt8(0)] + (0..<Int(frame.area.width)).flatMap { _ in frame.color }
    let rows = (0..<Int(frame.area.height)).flatMap { _ in row }
    let count = UInt16(rows.count)
    let lengths: [UInt8] = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let head: [UInt8] = [0x78, 0x01, 0x01]
    return head + lengths + rows + word(adler32(rows))
  }

  private static func file(_ frames: [Frame]) -> Data {
    var chunks = [
      PNGChunk(name: "IHDR", content: word(size) + word(size) + [8, 6, 0, 0, 0]),
      PNGChunk(name: "acTL", content: word(UInt32(frames.count)) + word(0)),
    ]
    var number: UInt32 = 0
    for (index, frame) in frames.enumerated() {
      let area = [frame.area.width, frame.area.height, frame.area.left, frame.area.top].flatMap(word)
      chunks.append(PNGChunk(name: "fcTL", content: word(number) + area + [0, 1, 0, 10, frame.dispose, frame.blend]))
      number += 1
      if index == 0 {
        chunks.append(PNGChunk(name: "IDAT", content: pixels(frame)))
      } else {
        chunks.append(PNGChunk(name: "fdAT", content: word(number) + pixels(frame)))
        number += 1
      }
    }
    return Data(PNGChunk.file(of: chunks + [PNGChunk(name: "IEND", content: [])]))
  }

  private func expectEveryFrame(_ frames: [Frame]) throws {
    let bench = try Bench()
    try bench.write(Self.file(frames), to: "a.png")
    let truth = try linearHashes(of: "a.png", in: bench.folder)
    try #require(truth.count == frames.count)
    let listed = try bench.framegrab("a.png", "--list-frames")
    // Ten frames a second, the first at 0.
    #expect(listed.lines.count == frames.count && listed.lines.first?.hasPrefix("0\t0.000\t") == true, "\(listed.text)")
    #expect(try bench.framegrab("a.png", "--all", "--hash").lines == truth)
    for index in frames.indices {
      #expect(try bench.framegrab("a.png", "--frame", "\(index)", "--hash").lines == [truth[index]], "frame \(index)")
    }
    // Backwards in one opened file.
    let requests = frames.indices.reversed().map {
      #"{"video": "a.png", "frame": "\#($0)", "hash": true, "id": \#($0)}"#
    }
    let answers = try bench.framegrab(["--serve"], input: Data((requests.joined(separator: "\n") + "\n").utf8))
      .objects()
    #expect(answers.compactMap { $0["hash"] as? String } == truth.reversed())
  }

  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let green: [UInt8] = [0, 255, 0, 255]
  private static let glass: [UInt8] = [0, 0, 255, 64]

  // FFmpeg calls the second and the fourth frame keyframes, since each replaces the whole canvas; but the frames after
  // them build on the canvas of the frame before.
  @Test func `a restored canvas needs the frame before`() throws {
    let whole = Frame(color: Self.red)
    let gone = Frame(dispose: 2, color: Self.green)
    let blended = Frame(blend: 1, color: Self.glass)
    try expectEveryFrame([whole, gone, blended, gone, blended, whole])
  }

  // The first frame blends with an empty canvas: FFmpeg calls only the second one a keyframe.
  @Test func `the first frame is shown with any blending`() throws {
    try expectEveryFrame([
      Frame(blend: 1, color: Self.glass), Frame(color: Self.green), Frame(blend: 1, color: Self.glass),
    ])
    try expectEveryFrame([Frame(dispose: 1, blend: 1, color: Self.red), Frame(blend: 1, color: Self.glass)])
  }

  @Test(arguments: 1...6) func `every mixture of areas, blends and disposals`(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let frames = (0..<14).map { index in
      var frame = Frame(color: (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) })
      if index > 0, random.next() % 2 == 0 {
        let (left, top) = (UInt32.random(in: 0..<8, using: &random), UInt32.random(in: 0..<8, using: &random))
        frame.area = (left, top, Self.size - left - 1, Self.size - top - 2)
      }
      frame.dispose = UInt8(random.next() % 3)
      frame.blend = UInt8(random.next() % 2)
      return frame
    }
    try expectEveryFrame(frames)
  }
}
