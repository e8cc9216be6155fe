import PNG
import Synchronization
import Testing

/// An encoding that takes longer than allowed.
struct StopTests {
  /// Counts how often it was asked whether to stop, and says so from some time on.
  private final class Clock: Sendable {
    private let asked = Atomic<Int>(0)
    private let end: Int

    init(end: Int) { self.end = end }

    var count: Int { asked.load(ordering: .relaxed) }

    @Sendable func isOver() -> Bool { asked.add(1, ordering: .relaxed).newValue > end }
  }

  private func encode(
    _ picture: Picture, _ clock: Clock, _ compression: PNGCompression = .default, threads: Int = 1
  ) throws -> [UInt8] {
    try picture.pixels.withUnsafeBytes { bytes in
      Array(
        try PNGEncoder(compression: compression, threads: threads)
          .file(of: picture.image, pixels: bytes, unless: clock.isOver))
    }
  }

  @Test(arguments: PNGCompression.allCases)
  func `it stops when told so, early or late, and gives no file`(compression: PNGCompression) throws {
    let picture = try Picture(300, 700, .rgb, .sixteen, .noisy)
    let patient = Clock(end: .max)
    let whole = try encode(picture, patient, compression)
    #expect(
      try firstDifference(whole, PNGEncoder(compression: compression).encode(picture.image, pixels: picture.pixels))
        == nil)
    // The picture has 1.3 million bytes, and it is asked every 64 KiB, in samples, in pieces and in the file.
    #expect(patient.count > 20)
    for end in [0, 1, 5, patient.count / 2, patient.count - 1] {
      #expect(throws: PNGError.stopped) { _ = try encode(picture, Clock(end: end), compression) }
    }
    #expect(try encode(picture, Clock(end: patient.count), compression).count == whole.count)
  }

  @Test func `several threads stop too`() throws {
    let picture = try Picture(400, 2000, .rgb, .sixteen, .noisy)
    #expect(throws: PNGError.stopped) { _ = try encode(picture, Clock(end: 30), threads: 4) }
  }

  @Test func `a single row that is wider than a block is no reason to wait`() throws {
    let picture = try Picture(1 << 20, 1, .gray, .eight, .noisy)
    for compression in PNGCompression.allCases {
      let patient = Clock(end: .max)
      _ = try encode(picture, patient, compression)
      #expect(patient.count >= 16)
      #expect(throws: PNGError.stopped) { _ = try encode(picture, Clock(end: 8), compression) }
    }
  }
}
