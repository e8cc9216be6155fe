import TestSupport
import Testing

@testable import Plotting

/// Labels that say why the value moved.
@Suite struct StretchStripTests {
  private static let forms =
    [
      ["+40.0 points × ½ ÷ 339 × 600 frames = +35.4 frames"],
      ["+40.0 points × ½ ÷ 339", "× 600 frames = +35.4 frames"],
    ]
    + [["+35.4 frames", "at ½×"], ["+35.4"]]

  private func stretch(_ from: Int64, _ through: Int64, byFinger: Bool = true, _ forms: [[String]] = Self.forms)
    -> PlottedStretch
  {
    PlottedStretch(from: from, through: through, isByFinger: byFinger, labels: forms)
  }

  private func document(_ stretches: [PlottedStretch]) throws -> Document {
    var plot = Samples.stroke
    (plot.stretches, plot.stretchWords) = (stretches, "355 → 375: +20.0 at 1×")
    return try Document(plot.bytes())
  }

  /// The axis is 744 pixels wide for a second, and the whole sum about 300.
  @Test func `the longest label that has room is taken, and none without room`() throws {
    let texts = try document([
      stretch(0, 500_000), stretch(500_000, 750_000), stretch(750_000, 850_000), stretch(850_000, 900_000),
      stretch(900_000, 910_000), stretch(910_000, 920_000),
    ]).texts
    #expect(texts.contains("Why") && texts.contains("355 → 375: +20.0 at 1×"))
    #expect(texts.count { $0 == Self.forms[0][0] } == 1)
    #expect(texts.count { $0 == Self.forms[1][0] } == 1 && texts.count { $0 == Self.forms[1][1] } == 1)
    #expect(texts.count { $0 == "+35.4 frames" } == 1 && texts.count { $0 == "at ½×" } == 1)
    // The fourth has 37 pixels, the next one 7, and the last one room up to the end of the axis.
    #expect(texts.count { $0 == "+35.4" } == 2)
    #expect(!texts.contains("by the slider"))
  }

  @Test func `a moment is labelled where nothing else is`() throws {
    let jump = [["+12.0 frames jumping"]]
    let texts = try document([stretch(0, 0, byFinger: false, jump), stretch(600_000, 900_000, byFinger: false)]).texts
    #expect(
      texts.contains("+12.0 frames jumping") && texts.contains("by the slider") && !texts.contains("by the finger"))
    let crowded = try document([stretch(0, 0, byFinger: false, jump), stretch(0, 900_000, byFinger: false)]).texts
    #expect(!crowded.contains("+12.0 frames jumping"))
  }

  @Test(arguments: 1...40) func `labels never overlap anything`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var stretches: [PlottedStretch] = []
    for isByFinger in [true, false] {
      var time: Int64 = 0
      while time < 1_000_000, stretches.count < 80 {
        let end = min(1_000_000, time + Int64(random.below(Int(seed) * 12_000)))
        // Some overlap, as no gesture's do.
        stretches.append(stretch(time, max(end - Int64(random.below(3)) * 9000, 0), byFinger: isByFinger))
        time = end + Int64(random.below(3) * 20_000) + 1
      }
    }
    let document = try document(stretches)
    #expect(document.overlaps.isEmpty, "\(document.overlaps)")
    #expect(try document.strays().isEmpty)
  }

  @Test func `brackets are where the stretches are`() throws {
    let paths = try document([stretch(250_000, 500_000)]).all("path").compactMap { $0.attributes["d"] }
    // 104 + 744/4 = 290, and 104 + 744/2 = 476.
    #expect(paths.contains { $0.hasPrefix("M290 ") && $0.contains("H476V") })
  }
}
