import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Still pictures whose tables are in different orders, made by hand as in ISO/IEC 14496-12, 8.11.
  @Suite struct ItemOrderTests {
    private func short(_ number: Int) -> [UInt8] { Movie.bigEndian(number).suffix(2) }

    /// The place of item 1, in this file.
    private func extent(at place: Int, count: Int) -> [UInt8] {
      short(1) + short(0) + short(1) + Movie.bigEndian(place) + Movie.bigEndian(count)
    }

    /// What item 1 is.
    private var entry: [UInt8] {
      Movie.box("infe", [2, 0, 0, 0] + short(1) + short(0) + Array("av01".utf8) + [0])
    }

    /// An AVIF file of the first picture of a clip: its data and its decoder's settings, item 1 of one.
    private func still(_ order: [String]) throws -> [UInt8] {
      let clip = [UInt8](try Fixture.av1.bytes())
      // The first sample: 420 bytes from 48 on, by ffprobe.
      let data = clip[48..<468]
      let type = try #require(clip.indices.dropLast(4).first { clip[$0..<$0 + 4].elementsEqual("av1C".utf8) })
      let settings = Array(clip[type - 4..<type - 4 + Int(clip[type - 1])])
      let size = Movie.box("ispe", [0, 0, 0, 0] + Movie.bigEndian(160) + Movie.bigEndian(120))
      func file(dataAt place: Int) -> [UInt8] {
        let tables = [
          "pitm": Movie.box("pitm", [0, 0, 0, 0] + short(1)),
          // Places and lengths of four bytes, one item with one extent.
          "iloc": Movie.box("iloc", [0, 0, 0, 0, 0x44, 0] + short(1) + extent(at: place, count: data.count)),
          "iinf": Movie.box("iinf", [0, 0, 0, 0] + short(1) + entry),
        ]
        let properties = Movie.box(
          "iprp",
          Movie.box("ipco", size + settings)
            + Movie.box("ipma", Movie.bigEndian(0) + Movie.bigEndian(1) + short(1) + [2, 1, 0x82]))
        let handler = Movie.box(
          "hdlr", [UInt8](repeating: 0, count: 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
        return Movie.box("ftyp", Array("avif".utf8) + Movie.bigEndian(0) + Array("avifmif1".utf8))
          + Movie.box("meta", Movie.bigEndian(0) + handler + order.flatMap { tables[$0] ?? [] } + properties)
          + Movie.box("mdat", Array(data))
      }
      return file(dataAt: file(dataAt: 0).count - data.count)
    }

    @Test(arguments: [["pitm", "iloc", "iinf"], ["iloc", "iinf", "pitm"], ["iloc", "pitm", "iinf"]])
    func `a still picture is found whatever the order of its tables is`(_ order: [String]) throws {
      let scratch = try Scratch()
      let file = try VideoFile(opening: scratch.write(Data(still(order)), to: "still.avif"))
      #expect(try file.grab(at: .zero).hash == Fixture.av1.expectedFrames().first?.md5)
    }
  }
}
