import Testing
@testable import Video

/// How a still picture is turned, in boxes written by hand as in ISO/IEC 23008-12.
struct ItemTurnsTests {
  private func words(_ numbers: Int...) -> [UInt8] { numbers.flatMap(Movie.bigEndian) }

  /// A file whose item 1 has these properties, by their numbers, of the given ones; item 2 has the first one.
  private func turns(
    _ properties: [[UInt8]], _ numbers: [UInt8], brand: String = "avif", hasTracks: Bool = false
  ) -> ItemTurns {
    let associations = words(0, 2) + [0, 2, 1, 0x81] + [0, 1, UInt8(numbers.count)] + numbers
    let tables =
      Movie.box("pitm", [0, 0, 0, 0, 0, 1])
      + Movie.box("iprp", Movie.box("ipco", Array(properties.joined())) + Movie.box("ipma", associations))
    let bytes =
      Movie.box("ftyp", Array(brand.utf8)) + Movie.box("meta", words(0) + tables)
      + (hasTracks ? Movie.box("moov") : [])
    return ItemTurns(
      reading: { place, count in
        guard let first = Int(exactly: place), bytes.indices.contains(first) else { return [] }
        return Array(bytes[first..<min(bytes.count, first + count)])
      }, size: Int64(bytes.count))
  }

  private let size = Movie.box("ispe", [UInt8](repeating: 0, count: 12))
  private func turn(_ quarters: UInt8) -> [UInt8] { Movie.box("irot", [quarters]) }
  private func mirror(_ axis: UInt8) -> [UInt8] { Movie.box("imir", [axis]) }

  @Test func `the properties of the primary item count, in their order`() {
    #expect(turns([size, turn(1)], [1, 0x82]).steps == [.turn(1)])
    #expect(turns([turn(3), mirror(1), size], [3, 0x82, 0x81]).steps == [.mirror(isSideways: true), .turn(3)])
    #expect(turns([turn(1), size], [2]).steps.isEmpty && turns([turn(1)], [2, 0]).steps.isEmpty)
  }

  @Test func `tracks and other kinds of files have an orientation of their own`() {
    #expect(turns([turn(1)], [1], hasTracks: true).steps.isEmpty && turns([turn(1)], [1], brand: "isom").steps.isEmpty)
  }

  // Turns are counted against the clock in the file, and with it in an orientation, where mirroring comes first.
  @Test func `steps make one orientation`() {
    func made(_ properties: [UInt8]...) -> Orientation {
      Orientation(turns(properties, (1...UInt8(properties.count)).map { $0 }))
    }
    #expect(made(turn(1)) == Orientation(isMirrored: false, quarterTurns: 3))
    #expect(made(turn(3)) == Orientation(isMirrored: false, quarterTurns: 1))
    #expect(made(mirror(1)) == Orientation(isMirrored: true, quarterTurns: 0))
    // Exchanging top and bottom is exchanging left and right, and half a turn.
    #expect(made(mirror(0)) == Orientation(isMirrored: true, quarterTurns: 2))
    // (x, y) of a square, y down, goes to (y, −x) by a quarter turn against the clock, and to (−y, −x) if left and right
    // are exchanged then: the matrix 0 −1 −1 0, by which pictures are mirrored and turned once.
    #expect(made(turn(1), mirror(1)) == Orientation(displayMatrix: [0, -1, 0, -1, 0, 0, 0, 0, 1]))
    #expect(made(turn(1), mirror(1)) == Orientation(isMirrored: true, quarterTurns: 1))
  }
}
