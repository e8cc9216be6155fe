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
            location: PlottedPoint(x: 110 + Double(index) * 6, y: 615 - Double(index) * 8), isTracking: true,
            value: random.below(3) == 0 ? 1 : random.double(0, 1), speed: [1, 0.5, 0.25, 0.1][random.below(4)],
            frame: random.below(3) == 0 ? 449 : random.below(450)))
      }
      return PlottedSlider(name: "obslider-original, changed \(number)", events: events)
    }
    return ComparisonPlot(
      title: "drag.json", subtitle: "the same touches", control: Samples.control, sliders: sliders, frameCount: 450)
  }

  /// The boxes of all texts, as wide as in a wide font.
  private func boxes(_ document: Document) -> [(text: String, box: Box)] {
    document.all("text").compactMap { element in
      func number(_ name: String) -> Double? { element.attributes[name].flatMap(Double.init) }
      guard let x = number("x"), let y = number("y"), let size = number("font-size") else { return nil }
      let width = TextMetrics.width(element.text, size: size, isBold: element.attributes["font-weight"] != nil)
      let left =
        switch element.attributes["text-anchor"] {
        case "middle": x - width / 2
        case "end": x - width
        default: x
        }
      return (element.text, Box(minX: left, minY: y - size * 0.75, maxX: left + width, maxY: y + size * 0.2))
    }
  }

  @Test(arguments: [1, 2, 3, 6, 10]) func `labels never overlap, whatever the ends`(count: Int) throws {
    var random = SeededNumbers(seed: UInt64(count))
    for _ in 0..<20 {
      let plot = plot(count, &random)
      let document = try Document(plot.bytes())
      #expect(try document.strays().isEmpty)
      let boxes = boxes(document)
      for (number, one) in boxes.enumerated() {
        for other in boxes[(number + 1)...] {
          let isApart =
            one.box.maxX <= other.box.minX || other.box.maxX <= one.box.minX || one.box.maxY <= other.box.minY
            || other.box.maxY <= one.box.minY
          #expect(isApart, "'\(one.text)' and '\(other.text)'")
        }
      }
      // The value, the speed and the frame of each.
      for slider in plot.sliders {
        #expect(document.texts.count { $0.contains(slider.name.prefix(8)) } >= 3)
      }
    }
  }

  @Test func `sliders differ without colours, and their colours are dark enough to read`() {
    let paints = (0..<10).map(Palette.slider)
    #expect(Set(paints.map { "\($0.stroke ?? "") \($0.dash ?? "")" }).count == 10)
    #expect(Set(paints.prefix(6).map { $0.dash ?? "" }).count == 6)
    for paint in paints {
      // Relative luminance by WCAG 2.1; 4.5 to 1 on white.
      let hex = Array((paint.stroke ?? "").dropFirst())
      let parts = stride(from: 0, to: 6, by: 2).map { index -> Double in
        let share = Double(Int(String(hex[index..<index + 2]), radix: 16) ?? 255) / 255
        return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
      }
      let luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
      #expect(1.05 / (luminance + 0.05) >= 4.5, "\(paint.stroke ?? "")")
    }
  }

  /// x to the power of 2.4, as the fifth root of x¹² by Newton's rule.
  private func power(_ x: Double) -> Double {
    let target = (0..<12).reduce(1.0) { product, _ in product * x }
    var root = 1.0
    for _ in 0..<200 { root -= (root * root * root * root * root - target) / (5 * root * root * root * root) }
    return root
  }
}
