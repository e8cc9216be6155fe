import Scrubbing
import TestSupport
import Testing

@testable import Plotting

@Suite struct ComparisonPlotTests {
  private func plot(_ count: Int, _ random: inout SeededNumbers) -> ComparisonPlot {
    let sliders = (0..<count).map { number in
      var events: [PlottedEvent] = []
      for index in 0...20 {
        events.append(
          PlottedEvent(
            timeInMicroseconds: Int64(index) * 50_000, phase: index == 0 ? "began" : index == 20 ? "ended" : "moved",
            location: Point(x: 110 + Double(index) * 6, y: 615 - Double(index) * 8), isTracking: true,
            value: random.below(3) == 0 ? 1 : random.double(0, 1), speed: [1, 0.5, 0.25, 0.1][random.below(4)],
            frame: random.below(3) == 0 ? 449 : random.below(450)))
      }
      return PlottedSlider(name: "obslider-original, changed \(number)", events: events)
    }
    return ComparisonPlot(
      title: "drag.json", subtitle: "the same touches", control: Samples.control, sliders: sliders, frameCount: 450)
  }

  @Test(arguments: [1, 2, 3, 6, 10]) func `labels never overlap, whatever the ends`(count: Int) throws {
    var random = SeededNumbers(seed: UInt64(count))
    for _ in 0..<20 {
      let plot = plot(count, &random)
      let document = try Document(plot.bytes())
      #expect(try document.strays().isEmpty)
      #expect(document.overlaps.isEmpty, "\(document.overlaps)")
      // The value, the speed and the frame of each.
      for slider in plot.sliders {
        #expect(document.texts.count { $0.contains(slider.name.prefix(8)) } >= 3)
      }
    }
  }

  @Test func `names have room up to a length, and the lines have the rest`() throws {
    var random = SeededNumbers(seed: 7)
    var plot = plot(2, &random)
    for index in plot.sliders[0].events.indices { plot.sliders[0].events[index].frame = 358 }
    plot.sliders[0].name = "scrubbing-slider"
    plot.sliders.removeLast()
    // The axis ends where the name, 46 pixels behind it, ends at the page's right edge.
    let width = TextMetrics.width("358 · scrubbing-slider", size: 10, isBold: true)
    let document = try Document(plot.bytes())
    #expect(document.texts.contains("358 · scrubbing-slider"))
    let axis = document.all("line").compactMap { $0.attributes["x2"].flatMap(Double.init) }
    #expect(axis.contains { abs($0 - (936 - 46 - width)) < 0.01 })
    plot.sliders[0].name = String(repeating: "a very long name ", count: 20)
    let long = try Document(plot.bytes())
    #expect(try long.strays().isEmpty && long.texts.contains { $0.hasPrefix("358 · a very") && $0.hasSuffix("…") })
  }

  @Test func `a curve is a line from event to event, and round speeds are marked`() throws {
    let events = [(0, 0.9, "began"), (500_000, 0.7, "moved"), (1_000_000, 0.16, "moved"), (1_000_000, 1, "ended")].map {
      PlottedEvent(timeInMicroseconds: $0.0, phase: $0.2, isTracking: true, value: 0, speed: $0.1)
    }
    var plot = ComparisonPlot(
      title: "", subtitle: "", control: Samples.control,
      sliders: [PlottedSlider(name: "mine", events: events, isCurve: true)])
    let curve = try Document(plot.bytes())
    #expect(curve.texts.contains("½×") && curve.texts.contains("1/5×") && !curve.texts.contains("0.7×"))
    func speedPaths(_ document: Document) -> [String] {
      document.all("path").compactMap { element in
        element.attributes["stroke"] == Palette.slider(0).stroke ? element.attributes["d"] : nil
      }
    }
    // Of the value and the speed.
    #expect(speedPaths(curve).count == 2)
    #expect(speedPaths(curve).last?.contains("L") == true && speedPaths(curve).first?.contains("L") == false)
    plot.sliders[0].isCurve = false
    let steps = try Document(plot.bytes())
    #expect(steps.texts.contains("0.7×") && speedPaths(steps).allSatisfy { !$0.contains("L") })
  }

  @Test func `sliders differ without colours, and their colours are dark enough to read`() {
    let paints = (0..<10).map(Palette.slider)
    #expect(Set(paints.map { "\($0.stroke ?? "") \($0.dash ?? "")" }).count == 10)
    #expect(Set(paints.prefix(6).map { $0.dash ?? "" }).count == 6)
    var lightness: [Double] = []
    for paint in paints {
      // Relative luminance by WCAG 2.1; 4.5 to 1 on white.
      let hex = Array((paint.stroke ?? "").dropFirst())
      let parts = stride(from: 0, to: 6, by: 2).map { index -> Double in
        let share = Double(Int(String(hex[index..<index + 2]), radix: 16) ?? 255) / 255
        return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
      }
      let luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
      #expect(1.05 / (luminance + 0.05) >= 4.5, "\(paint.stroke ?? "")")
      lightness.append(luminance)
    }
    // In grey: CIE 1976 lightness, of which neighbours are at least 15 apart and any two of six at least 7.
    let six = lightness.prefix(6).map { 116 * cubeRoot($0) - 16 }
    for (number, one) in six.enumerated() {
      for other in six[..<number] { #expect(abs(one - other) >= 7, "\(number)") }
      if number > 0 { #expect(abs(one - six[number - 1]) >= 15, "\(number)") }
    }
  }

  private func cubeRoot(_ x: Double) -> Double {
    var root = 1.0
    for _ in 0..<100 { root -= (root * root * root - x) / (3 * root * root) }
    return root
  }

  /// x to the power of 2.4, as the fifth root of x¹² by Newton's rule.
  private func power(_ x: Double) -> Double {
    let target = (0..<12).reduce(1.0) { product, _ in product * x }
    var root = 1.0
    for _ in 0..<200 { root -= (root * root * root * root * root - target) / (5 * root * root * root * root) }
    return root
  }
}
