import Scrubbing
import Testing

@testable import Plotting

struct GesturePlotTests {
  @Test(arguments: 0..<120) func `the picture of any input is well-formed and nothing is outside`(
    seed: UInt64
  ) throws {
    let document = try Document(Samples.hostile(seed: seed).bytes())
    let strays = try document.strays()
    #expect(strays.isEmpty, "\(strays.first ?? "")")
  }

  @Test func `it is SVG 1.1 with a title, a description and no external references`() throws {
    var plot = Samples.stroke
    plot.thumbnails = [thumbnail(at: 0, "first")]
    let document = try Document(plot.bytes())
    let root = try #require(document.elements.first)
    #expect(root.name == "svg" && root.attributes["version"] == "1.1")
    #expect(root.attributes["xmlns"] == "http://www.w3.org/2000/svg")
    #expect(document.elements[1].name == "title" && document.elements[1].text == "drag.json")
    #expect(document.elements[2].name == "desc")
    #expect(document.elements[2].text.contains("Ended on frame 375, value 0.45, at 1.000 s."))
    #expect(document.elements[2].text.contains("1 stroke and 21 events from 0.000 s to 1.000 s."))
    #expect(document.elements[2].text.contains("3 pulses."))
    let allowed: Set = ["svg", "title", "desc", "g", "rect", "line", "circle", "path", "text", "image"]
    #expect(document.elements.allSatisfy { allowed.contains($0.name) })
    for element in document.elements {
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on"))
        if name.hasSuffix("href") { #expect(value.hasPrefix("data:image/png;base64,")) }
        #expect(!value.contains("url("))
      }
    }
  }

  @Test func `the same plot gives the same bytes, and the text is those bytes`() {
    let plot = Samples.hostile(seed: 5)
    #expect(plot.bytes() == plot.bytes())
    #expect(Array(plot.svg().utf8) == plot.bytes())
  }

  @Test func `it says on which frame the gesture ended`() throws {
    #expect(try Document(Samples.stroke.bytes()).texts.contains("Ended on frame 375"))
    var plot = Samples.stroke
    plot.events[20].phase = "cancelled"
    #expect(try Document(plot.bytes()).texts.contains("Cancelled on frame 375"))
    plot.events[20].phase = "moved"
    #expect(try Document(plot.bytes()).texts.contains("Unfinished on frame 375"))
    plot.events[20].phase = "corrected"
    plot.events[20].frame = nil
    #expect(try Document(plot.bytes()).texts.contains("Ended at value 0.45"))
    plot.events = []
    #expect(try Document(plot.bytes()).texts.contains("No events"))
  }

  @Test func `no name is cut out of the line below the title, and all else moves down`() throws {
    var plot = Samples.stroke
    let short = try Document(plot.bytes())
    // As long as a name of a slider and one of a file can be.
    plot.subtitle = String(repeating: "n", count: 60) + " over " + String(repeating: "w", count: 255)
    let long = try Document(plot.bytes())
    let words = long.all("text").filter { $0.attributes["font-size"] == "12" && $0.attributes["fill"] == Palette.quiet }
    let lines = words.filter { $0.attributes["x"] == "24" }.map(\.text)
    #expect(lines.joined().replacing(" ", with: "") == plot.subtitle.replacing(" ", with: "") && lines.count > 2)
    #expect(long.overlaps.isEmpty && short.overlaps.isEmpty)
    func height(_ document: Document) -> Double? { document.elements.first?.attributes["height"].flatMap(Double.init) }
    #expect(height(long) == height(short).map { $0 + Double(lines.count - 2) * 15 })
  }

  @Test func `each pulse is drawn on the path, in its row and once in the legend`() throws {
    #expect(try Document(Samples.stroke.bytes()).shapes(filled: Palette.pulse) == 3 + 3 + 1)
    // Also an end of the range: one more symbol in its own row and one more legend entry, but still one symbol per
    // pulse on the path.
    var plot = Samples.stroke
    plot.events[12].pulses = ["speed", "max"]
    let document = try Document(plot.bytes())
    #expect(document.shapes(filled: Palette.pulse) == 3 + (3 + 1) + 2)
    #expect(document.texts.contains("high end") && document.texts.contains("new speed"))
    #expect(!document.texts.contains("low end"))
  }

  @Test func `each seek is drawn, and the kinds differ by shape`() throws {
    var plot = Samples.stroke
    plot.seeks = [
      PlottedSeek(issuedAt: 0, endedAt: 200_000, target: 355, shown: 355, isSuperseded: false),
      PlottedSeek(issuedAt: 200_000, endedAt: 400_000, target: 359, shown: 358, isSuperseded: true),
      PlottedSeek(issuedAt: 400_000, endedAt: 600_000, target: 363, shown: nil, isSuperseded: true),
      PlottedSeek(issuedAt: 600_000, endedAt: 900_000, target: 370, shown: nil, isSuperseded: false),
    ]
    plot.seekCaption = "naive"
    let document = try Document(plot.bytes())
    // Filled bars: two in the strip and two in the legend.
    #expect(document.shapes(filled: Palette.seek) == 4)
    let hollow = document.all("path").filter {
      $0.attributes["stroke"] == Palette.seek && $0.attributes["fill"] == "#FFFFFF"
    }
    #expect(hollow.reduce(0) { $0 + ($1.attributes["d"] ?? "").count { $0 == "Z" } } == 4)
    #expect(hollow.allSatisfy { $0.attributes["stroke-dasharray"] != nil })
    #expect(document.texts.contains("4, 2 superseded; naive"))
    for words in ["355", "359 gave 358", "363", "370"] { #expect(document.texts.contains(words)) }
    for kind in SeekKind.all { #expect(document.texts.contains(kind.words)) }
  }

  @Test func `the video's time is told from the gesture's`() throws {
    var plot = Samples.stroke
    plot.endTime = "14.970 s"
    let document = try Document(plot.bytes())
    #expect(document.texts.contains("14.970 s of the video · value 0.45 · at 1.000 s of the gesture"))
    #expect(
      document.elements[2].text.contains(
        "Ended on frame 375, value 0.45, at 1.000 s of the gesture, 14.970 s of the video."))
  }

  @Test func `the touch that makes a gesture invalid is marked with what is wrong`() throws {
    var plot = Samples.stroke
    plot.refusal = PlottedRefusal(event: 20, words: "is cancelled")
    let document = try Document(plot.bytes())
    #expect(document.texts.contains("Refused: is cancelled") && document.texts.contains("is cancelled"))
    #expect(document.texts.contains { $0.hasPrefix("Ended on frame 375 · ") })
    // The ring is where the finger's path ends, at the same place as its last mark.
    let rings = document.all("circle").filter { $0.attributes["stroke"] == Palette.fault }
    #expect(rings.count == 1)
    #expect(try document.strays().isEmpty)
    for event in [-1, 21, Int.max] {
      plot.refusal = PlottedRefusal(event: event, words: "is cancelled")
      #expect(try Document(plot.bytes()).all("circle").allSatisfy { $0.attributes["stroke"] != Palette.fault })
    }
    plot.refusal = PlottedRefusal(event: 0, words: String(repeating: "word \u{1B}", count: 999))
    plot.events[0].location = Point(x: 1e300, y: -.infinity)
    #expect(try Document(plot.bytes()).strays().isEmpty)
  }

  @Test func `seeks at the same time are in separate lanes`() throws {
    var plot = Samples.stroke
    plot.seeks = (0..<6).map {
      PlottedSeek(issuedAt: Int64($0) * 1000, endedAt: 900_000, target: $0, shown: nil, isSuperseded: true)
    }
    let bars = try Document(plot.bytes()).all("path").filter {
      $0.attributes["stroke"] == Palette.seek && $0.attributes["fill"] == "#FFFFFF"
    }
    let rows = Set(bars.flatMap { Document.points($0.attributes["d"] ?? "").compactMap(\.1) })
    // Two edges in each of four lanes, and two in the legend.
    #expect(rows.count == 10)
  }

  @Test func `unknown data has no panel`() throws {
    var plot = Samples.stroke
    let full = try Document(plot.bytes()).texts
    #expect(full.contains("Speed") && full.contains("Frame index") && full.contains("Pulses"))
    #expect(!full.contains("Seeks"))
    plot.control.zones = []
    for index in plot.events.indices {
      plot.events[index].frame = nil
      plot.events[index].pulses = []
      plot.events[index].speed = 1
      plot.events[index].unadjusted = nil
    }
    let bare = try Document(plot.bytes()).texts
    #expect(!bare.contains("Speed") && !bare.contains("Frame index") && !bare.contains("Pulses"))
    #expect(!bare.contains("unadjusted value") && bare.contains("Value"))
  }

  @Test func `strokes that missed and events that are not touches look different`() throws {
    var plot = Samples.stroke
    for index in plot.events.indices { plot.events[index].isTracking = false }
    plot.events.append(PlottedEvent(timeInMicroseconds: 1_200_000, phase: "step", isTracking: false, value: 0.5))
    let document = try Document(plot.bytes())
    #expect(document.texts.contains("finger, not on the knob") && !document.texts.contains("finger, tracked"))
    // Once in the legend, once in the strip.
    #expect(document.texts.filter { $0 == "s" }.count == 2)
    #expect(document.texts.contains("step"))
  }

  @Test func `texts are escaped and read back unchanged`() throws {
    var plot = Samples.stroke
    plot.title = "a<b> & \"c\" 'd' ]]>"
    plot.rangeEnd = "<15>"
    let document = try Document(plot.bytes())
    #expect(document.texts.contains(plot.title) && document.texts.contains("<15>"))
    #expect(document.elements[1].text == plot.title)
  }

  private func thumbnail(at time: Int64, _ caption: String) -> PlottedThumbnail {
    PlottedThumbnail(timeInMicroseconds: time, caption: [caption], png: [1, 2, 3], width: 16, height: 9)
  }
}
