import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

extension Decoding {
  /// Fragmented mp4 that is joined, repeated, cut off or damaged between its fragments.
  @Suite struct FragmentJointTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Four fragments of 10 pictures and 1 s each.
    private func make(_ name: String, _ source: String = "testsrc2", _ options: String = "+default_base_moof") throws
      -> [UInt8]
    {
      let words = """
        -f lavfi -i \(source)=s=64x48:r=10:d=4 -c:v libx264 -preset veryfast -g 10 -keyint_min 10 -sc_threshold 0
        -bf 0 -pix_fmt yuv420p -movflags frag_keyframe+empty_moov\(options)
        """
      try makeOnce(name, words.split(whereSeparator: \.isWhitespace).map(String.init), in: scratch.folder)
      return try scratch.bytes(of: name)
    }

    /// The file up to the first fragment, the fragments with their data, and what follows.
    private func parts(of file: [UInt8]) -> (start: [UInt8], fragments: [[UInt8]], end: [UInt8]) {
      let boxes = Array(
        MovieBoxes.Level(to: Int64(file.count)) { place, count in
          Array(file[min(Int(place), file.count)..<min(Int(place) + count, file.count)])
        })
      let pieces = boxes.map { Array(file[Int($0.start)..<Int($0.end)]) }
      let heads = boxes.indices.filter { boxes[$0].type == "moof" }
      return (
        Array(pieces[..<heads[0]].joined()), heads.map { pieces[$0] + pieces[$0 + 1] },
        Array(pieces[(heads[heads.count - 1] + 2)...].joined())
      )
    }

    /// Opens bytes as a file; its frames' times and pictures.
    private func read(_ file: [UInt8]) throws -> (video: VideoFile, times: [Rational?], hashes: [String?]) {
      let video = try VideoFile(opening: scratch.write(Data(file), to: "made.mp4"))
      let table = try video.timeline(.whole)
      let (pictures, _) = try video.hashes(of: Array(0..<table.count), in: .main)
      return (video, (0..<table.count).map(table.time), (0..<table.count).map { pictures[$0]?.hash })
    }

    /// FFmpeg's pictures of a film that is not joined.
    private func expected(_ name: String) throws -> [String?] { try linearHashes(of: name, in: scratch.folder) }

    private let times = (0..<80).map { Rational(Int64($0), 10) }

    @Test func `all frames of joined films are there, in every order`() throws {
      let (first, second) = try (make("a.mp4"), make("b.mp4", "testsrc"))
      let (both, hashes) = try (read(first + second), expected("a.mp4") + expected("b.mp4"))
      #expect(both.times == times)
      #expect(hashes.count == 80 && both.hashes == hashes)
      #expect(!both.video.isCutOff)
      for frame in (0..<80).reversed() {
        let video = try VideoFile(opening: scratch.path("made.mp4"))
        #expect(try video.timeline(.throughFrame(frame)).count > frame)
        #expect(try video.hashes(of: [frame], in: .main).pictures[frame]?.hash == hashes[frame], "frame \(frame)")
      }
      // One fragment each: the second begins when the first did.
      let (one, two) = (parts(of: first), parts(of: second))
      let short = try read(one.start + one.fragments[0] + two.start + two.fragments[0])
      #expect(short.times == Array(times[..<20]) && short.hashes == Array(hashes[..<10] + hashes[40..<50]))
    }

    @Test func `a clock that is set back shows all frames, a repeated fragment nothing`() throws {
      let file = try make("a.mp4")
      let (parts, hashes) = try (parts(of: file), expected("a.mp4"))
      func join(_ numbers: Int...) throws -> (video: VideoFile, times: [Rational?], hashes: [String?]) {
        try read(parts.start + numbers.flatMap { parts.fragments[$0] })
      }
      func pictures(_ numbers: Int...) -> [String?] { numbers.flatMap { hashes[10 * $0..<10 * $0 + 10] } }
      let back = try join(0, 1, 2, 0, 1)
      #expect(back.times == Array(times[..<50]) && back.hashes == pictures(0, 1, 2, 0, 1))
      let twice = try join(0, 1, 1, 2)
      #expect(twice.times == Array(times[..<30]) && twice.hashes == pictures(0, 1, 2))
    }

    // Fragments of 0.4 s: the clock falls by less than a second, to a time that was not there.
    @Test func `fragments in another order are shown in it`() throws {
      let file = try make("quick.mp4", "testsrc2", "+default_base_moof -r 25")
      let (parts, hashes) = try (parts(of: file), expected("quick.mp4"))
      try #require(parts.fragments.count == 10 && hashes.count == 100)
      let swapped = try read(parts.start + parts.fragments[1] + parts.fragments[0] + parts.fragments[2...].joined())
      #expect(swapped.hashes == Array(hashes[10..<20] + hashes[..<10] + hashes[20...]))
      // Between the first and the third fragment there are the 0.4 s of the second.
      #expect(swapped.times == (0..<100).map { Rational($0 < 20 ? $0 : $0 + 10, 25) })
    }

    // Fragments that count places from the beginning of their own file; pictures that are coded by other settings.
    @Test(arguments: [("", ""), ("+default_base_moof", " -x264-params cabac=0"), ("+default_base_moof", " -r 12")])
    func `films that FFmpeg would misread are refused`(_ flags: String, _ other: String) throws {
      let first = try make("a.mp4", "testsrc2", flags)
      let joined = try first + make("b.mp4", "testsrc", flags + other)
      let error = #expect(throws: VideoError.self) { try read(joined) }
      #expect(error?.fault == .joinedFilms(Int64(first.count)))
      #expect(error?.description.contains("head -c \(first.count) and tail -c +\(first.count + 1)") ?? false)
      // What is cut apart is read.
      #expect(try read(Array(joined[..<first.count])).hashes == expected("a.mp4"))
      #expect(try read(Array(joined[first.count...])).hashes == expected("b.mp4"))
    }

    @Test func `all before a fragment that is cut off is read`() throws {
      let parts = try parts(of: make("a.mp4"))
      let (whole, hashes) = try (parts.start + parts.fragments[..<3].joined(), expected("a.mp4"))
      #expect(try !read(whole).video.isCutOff)
      let head = parts.fragments[3][..<4].reduce(0) { $0 << 8 | Int($1) }
      // Every byte of the head of the fragment, and the head of its data.
      for count in 1...(head + 8) {
        let cut = try read(whole + parts.fragments[3][..<count])
        #expect(cut.video.isCutOff, "cut after \(count) bytes")
        // Frames whose places are known may be counted, as in any file that is cut off.
        #expect(cut.times.count >= 30 && Array(cut.hashes[..<30]) == Array(hashes[..<30]), "cut after \(count) bytes")
        #expect(cut.hashes[30...].allSatisfy { $0 == nil }, "cut after \(count) bytes")
      }
    }

    @Test(arguments: [8, 512, 100_000], [0, 2]) func `what is no box is noticed`(_ count: Int, _ byte: UInt8) throws {
      let (file, hashes) = try (make("a.mp4"), expected("a.mp4"))
      let parts = parts(of: file)
      let filling = (0..<count).map { $0 == 3 ? byte : 0 }
      for rest in [[], Array(parts.fragments[3])] {
        let broken = try read(parts.start + parts.fragments[..<3].joined() + filling + rest)
        #expect(broken.video.isCutOff)
        #expect(broken.hashes == Array(hashes[..<30]))
      }
    }

    @Test func `boxes are walked up to the first that is incomplete`() throws {
      func boxes(_ bytes: [UInt8]) -> FragmentBoxes? {
        FragmentBoxes(
          reading: { Array(bytes[min(Int($0), bytes.count)..<min(Int($0) + $1, bytes.count)]) },
          size: Int64(bytes.count))
      }
      let start = Movie.box("ftyp") + Movie.box("moov")
      #expect(boxes(start) == nil)
      let (head, data) = (Movie.box("moof", [1, 2]), Movie.box("mdat", [1, 2, 3]))
      let one = try #require(boxes(start + head + data))
      // 8 bytes each for the heads.
      #expect(one.heads.map(\.start) == [16] && one.data == [34..<37] && one.joined.isEmpty && one.cut == nil)
      let two = try #require(boxes(start + head + data + start + head + data))
      #expect(two.heads.map(\.start) == [16, 53] && two.joined.map(\.start) == [37] && two.cut == nil)
      for (rest, isData) in [(head.dropLast(), false), (data.dropLast(), true), (Array(head[..<7]), false)] {
        let cut = try #require(boxes(start + head + data + rest))
        #expect(cut.cut?.start == 37 && cut.cut?.isData == isData)
      }
      // Data without a size go to the end of the file.
      let open = try #require(boxes(start + head + Movie.bigEndian(0) + Array("mdat".utf8) + [1, 2]))
      #expect(open.cut == nil && open.data == [34..<36])
    }
  }
}
