import Foundation
import TestSupport
import Testing

/// A WebVTT index as a strict reader takes it: anything that is not in the grammar of a sheet's index is an error.
struct ThumbnailTrack {
  struct Cue: Equatable {
    /// Milliseconds.
    let from: Int
    let to: Int
    /// The name of the sheet, with its `%20` as bytes.
    let sheet: [UInt8]
    let tile: [Int]
  }

  let cues: [Cue]

  /// Reads an index; nil for one that is not as it should be.
  init?(_ bytes: Data) {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix("WEBVTT\n"), text.hasSuffix("\n"),
      !text.hasSuffix("\n\n")
    else { return nil }
    var cues: [Cue] = []
    for block in text.dropLast().split(separator: "\n\n", omittingEmptySubsequences: false).dropFirst() {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count == 2, let arrow = lines[0].range(of: " --> "),
        let from = Self.milliseconds(lines[0][..<arrow.lowerBound]),
        let to = Self.milliseconds(lines[0][arrow.upperBound...]), from < to,
        let hash = lines[1].range(of: "#xywh="), let name = Self.decoded(lines[1][..<hash.lowerBound])
      else { return nil }
      let tile = lines[1][hash.upperBound...].split(separator: ",").compactMap { Int($0) }
      guard tile.count == 4 else { return nil }
      cues.append(Cue(from: from, to: to, sheet: name, tile: tile))
    }
    self.cues = cues
  }

  /// `00:00:12.500`, with more digits for the hours if there are so many.
  private static func milliseconds(_ text: Substring) -> Int? {
    let parts = text.split(whereSeparator: { $0 == ":" || $0 == "." }).map { Int($0) ?? -1 }
    guard parts.count == 4, parts.allSatisfy({ $0 >= 0 }), text.utf8.count >= 12, text.dropLast(3).last == "." else {
      return nil
    }
    return ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000 + parts[3]
  }

  private static func decoded(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else {
        return nil
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

extension Bench {
  /// The index of this name, and its tiles, cut out of their sheets by the index alone.
  func tiles(_ index: String) throws -> (track: ThumbnailTrack, tiles: [DecodedPNG]) {
    let track = try #require(try ThumbnailTrack(bytes(index)), "\(index) is no index of sheets")
    var sheets: [[UInt8]: DecodedPNG] = [:]
    let folder = url(index).deletingLastPathComponent()
    let tiles = try track.cues.map { cue in
      let name = String(decoding: cue.sheet, as: UTF8.self)
      let sheet = try sheets[cue.sheet] ?? DecodedPNG(Data(contentsOf: folder.appending(path: name)))
      sheets[cue.sheet] = sheet
      return try #require(sheet.part(cue.tile), "\(name) lacks \(cue.tile)")
    }
    return (track, tiles)
  }
}
