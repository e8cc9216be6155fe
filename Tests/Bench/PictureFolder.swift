import Foundation
import TestSupport

/// The pictures that a contender wrote, and a check of them.
public struct PictureFolder {
  let url: URL

  /// Empties the folder.
  func clear() throws {
    try? FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The files sorted by name, which is frame order.
  var files: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
    return names.sorted().map { url.appending(component: $0) }
  }

  /// The sum of the files' sizes.
  var byteCount: Double {
    files.reduce(0) { sum, file in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
      return sum + ((attributes?[.size] as? NSNumber)?.doubleValue ?? 0)
    }
  }

  /// The size of the first picture, from its header: such as 1920x1080.
  var size: String? {
    guard let file = files.first, let handle = try? FileHandle(forReadingFrom: file),
      let header = try? handle.read(upToCount: 24), header.count == 24
    else { return nil }
    func number(_ place: Int) -> UInt32 { header[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    return "\(number(16))x\(number(20))"
  }

  /// Whether the pictures are the frames with these numbers, one each, in this order; up to twenty are checked.
  ///
  /// A picture is right when it carries the number of the requested frame, complete and unblended. Its colours are
  /// not compared: every program converts them differently.
  func verdict(for numbers: [Int], read: ([URL]) throws -> [Int?]) -> Verdict {
    let files = files
    guard files.count == numbers.count else {
      return .wrong("\(files.count) pictures instead of \(numbers.count)")
    }
    let count = min(20, files.count)
    let places = (0..<count).map { count == 1 ? 0 : $0 * (files.count - 1) / (count - 1) }
    do {
      for (place, found) in zip(places, try read(places.map { files[$0] })) where found != numbers[place] {
        return .wrong("frame \(found.map(String.init) ?? "of no number") instead of \(numbers[place])")
      }
    } catch {
      return .wrong("\(error)")
    }
    return .right
  }

  /// Prints the numbers in the upper left corner of pictures, one per line; `-` if there is none.
  ///
  /// Pictures need memory, and the measured memory of a child is never less than its parent's: so this is done in
  /// a process of its own.
  public static func printNumbers(of files: [String]) {
    for file in files {
      let number = (try? Data(contentsOf: URL(filePath: file))).flatMap { Self.number(in: $0) }
      print(number.map(String.init) ?? "-")
    }
  }

  /// The number in the upper left corner of a PNG, or of a PGM of 8 bits.
  static func number(in file: Data) -> Int? {
    (grey(file) ?? (try? DecodedPNG(file))).flatMap { corner(of: $0) }.flatMap { CodedNumber.read(from: $0) }
  }

  /// A PGM of 8 bits, as the floor programs write it; nil for another file.
  private static func grey(_ file: Data) -> DecodedPNG? {
    let head = file.prefix(32).split(separator: 10, maxSplits: 3).prefix(3).map { String(decoding: $0, as: UTF8.self) }
    let size = head.count == 3 && head[0] == "P5" ? head[1].split(separator: " ").compactMap { Int($0) } : []
    guard size.count == 2 else { return nil }
    let start = file.startIndex + head.joined().utf8.count + 3
    let samples = file[start...].prefix(size[0] * size[1])
    guard samples.count == size[0] * size[1] else { return nil }
    return DecodedPNG(width: size[0], height: size[1], samples: samples.flatMap { [$0, $0, $0, 255] })
  }

  /// The panel with the number: 160 by 144 pixels, at any size of the picture.
  private static func corner(of picture: DecodedPNG) -> DecodedPNG? {
    guard picture.width >= 160, picture.height >= 144 else { return nil }
    var rows: [UInt8] = []
    for row in 0..<144 {
      let start = 4 * row * picture.width
      rows += picture.samples[start..<start + 640]
    }
    return DecodedPNG(width: 160, height: 144, samples: rows)
  }
}

/// The result of checking a contender's pictures.
public enum Verdict: Hashable, Sendable {
  case right
  case wrong(String)

  /// The text for people.
  public var text: String {
    switch self {
    case .right: "right"
    case .wrong(let reason): "WRONG: \(reason)"
    }
  }
}
