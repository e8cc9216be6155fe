import Files
import TestSupport
import Testing
@testable import Video

extension Decoding {
  /// The finder's state after decoding packets.
  @Suite struct FrameFinderTests {
    @Test func `packets that were contradicted once do not affect others`() throws {
      let source = ByteSource(
        file: try InputFile(opening: Path(Fixture.h264Faststart.path)), limits: Limits(),
        deadline: Deadline(nanoseconds: .max / 2))
      let reader = try PacketReader(source, stream: nil, isProbed: false, limits: Limits())
      var table = PacketTable(startsAtBeginning: true)
      var scan = PacketScan(reader)
      try scan.read(until: .end, into: &table)
      let finder = FrameFinder(reader, source: source, limits: Limits())
      // A table without frame 3, for which the decoder still outputs a picture.
      var wrong = table
      wrong.hide(table.presentationOrder[3])
      wrong.arrange(jump: nil)
      #expect(try finder.decode([5], in: wrong) { _, _ in } == [5] && finder.isRefuted)
      #expect(try finder.decode([5], in: table) { _, _ in } == [] && !finder.isRefuted)
    }
  }
}
