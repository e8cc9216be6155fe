import Foundation
import Testing

@testable import Plotting

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An SVG document, read back by an XML parser that is independent of the writer.
final class Document: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  /// Reads a document, which must be well-formed.
  init(_ svg: [UInt8]) throws {
    super.init()
    let parser = XMLParser(data: Data(svg))
    parser.delegate = self
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let index = open.last { elements[index].text += text }
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  var texts: [String] { all("text").map(\.text) }

  /// The boxes of all texts, as wide as in a wide font.
  var textBoxes: [(text: String, box: Box)] {
    all("text").compactMap { element in
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

  /// Pairs of texts that overlap.
  var overlaps: [String] {
    let boxes = textBoxes
    return boxes.enumerated().flatMap { number, one in
      boxes[(number + 1)...].filter { other in
        one.box.maxX > other.box.minX && other.box.maxX > one.box.minX && one.box.maxY > other.box.minY
          && other.box.maxY > one.box.minY
      }.map { "'\(one.text)' and '\($0.text)'" }
    }
  }

  /// How often a closed shape is drawn in paths of a colour.
  func shapes(filled color: String) -> Int {
    all("path").filter { $0.attributes["fill"] == color }.reduce(0) { sum, path in
      sum + (path.attributes["d"] ?? "").count { $0 == "Z" }
    }
  }

  /// Descriptions of coordinates that are outside the view box or not numbers.
  func strays() throws -> [String] {
    let root = try #require(elements.first)
    let width = try #require(root.attributes["width"].flatMap(Double.init))
    let height = try #require(root.attributes["height"].flatMap(Double.init))
    #expect(root.attributes["viewBox"] == "0 0 \(Int(width)) \(Int(height))")
    var strays: [String] = []
    func check(_ x: Double?, _ y: Double?, _ element: Element) {
      guard let x, let y, x.isFinite, y.isFinite, x >= 0, y >= 0, x <= width, y <= height else {
        strays.append("\(element.name) \(element.attributes) \(element.text)")
        return
      }
    }
    for element in elements {
      func number(_ name: String) -> Double? { element.attributes[name].flatMap(Double.init) }
      switch element.name {
      case "line":
        check(number("x1"), number("y1"), element)
        check(number("x2"), number("y2"), element)
      case "rect", "image":
        check(number("x"), number("y"), element)
        check(number("x").flatMap { x in number("width").map { x + $0 } }, number("y"), element)
        check(number("x"), number("y").flatMap { y in number("height").map { y + $0 } }, element)
      case "circle":
        let radius = number("r") ?? .nan
        check(number("cx").map { $0 - radius }, number("cy").map { $0 - radius }, element)
        check(number("cx").map { $0 + radius }, number("cy").map { $0 + radius }, element)
      case "text":
        let size = number("font-size") ?? .nan
        let extent = TextMetrics.width(element.text, size: size, isBold: element.attributes["font-weight"] != nil)
        let share =
          switch element.attributes["text-anchor"] {
          case "middle": 0.5
          case "end": 1.0
          default: 0.0
          }
        check(number("x").map { $0 - share * extent }, number("y").map { $0 - size }, element)
        check(number("x").map { $0 + (1 - share) * extent }, number("y"), element)
      case "path":
        for (x, y) in Document.points(element.attributes["d"] ?? "") { check(x, y, element) }
      default: break
      }
    }
    return strays
  }

  /// The points of a path of absolute M, L, H, V and Z; nil for a coordinate that is not a number.
  static func points(_ path: String) -> [(Double?, Double?)] {
    var points: [(Double?, Double?)] = []
    var x: Double? = 0
    var y: Double? = 0
    var command: Character = " "
    var digits = ""
    func take() {
      let numbers = digits.split(separator: " ").map { Double($0) }
      switch command {
      case "M", "L":
        x = numbers.count == 2 ? numbers[0] : nil
        y = numbers.count == 2 ? numbers[1] : nil
      case "H": x = numbers.first ?? nil
      case "V": y = numbers.first ?? nil
      case "Z", " ": return
      default: x = nil
      }
      points.append((x, y))
    }
    for character in path {
      if character.isLetter {
        take()
        command = character
        digits = ""
      } else {
        digits.append(character)
      }
    }
    take()
    return points
  }
}
