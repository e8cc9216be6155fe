import Testing

@testable import Plotting

struct ThumbnailTests {
  private func plot(_ count: Int) -> GesturePlot {
    var plot = Samples.stroke
    plot.thumbnails = (0..<count).map {
      PlottedThumbnail(
        timeInMicroseconds: Int64($0) * 1_000_000 / Int64(max(1, count - 1)), caption: ["frame \($0)", "time \($0)"],
        png: [1, 2, UInt8($0 % 256)], width: 16, height: 9)
    }
    return plot
  }

  @Test func `each picture is embedded once with its caption`() throws {
    let document = try Document(plot(5).bytes())
    let pictures = document.all("image")
    // Bytes 1 2 n: AQI and a letter, where n < 64 is that letter itself.
    #expect(
      pictures.map { $0.attributes["xlink:href"] }
        == ["A", "B", "C", "D", "E"].map {
          "data:image/png;base64,AQI" + $0
        })
    for index in 0..<5 {
      #expect(document.texts.contains("frame \(index)") && document.texts.contains("time \(index)"))
    }
    #expect(!document.texts.contains { $0.contains("left out") })
  }

  @Test func `too many thumbnails are thinned evenly, keeping the first and the last`() throws {
    let document = try Document(plot(29).bytes())
    // 0 to 28 in seven equal parts.
    let frames = document.texts.filter { $0.hasPrefix("frame ") }
    #expect(frames == ["frame 0", "frame 4", "frame 8", "frame 12", "frame 16", "frame 20", "frame 24", "frame 28"])
    #expect(document.all("image").count == 8)
    #expect(document.texts.contains("21 thumbnails between these left out for want of room."))
  }

  @Test func `pictures are in order of time and do not overlap`() throws {
    var plot = plot(8)
    for index in plot.thumbnails.indices { plot.thumbnails[index].timeInMicroseconds = 500_000 - Int64(index) }
    let boxes = try Document(plot.bytes()).all("image").map { picture in
      (Double(picture.attributes["x"] ?? "") ?? .nan, Double(picture.attributes["width"] ?? "") ?? .nan)
    }
    #expect(boxes.count == 8)
    #expect(zip(boxes, boxes.dropFirst()).allSatisfy { $0.0 + $0.1 + 5 < $1.0 })
    let frames = try Document(plot.bytes()).texts.filter { $0.hasPrefix("frame ") }
    #expect(frames.first == "frame 7" && frames.last == "frame 0")
  }

  @Test func `a line leads from the moment to the middle of the picture`() throws {
    let document = try Document(plot(2).bytes())
    let pictures = document.all("image")
    let leaders = document.all("path").map { Document.points($0.attributes["d"] ?? "") }
    // The gesture takes the whole axis, from 104 to 848.
    for (picture, start) in zip(pictures, [104.0, 848]) {
      let x = try #require(Double(picture.attributes["x"] ?? ""))
      let y = try #require(Double(picture.attributes["y"] ?? ""))
      let width = try #require(Double(picture.attributes["width"] ?? ""))
      let leader = leaders.first { points in
        points.contains { $0.0 == start } && points.contains { $0.0 == x + width / 2 && $0.1 == y }
      }
      #expect(leader != nil)
    }
  }

  /// The rectangle of a text, from the top of its capitals to its descenders.
  private func box(_ text: Document.Element) throws -> Box {
    let x = try #require(text.attributes["x"].flatMap(Double.init))
    let y = try #require(text.attributes["y"].flatMap(Double.init))
    let size = try #require(text.attributes["font-size"].flatMap(Double.init))
    let width = TextMetrics.width(text.text, size: size, isBold: text.attributes["font-weight"] != nil)
    let share =
      switch text.attributes["text-anchor"] {
      case "middle": 0.5
      case "end": 1.0
      default: 0.0
      }
    return Box(minX: x - share * width, minY: y - size * 0.75, maxX: x + (1 - share) * width, maxY: y + size * 0.22)
  }

  @Test(arguments: [1, 2, 3, 5, 8], [0, 1_000_000, 123_457, 86_399_000_000 as Int64])
  func `no leader crosses a label`(count: Int, shift: Int64) throws {
    var plot = plot(count)
    for index in plot.events.indices { plot.events[index].timeInMicroseconds += shift }
    for index in plot.thumbnails.indices { plot.thumbnails[index].timeInMicroseconds += shift }
    let document = try Document(plot.bytes())
    // The leaders are the path that ends at the pictures.
    let top = try #require(document.all("image").compactMap { $0.attributes["y"].flatMap(Double.init) }.min())
    let path = try #require(
      document.all("path").first { path in
        Document.points(path.attributes["d"] ?? "").filter { $0.1 == top }.count == count
      })
    let labels = try document.all("text").map(box)
    #expect(labels.count > 10)
    var crossings: [String] = []
    for leader in (path.attributes["d"] ?? "").split(separator: "M") {
      let points = Document.points("M" + leader).dropFirst()
        .map { (x: $0.0 ?? .nan, y: $0.1 ?? .nan) }
      try #require(points.count == 4)
      for (from, to) in zip(points, points.dropFirst()) {
        for step in 0...200 {
          let share = Double(step) / 200
          let (x, y) = (from.x + share * (to.x - from.x), from.y + share * (to.y - from.y))
          if labels.contains(where: { $0.minX < x && x < $0.maxX && $0.minY < y && y < $0.maxY }) {
            crossings.append("(\(x), \(y))")
          }
        }
      }
    }
    #expect(crossings == [])
  }

  @Test func `without a picture or a size there is a box`() throws {
    var plot = plot(2)
    plot.thumbnails[0].png = []
    plot.thumbnails[1].width = 0
    plot.thumbnails[1].height = -3
    let document = try Document(plot.bytes())
    #expect(document.texts.contains("no picture") && document.all("image").count == 1)
    #expect(try document.strays().isEmpty)
  }
}
