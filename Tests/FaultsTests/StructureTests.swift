import Foundation
import TestSupport
import Testing

@testable import Faults

struct StructureTests {
  @Test(arguments: [
    (Fixture.h264Faststart, Structure.boxes, 40), (.h264Matroska, .elements, 40), (.mpeg4AVI, .riff, 40),
    (.mpeg2TransportStream, .transport, 40), (.mpeg2ProgramStream, .program, 8), (.gif, .unknown, 40),
    (.h264Fragmented, .boxes, 40), (.vp9, .elements, 40),
  ])
  func `the sizes in a clip are found`(_ fixture: Fixture, _ structure: Structure, _ least: Int) throws {
    let bytes = Array(try fixture.bytes())
    #expect(Structure(of: bytes) == structure)
    #expect(Structure.fields(of: bytes).count >= least)
  }

  @Test func `a size field is the size of its box, and keeps its width`() throws {
    var bytes = Movie.box("ftyp", [1, 2, 3, 4]) + Movie.box("moov", Movie.box("trak", []))
    let fields = ISOBoxes.fields(of: bytes)
    #expect(fields.map { $0.value(in: bytes) } == [12, 16, 8])
    fields[2].write(0xFFFF_FFFF, in: &bytes)
    #expect(fields[2].value(in: bytes) == 0xFFFF_FFFF && bytes.count == 28)
    var element: [UInt8] = [0xAE, 0x41, 0x02, 0, 0]
    let size = SizeField(1, .ebml(2))
    #expect(size.value(in: element) == 0x102)
    size.write(7, in: &element)
    #expect(element == [0xAE, 0x40, 0x07, 0, 0])
    size.write(.max, in: &element)
    #expect(element == [0xAE, 0x7F, 0xFF, 0, 0])
  }

  @Test func `the kit's own movies and pictures are good ones`() throws {
    let scratch = try Scratch()
    var movie = Movie()
    movie.samples = (0..<5).map { [UInt8](repeating: UInt8(40 * $0), count: 64 * 48 * 3) }
    try scratch.write(Data(movie.bytes), to: "raw.mov")
    try scratch.write(Data(SinglePicture.png(width: 300, height: 200, bitDepth: 16)), to: "deep.png")
    try scratch.write(Data(SinglePicture.gif(frames: 9)), to: "frames.gif")
    try scratch.write(Data(SinglePicture.apng(width: 4, height: 4, frames: 6, claimed: 6)), to: "frames.apng")
    for (name, count) in [("raw.mov", 5), ("deep.png", 1), ("frames.gif", 9), ("frames.apng", 6)] {
      #expect(try linearHashes(of: name, in: scratch.folder).count == count, "\(name)")
    }
  }

  @Test func `a canary sees who reads it and who calls`() throws {
    let scratch = try Scratch()
    let bench = try Bench(
      CaseName(seed: 1, kind: "canary", number: 0), in: scratch.folder, store: scratch.folder,
      means: Means(tracing: false),
      clips: Clips(corpus: nil))
    let canary = try Canary(bench)
    #expect(canary.connections == 0 && !canary.wasRead)
    _ = Snapshot(of: bench.path(""))
    #expect(!canary.wasRead)
    _ = try run(["/bin/bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(canary.port)"])
    #expect(canary.connections == 1)
  }
}
