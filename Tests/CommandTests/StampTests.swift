import Foundation
import TestSupport
import Testing

/// Times in the corners of tiles, read from their pixels.
@Suite struct StampTests {
  /// How the characters look: 5 dots across, 7 down.
  private static let art = """
    .###.  ..#..  .###.  #####  ...#.  #####  ..##.  #####  .###.  .###.  .....  .....
    #...#  .##..  #...#  ...#.  ..##.  #....  .#...  ....#  #...#  #...#  .##..  .....
    #..##  ..#..  ....#  ..#..  .#.#.  ####.  #....  ...#.  #...#  #...#  .##..  .....
    #.#.#  ..#..  ...#.  ...#.  #..#.  ....#  ####.  ..#..  .###.  .####  .....  .....
    ##..#  ..#..  ..#..  ....#  #####  ....#  #...#  .#...  #...#  ....#  .##..  .....
    #...#  ..#..  .#...  #...#  ...#.  #...#  #...#  .#...  #...#  ...#.  .##..  .##..
    .###.  .###.  #####  .###.  ...#.  .###.  .###.  .#...  .###.  .##..  .....  .##..
    """

  private static let characters: [String: Character] = {
    let rows = art.split(separator: "\n").map { $0.split(separator: " ") }
    var characters: [String: Character] = [:]
    for (place, character) in "0123456789:.".enumerated() {
      characters[rows.map { String($0[place]) }.joined(separator: "\n")] = character
    }
    return characters
  }()

  /// The text in the lower left corner of a tile, whose dots are squares of so many pixels: of a black box with one dot
  /// of black around each character.
  private func text(_ tile: DecodedPNG, dot: Int, count: Int) throws -> String {
    var text = ""
    func isWhite(_ column: Int, _ line: Int) throws -> Bool {
      var isWhite: Bool?
      for y in 0..<dot {
        for x in 0..<dot {
          // A requirement of each pixel would take longer than all else.
          let pixel = tile.pixel(x: column * dot + x, y: tile.height - (9 - line) * dot + y)
          guard let pixel, pixel.red == 0 || pixel.red == 255, pixel.green == pixel.red, pixel.blue == pixel.red,
            isWhite == nil || isWhite == (pixel.red == 255)
          else { throw RunFault(description: "no dot of black or white at \(column), \(line)") }
          isWhite = pixel.red == 255
        }
      }
      return isWhite ?? false
    }
    for line in 0..<9 { try #require(try !isWhite(0, line)) }
    for glyph in 0..<count {
      let rows = try (1...7).map { line in
        try (1...5).map { try isWhite(6 * glyph + $0, line) ? "#" : "." }.joined()
      }
      let around = try (1...6).map { try isWhite(6 * glyph + $0, 0) || isWhite(6 * glyph + $0, 8) }
      try #require(!around.contains(true))
      text.append(try #require(Self.characters[rows.joined(separator: "\n")], "\(rows.joined(separator: "\n"))"))
      for line in 0..<9 { try #require(try !isWhite(6 * glyph + 6, line)) }
    }
    return text
  }

  /// Rounded up to so many digits after the point.
  private static func clock(_ time: Fraction, digits: Int) -> String {
    let power = (0..<digits).reduce(1) { power, _ in power * 10 }
    let scaled = Int(time.numerator) * power
    let parts = (scaled + Int(time.denominator) - 1) / Int(time.denominator)
    let seconds = parts / power
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":") + "."
      + padded(parts % power, digits)
  }

  @Test(arguments: [(160, 1), (319, 1), (320, 2), (500, 3)])
  func `what is read is the frame's start, and typed back it gives the frame`(width: Int, dot: Int) throws {
    let bench = try Bench()
    let frames = try Fixture.h264NTSC.expectedFrames()
    // A sheet of the larger tiles shows what there is to see.
    let wanted = dot == 1 ? ["--all"] : ["--frame", "0..11"]
    let words = [Fixture.h264NTSC.path, "--width", "\(width)", "--sheet", "4x3", "--compression", "fast"] + wanted
    #expect(try bench.framegrab(words + ["-o", "t.vtt", "--stamp"]).status == 0)
    #expect(try bench.framegrab(words + ["-o", "plain.vtt"]).status == 0)
    #expect(
      try bench.bytes("t.vtt")
        == Data(
          String(decoding: bench.bytes("plain.vtt"), as: UTF8.self)
            .replacing("plain-", with: "t-").utf8))
    let (tiles, plain) = try (bench.tiles("t.vtt").tiles, bench.tiles("plain.vtt").tiles)
    var stamps: [String] = []
    try #require(tiles.count == (dot == 1 ? frames.count : 12))
    for (number, tile) in tiles.enumerated() {
      stamps.append(try text(tile, dot: dot, count: 12))
      #expect(stamps.last == Self.clock(frames[number].clock, digits: 3))
      // Nothing else is drawn: above the box, and right of it.
      let box = (width: 73 * dot, height: 9 * dot)
      for part in [
        [0, 0, tile.width, tile.height - box.height],
        [box.width, tile.height - box.height, tile.width - box.width, box.height],
      ] { #expect(tile.part(part)?.colors == plain[number].part(part)?.colors) }
    }
    guard dot == 1 else { return }
    #expect(Set(stamps.joined()).count == 12)
    try bench.write(stamps.joined(separator: "\n"), to: "times")
    let back = try bench.framegrab(Fixture.h264NTSC.path, "--at-list", "times", "--json", "--index", "--dry-run")
    #expect(try back.objects().map { $0["index"] as? Int } == Array(frames.indices))
  }

  /// Frame k of 1500 a second starts at 2k/3 ms. Rounded up to milliseconds that is where the next frame starts, or
  /// later, for each third k; the last frame is on screen at its end, too.
  @Test func `more digits where milliseconds would name the next frame`() throws {
    let bench = try Bench()
    try makeOnce(
      "v.mov",
      ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=1500:d=0.02", "-c:v", "png", "-video_track_timescale", "1500"],
      in: bench.folder)
    #expect(try bench.framegrab("v.mov", "--all", "--sheet", "6x5", "--stamp", "-o", "s.png").status == 0)
    let sheet = try bench.picture("s.png")
    var stamps: [String] = []
    for frame in 0..<30 {
      let tile = try #require(sheet.part([frame % 6 * 160, frame / 6 * 120, 160, 120]))
      // In thirds of a millisecond.
      let isShort = (2 * frame + 2) / 3 * 3 < 2 * frame + 2 || frame == 29
      stamps.append(try text(tile, dot: 1, count: isShort ? 12 : 13))
      #expect(stamps[frame] == Self.clock(try #require(Fraction("\(frame)/1500")), digits: isShort ? 3 : 4), "\(frame)")
    }
    let back = try bench.framegrab(["v.mov", "--json", "--index", "--dry-run"] + stamps.flatMap { ["--at", $0] })
    #expect(try back.objects().map { $0["index"] as? Int } == Array(0..<30))
  }

  /// Twelve characters are 73 dots wide, and 9 high.
  @Test func `a tile that is too small stays without`() throws {
    let bench = try Bench()
    for (size, isStamped) in [("72x60", false), ("73x8", false), ("73x9", true)] {
      let words = [Fixture.h264NTSC.path, "--count", "2", "--size", size, "--sheet", "2x1", "-y"]
      #expect(try bench.framegrab(words + ["-o", "a.png", "--stamp"]).status == 0)
      #expect(try bench.framegrab(words + ["-o", "b.png"]).status == 0)
      #expect(try (bench.bytes("a.png") != bench.bytes("b.png")) == isStamped, "\(size)")
    }
  }

  @Test func `times are for tiles only`() throws {
    let bench = try Bench()
    try bench.framegrab(Fixture.h264NTSC.path, "--at", "1s", "--stamp").expectFailure(2, "--sheet CxR")
    try bench.framegrab(Fixture.h264NTSC.path, "--info", "--stamp").expectFailure(2, "--stamp")
    #expect(bench.names.isEmpty)
    let jobs = #"""
      {"video": "\#(Fixture.h264NTSC.path)", "count": 2, "output": "x.vtt"}
      {"video": "\#(Fixture.h264NTSC.path)", "count": 2, "sheet": "2x1", "stamp": true, "output": "y.png"}
      """#
    try bench.write(jobs, to: "jobs")
    #expect(try bench.framegrab("--batch", "jobs", "--sheet", "2x1", "--stamp").status == 0)
    #expect(try bench.picture("x-001.png") == bench.picture("y.png"))
  }
}
