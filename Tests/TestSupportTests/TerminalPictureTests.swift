import Foundation
import TestSupport
import Testing

/// Pictures that programs send to a terminal.
@Suite struct TerminalPictureTests {
  /// The transmission of a file in chunks of so many bytes of base64, with these keys on the first.
  private func kitty(_ keys: String, _ file: [UInt8], chunk: Int = 4096) -> String {
    let text = Array(Data(file).base64EncodedString())
    let starts = Array(stride(from: 0, to: text.count, by: chunk))
    return starts.map { start in
      let more = start + chunk < text.count ? 1 : 0
      let first = start == 0 ? keys + "," : ""
      return "\u{1B}_G\(first)m=\(more);\(String(text[start..<min(start + chunk, text.count)]))\u{1B}\\"
    }.joined()
  }

  private func screen(_ text: String) -> TerminalEmulator {
    var screen = TerminalEmulator(size: TerminalSize(10, 4))
    _ = screen.feed(Array(text.utf8))
    return screen
  }

  /// The bytes of a PNG file with the number 77.
  private func file() throws -> [UInt8] {
    let bench = try Scratch()
    try ffmpeg(
      ["-i", Fixture.h264BFrames.path, "-vf", "select=eq(n\\,77)", "-frames:v", "1", "a.png"], in: bench.folder)
    return try bench.bytes(of: "a.png")
  }

  private let keys = "a=T,f=100,i=1,p=1,C=1,q=2,c=3,r=2"

  @Test func `a picture of kitty's is decoded`() throws {
    let screen = screen("\u{1B}[2;3H" + kitty(keys, try file()))
    let placement = try #require(screen.kitty.placements[[1, 1]])
    #expect(screen.faults.isEmpty && screen.kitty.shown == 1)
    #expect(placement.row == 2 && placement.column == 3 && placement.columns == 3 && placement.rows == 2)
    #expect(placement.picture.width == 160 && BurntNumber.read(from: placement.picture) == 77)
    #expect(ScrubView(screen).number == 77)
  }

  @Test func `it goes away when it is deleted or the screen is`() throws {
    let picture = kitty(keys, try file())
    for end in ["\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\", "\u{1B}[2J"] {
      #expect(screen(picture + end).kitty.placements.isEmpty)
    }
  }

  @Test func `a transmission has to keep to the protocol`() throws {
    let file = try file()
    let wrong = [
      kitty(keys, file, chunk: 4100), kitty(keys, file, chunk: 4095), kitty("a=T,f=100,i=1,p=1,q=2,c=3,r=2", file),
      kitty("a=T,f=100,i=1,p=1,C=1,c=3,r=2", file), kitty("a=T,f=24,i=1,p=1,C=1,q=2,c=3,r=2", file),
      kitty(keys, Array("no picture".utf8)), kitty(keys, Array(file.dropLast(20))), kitty("a=x", file),
      kitty(keys + ",e=1", file), kitty(keys + ",a=T", file), "\u{1B}_Ga=q;\u{1B}\\", "\u{1B}_Xa=q;\u{1B}\\",
    ]
    for (number, text) in wrong.enumerated() { #expect(!screen(text).faults.isEmpty, "\(number)") }
  }

  @Test func `a sixel picture is decoded`() throws {
    // Two columns and seven lines: the left one red with a green last line, the right one green but for its first line.
    let text = "\u{1B}P0;1;0q\"1;1;2;7#1;2;100;0;0#2;2;0;100;0#1~$#2?}-#2!2@\u{1B}\\"
    let sixel = try #require(screen(text).sixel)
    #expect(screen(text).faults.isEmpty && sixel.picture.width == 2 && sixel.picture.height == 7)
    func color(_ x: Int, _ y: Int) -> [UInt8]? {
      sixel.picture.pixel(x: x, y: y).map { [$0.red, $0.green, $0.blue, $0.alpha] }
    }
    #expect(color(0, 0) == [255, 0, 0, 255] && color(0, 5) == [255, 0, 0, 255] && color(0, 6) == [0, 255, 0, 255])
    // `}` is 62: all bits but the first.
    #expect(color(1, 0) == [0, 0, 0, 0] && color(1, 1) == [0, 255, 0, 255] && color(1, 6) == [0, 255, 0, 255])
  }

  @Test(arguments: [
    "#1;2;1;1;1~", "\"1;1;2#1;2;1;1;1~", "\"1;1;1;6#1~", "\"1;1;1;6#256;2;0;0;0~", "\"1;1;1;6#1;2;0;0;101~",
    "\"1;1;1;6#1;1;0;0;0~", "\"1;1;1;6#1;2;0;0;0~~", "\"1;1;1;5#1;2;0;0;0~", "\"1;1;1;6#1;2;0;0;0!2~",
    "\"1;1;1;6#1;2;0;0;0!0~", "\"1;1;1;6#1;2;0;0;0 ", "\"1;1;0;6", "\"1;1;101;6", "\"1;1;1;6#1;2;0;0;0!",
  ]) func `a sixel picture has to keep to its size and its colours`(data: String) {
    #expect(!screen("\u{1B}P0;1;0q\(data)\u{1B}\\").faults.isEmpty)
  }

  @Test func `a sixel picture leaves the screen only while a new size is not known yet`() {
    // Two cells of two pixels are four pixels: the fifth one is outside.
    let picture = Array("\u{1B}P0;1;0q\"1;1;5;6#1;2;0;0;0!5~\u{1B}\\".utf8)
    var screen = TerminalEmulator(size: TerminalSize(4, 4, cellWidth: 2, cellHeight: 4))
    _ = screen.feed(picture)
    screen.resize(to: TerminalSize(2, 4, cellWidth: 2, cellHeight: 4))
    _ = screen.feed(Array("\u{1B}[1;1H".utf8) + picture)
    #expect(screen.faults.isEmpty, "\(screen.faults)")
    screen.expectsNewEdges()
    _ = screen.feed(picture)
    #expect(screen.faults.map { $0.contains("the picture leaves the screen") } == [true])
  }

  @Test func `a picture of half blocks is read cell by cell`() throws {
    // 12 × 10 cells in a terminal of 40 × 16, behind a ruler of six.
    let drawn = try #require(
      DrawnPicture(number: 200).picture(width: 40, height: 30) { x, y in (4 * x + 2, 4 * y + 2) })
    var text = "\u{1B}[?1049h"
    for row in 0..<15 {
      text += "\u{1B}[\(row + 1);7H"
      for column in 0..<40 {
        let top = try #require(drawn.pixel(x: column, y: 2 * row))
        let bottom = try #require(drawn.pixel(x: column, y: 2 * row + 1))
        text += "\u{1B}[38;2;\(top.red);\(top.green);\(top.blue);48;2;\(bottom.red);\(bottom.green);\(bottom.blue)m▀"
      }
    }
    text += "\u{1B}[0m\u{1B}[18;1H  frame 200  speed 1/4  ≈ shows 199"
    var screen = TerminalEmulator(size: TerminalSize(50, 19))
    _ = screen.feed(Array(text.utf8))
    let view = ScrubView(screen)
    #expect(screen.faults.isEmpty)
    #expect(view.blockArea?.rows == 1...15 && view.blockArea?.columns == 7...46)
    #expect(view.number == 200)
    #expect(view.frame == 200 && view.shows == 199 && !view.isExact && view.speed == "1/4")
  }
}
