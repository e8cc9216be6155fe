import Files
import TestSupport
import Testing
import Timeline
@testable import Video

struct ChapterTests {
  private func chapters(_ clip: Fixture) throws -> [Chapter] { try VideoFile(opening: Path(clip.path)).chapters }

  /// As Fixtures/make-clips.sh wrote them: at 0, 0.28, 0.42 and 0.61 s.
  private let starts = [(0, 1), (7, 25), (21, 50), (61, 100)].compactMap { Rational($0, $1) }

  @Test func `chapters have exact starts, and their titles`() throws {
    for clip in [Fixture.chapters, .chaptersMatroska] {
      #expect(try chapters(clip).map(\.start) == starts, "\(clip.name)")
    }
    #expect(try chapters(.chapters).map(\.title) == ["Opening", "../../etc/pass:wd", ".", "Été № 4"])
    #expect(try chapters(.chaptersMatroska).map(\.title) == ["Opening", "../../etc/pass:wd", nil, "Été № 4"])
  }

  @Test func `most videos have none`() throws {
    for clip in [Fixture.h264Faststart, .mpeg2TransportStream, .vp9, .timecode] { #expect(try chapters(clip) == []) }
  }
}
