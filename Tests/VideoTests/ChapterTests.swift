import Files
import Foundation
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

  // MARK: Matroska's editions (RFC 9559, 5.1.7)

  /// An element with an ID of any length, and a size of eight bytes.
  private func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
    let name = (0..<4).reversed().map { UInt8(truncatingIfNeeded: id >> (8 * UInt32($0))) }.drop { $0 == 0 }
    return name + [0x01] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
  }

  private func number(_ id: UInt32, _ value: Int) -> [UInt8] {
    element(id, (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }

  private func atom(_ title: String, _ seconds: Int, _ more: [UInt8] = []) -> [UInt8] {
    let display = element(0x80, element(0x85, Array(title.utf8)) + element(0x437C, Array("eng".utf8)))
    return element(0xB6, number(0x73C4, 1 + seconds) + number(0x91, seconds * 1_000_000_000) + more + display)
  }

  private func edition(isDefault: Bool = false, _ atoms: [UInt8]) -> [UInt8] {
    element(0x45B9, number(0x45DB, isDefault ? 1 : 0) + atoms)
  }

  /// A clip of two seconds with these chapters in front of its first cluster; as in a recording, no size is known.
  private func chapters(_ editions: [UInt8], in scratch: Scratch) throws -> [String] {
    try ffmpeg(
      "-f lavfi -i testsrc2=s=64x48:r=5:d=2 -c:v libx264 -live 1 live.mkv".split(separator: " ").map(String.init),
      in: scratch.folder)
    var bytes = Array(try scratch.bytes(of: "live.mkv"))
    let cluster = try #require(
      bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual([0x1F, 0x43, 0xB6, 0x75]) })
    bytes.insert(contentsOf: element(0x1043_A770, editions), at: cluster)
    let video = try VideoFile(opening: try scratch.write(Data(bytes), to: "chapters.mkv"))
    return video.chapters.map { "\($0.title ?? "") \($0.start)" }
  }

  @Test func `the chapters of Matroska are those of the default edition, in the order of the file`() throws {
    let scratch = try Scratch()
    #expect(try chapters(edition(atom("B", 1) + atom("A", 0)), in: scratch) == ["B 1", "A 0"])
    let (first, other) = (atom("A", 0) + atom("B", 1), atom("X", 1) + atom("Y", 2))
    #expect(try chapters(edition(first) + edition(isDefault: true, other), in: scratch) == ["X 1", "Y 2"])
    #expect(try chapters(edition(first) + edition(other), in: scratch) == ["A 0", "B 1"])
    // A hidden one, one that is not enabled, and one inside another.
    let strange = atom("H", 1, number(0x98, 1)) + atom("off", 1, number(0x4598, 0)) + atom("B", 1, atom("b", 2))
    #expect(try chapters(edition(atom("A", 0) + strange), in: scratch) == ["A 0", "B 1"])
  }

  @Test func `they are found where the list of elements says`() {
    let chapters = element(0x1043_A770, edition(atom("A", 0)))
    let header = element(0x1A45_DFA3, []) + [0x18, 0x53, 0x80, 0x67, 0xFF]
    let cluster = element(0x1F43_B675, [0, 0, 0])
    func list(_ place: Int) -> [UInt8] {
      element(
        0x114D_9B74, element(0x4DBB, element(0x53AB, [0x10, 0x43, 0xA7, 0x70]) + number(0x53AC, place)))
    }
    func titles(_ bytes: [UInt8]) -> [String?]? {
      MatroskaChapters.all { place, count in Array(bytes.dropFirst(Int(clamping: place)).prefix(count)) }?.map(\.title)
    }
    let place = list(0).count + cluster.count
    #expect(titles(header + list(place) + cluster + chapters) == ["A"])
    for wrong in [place + 1, 0, -1, .max] { #expect(titles(header + list(wrong) + cluster + chapters) == nil) }
    #expect(titles(header + cluster + chapters) == nil)
  }
}
