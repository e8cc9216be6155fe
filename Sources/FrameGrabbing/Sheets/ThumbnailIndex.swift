import Files
import Timeline
import Video

/// The WebVTT text that tells players which tile is for which part of the timeline.
///
/// It uses only the part of the W3C's grammar that players support: cues without identifiers, notes or settings, times
/// with hours, and a URL with `xywh` in every cue.
struct ThumbnailIndex {
  let grid: SheetGrid
  /// Where the pieces begin, and where the last one ends, in milliseconds.
  let borders: [Int64]
  /// Which cells have a picture.
  let isFilled: [Bool]

  /// The text; `name` gives the file of a sheet, counted from 0.
  func text(_ name: (Int) -> Path) -> [UInt8] {
    var text = Array("WEBVTT\n".utf8)
    var shown = isFilled.firstIndex(of: true)
    var last: (sheet: Int, address: [UInt8]) = (-1, [])
    for cell in 0..<min(isFilled.count, borders.count - 1) {
      // A cell without a picture is not named: the picture before it is shown longer, or the first one earlier.
      if isFilled[cell] { shown = cell }
      guard borders[cell] < borders[cell + 1], let shown else { continue }
      let (x, y) = grid.corner(of: shown)
      if last.sheet != shown / grid.capacity {
        last = (shown / grid.capacity, Self.address(name(shown / grid.capacity).lastComponent))
      }
      text += "\n\(Self.time(borders[cell])) --> \(Self.time(borders[cell + 1]))\n".utf8
      text += last.address + Array("#xywh=\(x),\(y),\(grid.tile.width),\(grid.tile.height)\n".utf8)
    }
    return text
  }

  /// Milliseconds as `00:00:12.500`, with more digits for the hours if there are so many.
  static func time(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }
    return fields.joined(separator: ":") + "." + (milliseconds % 1000).padded(to: 3)
  }

  /// A file name as a URL (RFC 3986): all but the unreserved characters are percent-encoded.
  private static func address(_ name: Path) -> [UInt8] {
    name.bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        [byte]
      default: Array("%".utf8) + byte.padded(to: 2, radix: 16).uppercased().utf8
      }
    }
  }
}
