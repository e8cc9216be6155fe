import CFFmpeg
import Files
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

struct HeldBytesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Bytes that differ from one place to the next, with a size and a type where a box begins.
  private func file(_ boxes: [(type: String, count: Int)], ended: Int = 0) throws -> (
    source: ByteSource, bytes: [UInt8]
  ) {
    var bytes: [UInt8] = []
    for box in boxes {
      let size = UInt32(box.count)
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(box.type.utf8)
      bytes += (0..<box.count - 8).map { UInt8(truncatingIfNeeded: $0 / 7 + $0) }
    }
    let path = try scratch.write(Data(bytes.dropLast(ended)), to: "boxes.mp4")
    let source = ByteSource(
      file: try InputFile(opening: path), limits: Limits(), deadline: Deadline(nanoseconds: .max / 2))
    return (source, bytes)
  }

  /// What FFmpeg would get from here on, in pieces of this size.
  private func read(_ source: ByteSource, from start: Int, in piece: Int) -> [UInt8] {
    var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: piece))
    #expect(source.seek(Int64(start), 0) == start)
    while true {
      let status = buffer.withUnsafeMutableBytes { source.read(into: $0) }
      guard status > 0 else { return all }
      all += buffer[..<Int(status)]
    }
  }

  @Test(arguments: [0, 1]) func `tables are read once, and every reader gets the file's bytes`(_ place: Int) throws {
    var boxes = [(type: "ftyp", count: 32), ("mdat", 300_000)]
    boxes.insert(("moov", 200_000), at: 1 + place)
    let (source, bytes) = try file(boxes)
    let start = place == 0 ? 32 : 300_032
    source.holdTables()
    let fetched = source.bytesFetched
    #expect((200_000..<200_100).contains(fetched))
    // Within, at both ends, across the end, and behind it; only the last two have to be read again.
    for (first, count) in [(start, 1), (start + 8, 199_992), (start + 199_999, 1)] {
      #expect(source.bytes(at: Int64(first), count: count) == Array(bytes[first..<first + count]))
    }
    #expect(source.bytesFetched == fetched)
    let across = start + 199_990
    #expect(source.bytes(at: Int64(across), count: 20) == Array(bytes[across...].prefix(20)))
    #expect(source.bytes(at: Int64(start - 5), count: 10) == Array(bytes[start - 5..<start + 5]))
    let before = source.bytesFetched
    #expect(read(source, from: start, in: 64 << 10) == Array(bytes[start...]))
    // Of what FFmpeg reads, the tables were there.
    #expect(source.bytesFetched - before == bytes.count - start - 200_000)
    source.endSearch()
    #expect(source.bytes(at: Int64(start), count: 100) == Array(bytes[start..<start + 100]))
    #expect(source.bytesFetched - before == bytes.count - start - 200_000 + 100)
  }

  /// A box with this content.
  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let size = UInt32(content.count + 8)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + content
  }

  /// A track with a table of this many bytes.
  private func track(_ handler: String, _ count: Int) -> [UInt8] {
    let head = box("hdlr", Array(repeating: 0, count: 8) + Array(handler.utf8) + Array(repeating: 0, count: 12))
    let table = box("stsz", Array(handler.utf8) + Array(repeating: 5, count: count - 8) + Array(handler.utf8))
    return box("trak", box("mdia", head + box("minf", box("stbl", table))))
  }

  // Of 5 MB for pictures and 2 × 3 MB for sound, the pictures' are kept, and 4 KiB of each sound.
  @Test(arguments: [false, true]) func `long tables of sound are read where sound is wanted`(_ keepsSound: Bool) throws
  {
    let pictures = track("vide", 5_000_000)
    let sound = track("soun", 3_000_000)
    let movie = box("moov", sound + pictures + sound + box("udta", Array(repeating: 7, count: 900)))
    let bytes = box("ftyp", Array(repeating: 1, count: 8)) + movie
    let path = try scratch.write(Data(bytes), to: "tracks.mp4")
    let source = ByteSource(
      file: try InputFile(opening: path), limits: Limits(), deadline: Deadline(nanoseconds: .max / 2))
    source.holdTables(keepsSound: keepsSound)
    let kept = keepsSound ? movie.count : pictures.count + 8 + 908 + 2 * 4_096
    #expect((kept..<kept + 1_000).contains(Int(source.bytesFetched)))
    let before = source.bytesFetched
    for first in [16, 16 + 8 + 4_000, 16 + 8 + sound.count, bytes.count - 50 - 908, bytes.count - 20] {
      #expect(source.bytes(at: Int64(first), count: 20) == Array(bytes[first..<first + 20]), "\(first)")
    }
    // The end of the second sound was not kept.
    #expect(source.bytesFetched == before + (keepsSound ? 0 : 20))
    #expect(read(source, from: 0, in: 64 << 10) == bytes)
  }

  @Test func `tables that are cut off or too long are not kept`() throws {
    let cut = try file([("ftyp", 32), ("mdat", 1_000), ("moov", 5_000)], ended: 1).source
    cut.holdTables()
    #expect(cut.bytesFetched < 1_000)
    // Of these, all but the head is a hole in the file.
    for (count, isKept) in [((16 << 20) + 1, false), (16 << 20, true)] {
      let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + Array("moov".utf8)
      let path = try scratch.write(Data(head), to: "long.mp4")
      let hole = try FileHandle(forWritingTo: scratch.folder.appending(path: "long.mp4"))
      try hole.truncate(atOffset: UInt64(count))
      try hole.close()
      let source = ByteSource(
        file: try InputFile(opening: path), limits: Limits(), deadline: Deadline(nanoseconds: .max / 2))
      source.holdTables()
      #expect(isKept ? source.bytesFetched >= count : source.bytesFetched < 1_000, "\(count)")
    }
  }

  @Test func `the beginning is read once, of a short file as much as there is`() throws {
    let (source, bytes) = try file([("ftyp", 32), ("mdat", 9_000)])
    source.holdBeginning()
    #expect(source.bytesFetched == 4_096)
    for (first, count) in [(0, 4), (0, 4_096), (4_000, 96)] {
      #expect(source.bytes(at: Int64(first), count: count) == Array(bytes[first..<first + count]))
    }
    #expect(source.bytesFetched == 4_096 && source.bytes(at: 4_090, count: 10) == Array(bytes[4_090..<4_100]))
    #expect(source.bytesFetched == 4_106)
    let short = try file([("ftyp", 20)])
    short.source.holdBeginning()
    #expect(short.source.bytes(at: 0, count: 30) == short.bytes && short.source.bytes(at: 12, count: 8).count == 8)
  }
}

extension Decoding {
  /// The bytes of a video whose tables are long.
  @Suite(.enabled(if: RepeatedClip.canBeWritten, "this libavformat writes no files"))
  struct LongTableTests {
    // 6 000 frames of noise: each has 4 bytes of size and, since they are out of order, up to 8 of delay.
    @Test func `an mp4 is opened and listed from one reading of its tables`() throws {
      let scratch = try Scratch()
      let noise = "-f lavfi -i testsrc2=s=32x32:r=100:d=60,noise=alls=60:allf=t"
      try ffmpeg(
        "\(noise) -c:v libx264 -preset ultrafast -bf 2 -g 100 -qp 20 -pix_fmt yuv420p long.mp4".split(separator: " ")
          .map {
            String($0)
          }, in: scratch.folder)
      let bytes = try scratch.bytes(of: "long.mp4")
      let read = { (position: Int64, count: Int) -> [UInt8] in Array(bytes[Int(position)...].prefix(count)) }
      let box = try #require(MovieBoxes.index(reading: read, size: Int64(bytes.count)))
      let tables = box.end - box.start
      try #require(bytes.count > 4 << 20 && tables > 30_000)
      let video = try VideoFile(opening: scratch.path("long.mp4"))
      // The beginning, and what FFmpeg reads in pieces of 64 KiB: the first one, and two for the first packets.
      #expect(video.bytesRead < tables + 4_096 + 3 << 16 + 64, "\(video.bytesRead) of \(tables)")
      let before = video.bytesRead
      let all = try video.timeline(.whole)
      #expect(all.count == 6_000 && video.believesTable && video.approximateEnd == all.end)
      #expect(video.bytesRead == before, "\(video.bytesRead - before)")
      // After a picture was decoded, they are read once more.
      let other = try VideoFile(opening: scratch.path("long.mp4"))
      #expect(try !other.grab(at: .zero).isDamaged)
      let decoded = other.bytesRead
      #expect(try other.timeline(.whole).frames == all.frames)
      #expect(other.bytesRead - decoded < tables + 4_096, "\(other.bytesRead - decoded)")
    }

    @Test(arguments: [
      (Fixture.h264OpenGOP, "mp4"), (.h264OpenGOP, "matroska"), (.vp9, "webm"), (.h264OpenGOP, "mpegts"),
    ])
    func `the approximate end is a few frames from the end`(_ clip: Fixture, _ format: String) throws {
      let scratch = try Scratch()
      let file = try RepeatedClip(clip, rounds: 9_000 / clip.expectedFrames().count, format: format, in: scratch)
      let video = try VideoFile(opening: file.path)
      let before = video.bytesRead
      let end = try #require(video.approximateEnd, "\(video.byteCount)")
      // The end is that of 25 frames a second.
      let exact = try #require(Rational(Int64(file.count), 25))
      let distance = try #require(end.subtracting(exact))
      let few = try #require(Rational(3, 25))
      #expect(distance < few && .zero.subtracting(few)! < distance, "\(end) for \(exact)")
      #expect(video.bytesRead - before < 1 << 18)
    }

    @Test func `where moments cannot be looked up there is none`() throws {
      let scratch = try Scratch()
      let file = try RepeatedClip(.h264OpenGOP, rounds: 10, format: "flv", in: scratch)
      #expect(try VideoFile(opening: file.path).approximateEnd == nil)
      #expect(try VideoFile(opening: Path(Fixture.h264Raw.path)).approximateEnd == nil)
    }
  }
}
