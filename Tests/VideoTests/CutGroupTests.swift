import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Program streams that end between a picture and those that were to be shown in front of it.
  @Suite struct CutGroupTests {
    /// Pictures that share packets of 2048 bytes, so that most have no timestamp of their own.
    @Test(arguments: [("mpeg2video", "2"), ("mpeg1video", "3")])
    func `each picture keeps its time where frames in front of the last are missing`(
      codec: String, reordered: String
    ) throws {
      let scratch = try Scratch()
      try makeOnce(
        "whole.mpg",
        [
          "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=1.6", "-c:v", codec, "-g", "12", "-bf", reordered, "-b:v",
          "200k",
        ], in: scratch.folder)
      let whole = try VideoFile(opening: scratch.path("whole.mpg"))
      let table = try whole.timeline(.whole)
      try #require(table.count == 40)
      var times: [String: Rational?] = [:]
      for (frame, picture) in try whole.hashes(of: Array(0..<40), in: .main).pictures {
        times[picture.hash] = table.time(ofFrame: frame)
      }
      try #require(times.count == 40)
      let bytes = try Array(scratch.bytes(of: "whole.mpg"))
      var (cuts, gaps) = (0, 0)
      // In front of each picture of type 3 (ISO/IEC 13818-2, 6.2.3), which was sent behind the one that follows it.
      for place in bytes.indices.dropLast(6)
      where bytes[place..<place + 4] == [0, 0, 1, 0] && bytes[place + 5] >> 3 & 7 == 3 {
        let cut = try VideoFile(opening: try scratch.write(Data(bytes[..<place]), to: "cut-\(place).mpg"))
        let part = try cut.timeline(.whole)
        let pictures = try cut.hashes(of: Array(0..<part.count), in: .main).pictures
        // The last packet may have lost its end with its pack.
        let known = pictures.filter { times[$0.value.hash] != nil }
        try #require(known.count >= part.count - 2)
        for (frame, picture) in known {
          #expect(
            part.time(ofFrame: frame) == times[picture.hash], "cut at byte \(place), frame \(frame) of \(part.count)")
        }
        cuts += 1
        let (last, before) = (part.time(ofFrame: part.count - 1), part.time(ofFrame: part.count - 2))
        if let last, let before, last.subtracting(before) != Rational(1, 25) { gaps += 1 }
      }
      #expect(cuts > 12 && gaps > 4, "\(cuts), \(gaps)")
    }
  }
}
