import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files with too many, too deep or too distant parts.
enum ContainerBombs {
  static let all: [Bomb] = streams + nested + holes + distant

  // MARK: Streams

  private static let streams: [Bomb] =
    Bomb.file("tracks.mov") { bench, name in
      let bytes = try bench.bytes(.h264Faststart)
      let boxes = ISOBoxes.all(in: bytes)
      guard let moov = boxes.first(where: { $0.type == "moov" }), let track = boxes.first(where: { $0.type == "trak" })
      else { throw RunFault(description: "the clip has no track") }
      let tracks = (0..<3000).flatMap { _ in bytes[track.range] }
      try bench.write(
        bytes[..<moov.range.lowerBound] + Movie.box("moov", Array(bytes[moov.contents]), tracks)
          + bytes[moov.range.upperBound...], to: name)
    }
    + Bomb.file("tracks.mkv") { bench, name in
      let entry: (Int) -> [UInt8] = { number in
        element(
          [0xAE],
          element([0xD7], .big(number, 2)) + element([0x73, 0xC5], .big(number, 2))
            + element([0x83], [1]) + element([0x86], Array("V_MPEG4/ISO/AVC".utf8))
            + element([0xE0], element([0xB0], [64]) + element([0xBA], [64])))
      }
      let tracks = element([0x16, 0x54, 0xAE, 0x6B], (1...5000).flatMap(entry))
      try bench.write(matroska(tracks), to: name)
    }
    + Bomb.file("streams.avi") { bench, name in
      let bytes = try bench.bytes(.mpeg4AVI)
      guard let start = place(of: "strl", in: bytes), let size = bytes.little(4, at: start - 4) else { return }
      let list = Array(bytes[(start - 8)..<(start + Int(size))])
      var file = Array(bytes[..<(start - 8)]) + (0..<1000).flatMap { _ in list } + bytes[(start - 8)...]
      file.putLittle(UInt64(file.count - 8), 4, at: 4)
      // The list of headers grows by as much.
      let header = (file.little(4, at: 16) ?? 0) + UInt64(1000 * list.count)
      file.putLittle(header, 4, at: 16)
      try bench.write(file, to: name)
    }
    + Bomb.file("serials.ogg") { bench, name in
      // The first page of a stream, again and again, as that of other streams.
      guard let url = bench.clips.all.first(where: { $0.pathExtension == "ogg" }) else {
        try bench.write("OggS".utf8, to: name)
        return
      }
      let bytes = Array(try Data(contentsOf: url))
      guard let first = OggPages.ranges(of: bytes).first else { return }
      var file: [UInt8] = []
      for serial in 0..<3000 {
        var page = Array(bytes[first])
        page.putLittle(UInt64(7000 + serial), 4, at: 14)
        OggPages.mend(&page, 0..<page.count)
        file += page
      }
      try bench.write(file + bytes, to: name)
    }
    + Bomb.file("programs.ts") { bench, name in
      try bench.write(programs(200) + bench.bytes(.mpeg2TransportStream), to: name)
    }

  /// A program table with so many programs, each with 30 streams; there is no checksum that FFmpeg would check.
  private static func programs(_ count: Int) -> [UInt8] {
    var file: [UInt8] = []
    for group in 0..<(count / 40) {
      let entries = (0..<40).flatMap { number -> [UInt8] in
        .big(group * 40 + number + 2, 2) + .big(0xE000 | 0x100 + group * 40 + number, 2)
      }
      file += table(0, 0, entries, number: group)
    }
    for program in 0..<count {
      var streams: [UInt8] = []
      for stream in 0..<30 {
        let identifier = 0xE000 | (0x400 + program * 30 + stream) & 0x1FFF
        streams += [2] + .big(identifier, 2) + .big(0xF000, 2)
      }
      file += table(0x100 + program, 2, .big(0xE400, 2) + .big(0xF000, 2) + streams, number: program)
    }
    return file
  }

  /// A table of a transport stream in one packet.
  private static func table(_ identifier: Int, _ kind: UInt8, _ contents: [UInt8], number: Int) -> [UInt8] {
    var section: [UInt8] =
      [kind] + .big(0xB000 | contents.count + 9, 2) + .big(number + 2, 2) + [0xC1, 0, 0] + contents
    var sum: UInt32 = .max
    for byte in section {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
    section += .big(Int(sum), 4)
    let packet = [0x47] + [UInt8].big(0x4000 | identifier, 2) + [0x10, 0] + section
    return packet.count <= 188
      ? packet + [UInt8](repeating: 0xFF, count: 188 - packet.count) : Array(packet.prefix(188))
  }

  // MARK: Depth

  private static let nested: [Bomb] =
    ["moov", "udta", "trak", "meta", "ilst"].map { type in
      picture("nested-\(type).mp4") {
        Movie.box("ftyp", Array("isom".utf8), .big(0, 4))
          + levels(100_000) { .big(8 * $0, 4) + Array(($0 == 100_000 ? "moov" : type).utf8) }
      }
    } + [
      picture("nested.mkv") {
        // Tags in tags, each with a size of seven bytes and its marker.
        let tags = levels(60_000) { [0x67, 0xC8, 0x01] + .big(10 * ($0 - 1), 7) }
        return matroska(element([0x12, 0x54, 0xC3, 0x67], element([0x73, 0x73], tags)))
      },
      picture("nested.avi") {
        levels(100_000) { rest in
          let names = rest == 100_000 ? ("RIFF", "AVI ") : ("LIST", "hdrl")
          return Array(names.0.utf8) + .little(12 * rest - 8, 4) + Array(names.1.utf8)
        }
      },
    ]

  private static func levels(_ depth: Int, _ make: (Int) -> [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for level in 0..<depth { bytes += make(depth - level) }
    return bytes
  }

  private static func picture(_ name: String, _ make: @escaping @Sendable () -> [UInt8]) -> Bomb {
    Bomb(name) { bench in
      try bench.write(make(), to: name)
      return Trial([Word(name), "--frame", "0", "-o", "out.png", "--timeout", "5s", "-q"])
    }
  }

  // MARK: Distance

  private static let hundredGigabytes = 100 << 30

  /// A file with a hole between its parts, which takes no space.
  private static func hole(_ bench: Bench, _ name: String, before: [UInt8], after: [UInt8]) throws {
    try bench.write(before, to: name)
    let file = open(bench.path(name), O_WRONLY)
    defer { close(file) }
    guard ftruncate(file, off_t(hundredGigabytes)) == 0, lseek(file, 0, SEEK_END) > 0 else {
      throw RunFault(description: "no file of 100 GB can be made: error \(errno)")
    }
    _ = after.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  }

  private static let holes: [Bomb] =
    [
      ("zeros.mp4", Fixture?.none), ("zeros.ts", nil), ("zeros.mkv", nil), ("hole.ts", .mpeg2TransportStream),
      ("hole.mpg", .mpeg2ProgramStream), ("hole.avi", .mpeg4AVI), ("hole.mkv", .h264Matroska), ("hole.h264", .h264Raw),
      ("hole.webm", .vp9), ("hole.gif", .gif), ("hole.mp4", .h264Fragmented),
    ].flatMap { name, fixture in
      Bomb.file(name) { bench, name in
        let bytes = try fixture.map { try bench.bytes($0) } ?? []
        try hole(bench, name, before: Array(bytes.prefix(bytes.count / 2)), after: Array(bytes.suffix(bytes.count / 2)))
      }.dropFirst(name.hasSuffix("4") || name.hasSuffix("s") ? 0 : 2)
    }
    + Bomb.file("hole.mov") { bench, name in
      // The samples are at the start, and what describes them behind 100 GB of them.
      let bytes = try bench.bytes(.h264Faststart)
      guard let moov = ISOBoxes.all(in: bytes).first(where: { $0.type == "moov" }) else { return }
      let size = hundredGigabytes - 24
      let start =
        Movie.box("ftyp", Array("isom".utf8), .big(0, 4)) + .big(1, 4) + Array("mdat".utf8) + .big(size + 8, 8)
      try hole(bench, name, before: start, after: Array(bytes[moov.range]))
    }

  private static let distant: [Bomb] = Bomb.file("gap.ts") { bench, name in
    // Nothing but empty packets between two halves of a clip: 300 MB.
    try bench.keep("gap.ts", as: name) { path in
      let clip = try bench.bytes(.mpeg2TransportStream)
      let half = clip.count / 376 * 188
      let empty = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
      _ = FileManager.default.createFile(atPath: path, contents: Data(clip.prefix(half)))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
      let block = Data((0..<10_000).flatMap { _ in empty })
      for _ in 0..<160 { try file.write(contentsOf: block) }
      try file.write(contentsOf: Data(clip.suffix(from: half)))
      try file.close()
    }
  }

  // MARK: Parts

  private static func place(of letters: String, in bytes: [UInt8]) -> Int? {
    bytes.indices.dropLast(4).first { bytes.letters(at: $0) == letters }
  }

  /// An element of Matroska with a size of eight bytes.
  private static func element(_ name: [UInt8], _ contents: [UInt8]) -> [UInt8] {
    name + [0x01] + .big(contents.count, 7) + contents
  }

  private static func matroska(_ contents: [UInt8]) -> [UInt8] {
    element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
      + element([0x18, 0x53, 0x80, 0x67], contents)
  }
}
