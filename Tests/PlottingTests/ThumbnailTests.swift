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
