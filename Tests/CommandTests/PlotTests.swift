import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The output of --plot.
@Suite struct PlotTests {
  private let clip = Fixture.h264Faststart.path

  /// The attributes of all elements with one name, from a well-formed document.
  private final class Elements: NSObject, XMLParserDelegate {
    var found: [String: [[String: String]]] = [:]
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      found[name, default: []].append(attributes)
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters + "\n" }
  }

  private func elements(_ data: Data) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: data)
    parser.delegate = elements
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return elements
  }

  private func bench(points: Int = 51) throws -> Bench {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: points), to: "drag.json")
    return bench
  }

  @Test func `a drawing is written and its path printed`() throws {
    let bench = try bench()
    try bench.framegrab(clip, "--gesture", "drag.json", "--plot", "drag.svg").expectSuccess("drag.svg")
    #expect(bench.names == ["drag.json", "drag.svg"])
    let elements = try elements(bench.bytes("drag.svg"))
    #expect(elements.found["svg"]?.first?["version"] == "1.1")
    #expect(elements.text.contains("Ended on frame 25"))
    #expect(elements.found["script"] == nil)
  }

  @Test func `the small pictures are the frames at the start and at the end`() throws {
    let bench = try bench()
    try bench.framegrab(clip, "--gesture", "drag.json", "--plot", "drag.svg").expectSuccess("drag.svg")
    // The clip is small enough to keep its size, so that its numbers can be read.
    #expect(try pictures(in: bench.bytes("drag.svg")).map { BurntNumber.read(from: $0) } == [0, 25])
  }

  private func pictures(in drawing: Data) throws -> [DecodedPNG] {
    try (elements(drawing).found["image"] ?? []).map { image in
      let link = try #require(image["xlink:href"])
      let prefix = "data:image/png;base64,"
      try #require(link.hasPrefix(prefix))
      return try DecodedPNG(try #require(Data(base64Encoded: String(link.dropFirst(prefix.count)))))
    }
  }

  @Test func `the small pictures are in sRGB, which viewers assume`() throws {
    let bench = try bench()
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "color=c=0x808080:s=160x120:r=25:d=3", "-vf"]
        + ["format=yuv420p,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv"]
        + ["-c:v", "ffv1", "gray.mkv"])
    try bench.framegrab("gray.mkv", "--gesture", "drag.json", "--plot", "drag.svg").expectSuccess("drag.svg")
    let pictures = try pictures(in: bench.bytes("drag.svg"))
    #expect(pictures.count == 2)
    // The code is 16 + 128·219/255 = 126, which is (126 − 16)/219 = 0.5023: 128 of 255, as players show it.
    for picture in pictures {
      let pixel = try #require(picture.pixel(x: 80, y: 60))
      #expect([pixel.red, pixel.green, pixel.blue].allSatisfy { abs(Int($0) - 128) <= 1 }, "\(pixel)")
    }
  }

  /// 51 points of a knob's travel of 100, over 50 frames.
  @Test func `a drawing says why the drag ends on its frame`() throws {
    let bench = try bench()
    try bench.framegrab(clip, "--gesture", "drag.json", "--plot", "drag.svg").expectSuccess("drag.svg")
    let text = String(decoding: try bench.bytes("drag.svg"), as: UTF8.self)
    #expect(text.contains("+51.0 points ÷ 100 × 50 frames = +25.5 frames") && text.contains("0 → 25: +25.5 at 1×"))
    let plain = try bench.framegrab("--gesture", "drag.json", "--plot", "-").text
    #expect(plain.contains("+51.0 points ÷ 100 × 100 % = +51.0 %") && plain.contains("0 % → 51 %: +51.0 at 1×"))
  }

  @Test func `a slider with another table has not the published name`() throws {
    let bench = try Bench()
    let table = #""control":{"frame":{"width":131},"speeds":[{"speed":1,"distance":0},{"speed":0.3,"distance":60}]}"#
    try bench.write(
      #"{"version":1,\#(table),"touches":[{"t":0,"phase":"began","x":15,"y":15},{"t":1,"phase":"ended"}]}"#,
      to: "g.json")
    let svg = try bench.framegrab("--gesture", "g.json", "--plot", "-").text
    #expect(svg.contains(">scrubbing-slider, changed<") && svg.contains(">0.3×<"))
    let compared = try bench.framegrab("--gesture", "g.json", "--compare", "g.json,scrubbing-slider").objects()
    #expect(compared.map { $0["slider"] as? String } == ["scrubbing-slider, changed", "scrubbing-slider"])
  }

  @Test func `a drawing does not need a video`() throws {
    let bench = try bench()
    try bench.framegrab("--gesture", "drag.json", "--plot", "drag.svg").expectSuccess("drag.svg")
    let elements = try elements(bench.bytes("drag.svg"))
    #expect(elements.found["image"] == nil && !elements.text.contains("Ended on frame"))
  }

  @Test func `a drawing that exists is not replaced without -y`() throws {
    let bench = try bench()
    try bench.write("mine", to: "drag.svg")
    try bench.framegrab("--gesture", "drag.json", "--plot", "drag.svg").expectFailure(5, "drag.svg")
    #expect(try bench.bytes("drag.svg") == Data("mine".utf8))
    try bench.framegrab("--gesture", "drag.json", "--plot", "drag.svg", "-y").expectSuccess("drag.svg")
    #expect(try bench.bytes("drag.svg").starts(with: Data("<?xml".utf8)))
  }

  @Test func `no input is ever replaced by a drawing or a picture of it`() throws {
    let bench = try bench()
    let gesture = try bench.bytes("drag.json")
    let video = try bench.copy(.h264Faststart, to: "v.mp4")
    for (output, arguments) in [
      ("drag.json", ["--plot", "drag.json"]), ("v.mp4", ["--plot", "v.mp4"]), ("drag.json", ["-o", "drag.json"]),
      ("drag.json", ["--replay", "--simulate", "1", "-o", "drag.json"]),
      ("drag.json", ["--replay", "--simulate", "1", "--plot", "drag.json"]), ("v.mp4", ["-o", "v.mp4"]),
    ] {
      let result = try bench.framegrab(["v.mp4", "--gesture", "drag.json", "-y"] + arguments)
      #expect(result.status != 0 && result.stderr.contains(output), "\(arguments)")
    }
    #expect(try bench.bytes("drag.json") == gesture)
    #expect(try bench.bytes("v.mp4") == video)
    // Another name of the same file.
    try FileManager.default.linkItem(at: bench.url("drag.json"), to: bench.url("same.svg"))
    try bench.framegrab("v.mp4", "--gesture", "drag.json", "--plot", "same.svg", "-y").expectFailure(5, "same.svg")
    #expect(try bench.bytes("drag.json") == gesture)
  }

  @Test func `nothing is drawn in a dry run, over a file with -n, or into a missing folder`() throws {
    let bench = try bench()
    try bench.framegrab("--gesture", "drag.json", "--plot", "d.svg", "--dry-run").expectSuccess("d.svg")
    #expect(bench.names == ["drag.json"])
    try bench.framegrab("--gesture", "drag.json", "--plot", "in/d.svg").expectFailure(5, "in/d.svg")
    try bench.framegrab("--gesture", "drag.json", "--plot", "in/d.svg", "--mkdir").expectSuccess("in/d.svg")
    try bench.write("mine", to: "d.svg")
    let result = try bench.framegrab("--gesture", "drag.json", "--plot", "d.svg", "-n")
    #expect(result.status == 0 && result.text == "d.svg\n" && result.stderr.contains("left as it is"))
    #expect(try bench.bytes("d.svg") == Data("mine".utf8))
  }

  @Test func `a drawing fails if one of its pictures fails`() throws {
    // If a grab of the gesture's end fails, the drawing fails too.
    let bench = try Bench()
    try bench.write(#"{ "version": 1, "touches": [{ "t": 0, "step": 48 }] }"#, to: "g.json")
    var bytes = try bench.copy(.h264Faststart, to: "v.mp4")
    // All pictures from the middle of the file on are destroyed.
    for index in bytes.count / 2..<bytes.count { bytes[index] = 0 }
    try bench.write(bytes, to: "v.mp4")
    let grab = try bench.framegrab("v.mp4", "--gesture", "g.json", "-o", "p.png")
    let plot = try bench.framegrab("v.mp4", "--gesture", "g.json", "--plot", "p.svg")
    #expect(grab.status == 4 && plot.status == 4, "\(grab.stderr)\(plot.stderr)")
    #expect(bench.names == ["g.json", "v.mp4"])
  }

  @Test func `options of grabs are refused where nothing is grabbed`() throws {
    let bench = try bench()
    for option in [["--hash"], ["--depth", "16"], ["--color", "srgb"], ["--nearest"], ["--step", "1"], ["--strict"]] {
      try bench.framegrab([clip, "--gesture", "drag.json", "--plot", "d.svg"] + option).expectFailure(2, option[0])
    }
    try bench.framegrab(clip, "--list-frames", "--step", "1").expectFailure(2, "--step")
  }

  @Test func `to standard output`() throws {
    let result = try bench().framegrab("--gesture", "drag.json", "--plot", "-")
    #expect(result.status == 0 && result.text.hasPrefix("<?xml"))
    _ = try elements(Data(result.stdout))
  }

  @Test func `the same gesture gives the same drawing`() throws {
    let bench = try bench()
    let first = try bench.framegrab(clip, "--gesture", "drag.json", "--plot", "-").stdout
    #expect(try bench.framegrab(clip, "--gesture", "drag.json", "--plot", "-").stdout == first)
  }

  @Test func `a replay is drawn with its own seeks`() throws {
    let bench = try bench()
    let result = try bench.framegrab(
      clip, "--gesture", "drag.json", "--replay", "--simulate", "70", "--seeker", "naive", "--plot", "r.svg")
    #expect(result.status == 0 && bench.names == ["drag.json", "r.svg"])
    // Standard output has only the seeks.
    #expect(try result.objects().last?["summary"] != nil)
    #expect(try elements(bench.bytes("r.svg")).text.contains("naive, 70 ms a seek, simulated"))
    try bench.framegrab(clip, "--gesture", "drag.json", "--replay", "--plot", "-").expectFailure(2, "--plot a file")
  }

  /// The drawing without its pictures, whose compressed bytes depend on the system's libraries.
  private func withoutPictures(_ data: Data) -> String {
    String(decoding: data, as: UTF8.self).replacing(/base64,[^"]*/, with: "")
  }

  @Test func `the drawing in the README is up to date`() throws {
    let gesture = Fixture.folder.appending(components: "gestures", "up-and-back.json")
    let drawing = Fixture.folder.appending(components: "plots", "up-and-back.svg")
    let result = try Bench().framegrab(
      "--gesture", gesture.path(percentEncoded: false), "--trust-paths", "--plot", "-")
    #expect(withoutPictures(Data(result.stdout)) == (try withoutPictures(Data(contentsOf: drawing))))
  }

  @Test func `a gesture that is refused is not drawn`() throws {
    let bench = try Bench()
    try bench.write("{}", to: "bad.json")
    try bench.framegrab("--gesture", "bad.json", "--plot", "bad.svg").expectFailure(2, "bad.json:1:1")
    try bench.framegrab("--plot", "bad.svg").expectFailure(2, "--gesture FILE")
    #expect(bench.names == ["bad.json"])
  }
}
