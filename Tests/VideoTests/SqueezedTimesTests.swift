import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

@Suite struct `Squeezed times` {
  private func areSome(_ timestamps: [Int64]) -> Bool {
    var times = SqueezedTimes()
    for timestamp in timestamps { times.note(timestamp) }
    return times.areSome
  }

  @Test func `a step of a tick at most among longer ones`() {
    #expect(areSome([0, 512, 1024, 1025, 1536]))
    #expect(areSome([0, 512, 512, 1024]))
    // As many steps of two ticks.
    #expect(!areSome([0, 512, 514, 516, 1024]) && !areSome([]) && !areSome([7]) && !areSome([Int64.min, 0]))
  }

  @Test func `pictures of a tick, with pauses`() { #expect(!areSome([0, 1, 2, 3, 60, 61, 62, 125])) }
}

extension Decoding {
  @Suite struct JoinedTableTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    // A piece that begins at an open keyframe behind the start of its film, the film, and the piece again: the decoder
    // leaves pictures of the second joint out, and the table, which lists them, would count them.
    @Test(arguments: ["1.1", "5.3"]) func `a joined table is not believed`(_ cut: String) throws {
      let words =
        "-f lavfi -i testsrc2=s=160x120:r=25:d=8 -pix_fmt yuv420p -c:v libx264 -preset veryfast "
        + "-x264-params keyint=24:bframes=3:open-gop=1:b-pyramid=2"
      try makeOnce("film.mp4", words.split(separator: " ").map(String.init), in: scratch.folder)
      try ffmpeg(["-ss", cut, "-i", "film.mp4", "-c", "copy", "piece.mp4"], in: scratch.folder)
      try scratch.write(Data("file 'piece.mp4'\nfile 'film.mp4'\nfile 'piece.mp4'\n".utf8), to: "list.txt")
      try ffmpeg(["-f", "concat", "-i", "list.txt", "-c", "copy", "joined.mp4"], in: scratch.folder)
      let truth = try linearHashes(of: "joined.mp4", in: scratch.folder)
      let path = scratch.path("joined.mp4")
      let file = try VideoFile(opening: path, limits: .believing)
      #expect(try file.timeline(.whole).count == truth.count && !file.believesTable)
      // Far from what is joined, each by a file that is opened for it alone.
      for frame in stride(from: truth.count - 1, through: 0, by: -29) {
        let file = try VideoFile(opening: path, limits: .believing)
        #expect(try file.timeline(.throughFrame(frame)).count > frame)
        let (pictures, _) = try file.hashes(of: [frame], in: .main)
        #expect(pictures[frame]?.hash == truth[frame], "frame \(frame)")
      }
    }
  }
}
