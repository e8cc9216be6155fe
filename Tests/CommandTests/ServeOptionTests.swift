import Arguments
@testable import Command
import Color
import Foundation
import FrameGrabbing
import PNG
import Screen
import Scrubbing
import Seeking
import TestSupport
import Testing
import Timeline
import Video

/// Every row of the option table that requests may contain, tried in a request and on a command line.
@Suite struct ServeOptionTests {
  private static let options = OptionTable.framegrab.options

  /// A value for each option of a request that takes one; flags are true.
  private static let values: [Option: any Sendable] = [
    .at: "0.7s", .frame: 3, .every: "0.9s", .count: 4, .from: "0.4s", .to: 0.8,
    .gesture: "drag.json", .control: "slider.json", .screen: "1024x2048", .density: 2, .step: -2,
    .snap: "next-keyframe", .stream: 0,
    .clock: "first-frame", .output: "there.png", .into: ".", .crop: "40x20+10+5", .size: "40x20",
    .fit: "cover", .width: 48, .height: "24", .scale: "12.5%",
    .pixels: "square", .depth: 16, .color: "srgb", .metadata: "none", .compression: "small", .raw: "gray",
    .sheet: "2x1", .skipBlank: "0.3s",
  ]

  private static let many: Set<Option> = [.every, .count, .all, .keyframes, .chapters]

  private func bench() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    try bench.copy(.chapters, to: "chapters.mp4")
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    for name in ["phone.txt", "slider.json"] {
      try bench.write(Data(contentsOf: Fixture.folder.appending(components: "recordings", name)), to: name)
    }
    for name in ["overwrite", "skip-existing"] { try bench.write("old", to: "\(name).png") }
    return bench
  }

  private func line(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  private func serve(_ bench: Bench, _ requests: [[String: Any]]) throws -> RunResult {
    let lines = try requests.map(line).joined(separator: "\n")
    return try bench.framegrab(["--serve"], input: Data(lines.utf8))
  }

  @Test func `what an option for all needs can be in each request`() throws {
    let bench = try bench()
    let requests = ["80x20", "20x80"].enumerated().map { number, size in
      #"{"video": "v.mp4", "frame": 3, "size": "\#(size)", "output": "\#(number).png"}"#
    }
    let text = requests.joined(separator: "\n") + "\n"
    #expect(try bench.framegrab(["--serve", "--fit", "cover"], input: Data(text.utf8)).status == 0)
    let served = try (0..<2).map { try bench.bytes("\($0).png") }
    try bench.write(text, to: "jobs")
    #expect(try bench.framegrab("--batch", "jobs", "--fit", "cover", "-y").status == 0)
    for (number, size) in ["80x20", "20x80"].enumerated() {
      try bench.framegrab("v.mp4", "--frame", "3", "--size", size, "--fit", "cover", "-o", "alone.png", "-y")
        .expectSuccess("alone.png")
      #expect(try bench.bytes("alone.png") == served[number] && bench.bytes("\(number).png") == served[number])
    }
    // Without a size it is the request that is refused, and videos have no requests.
    let request = #"{"video": "v.mp4", "at": "0"}"#
    let lacking = try bench.framegrab(["--serve", "--fit", "cover"], input: Data(request.utf8))
    #expect(lacking.status == 1 && lacking.text.contains("--fit belongs to --size"))
    try bench.framegrab("v.mp4", "v.mp4", "--frame", "3", "--fit", "cover", "-o", "{n}.png").expectFailure(2, "--size")
  }

  @Test func `a request's option does what it does on a command line`() throws {
    var requests: [[String: Any]] = []
    let alone = try bench()
    var reports: [String] = []
    // What is asked in place of frames has its own tests.
    for option in Self.options where option.isInRequests && ![.info, .listFrames].contains(option) {
      let key = option.name
      let example: (any Sendable)? = option.value == .none ? true : Self.values[option]
      let value = try #require(example, "no value for \(key)")
      let needsSize = option.needs.contains(.size)
      let isMany = !option.needs.isEmpty && !needsSize || Self.many.contains(option)
      let output =
        key == "mkdir"
        ? "new/mkdir.png" : key == "raw" ? "raw.gray" : isMany ? "\(key)-{index}-{time}.png" : "\(key).png"
      let video = option == .chapters ? "chapters.mp4" : "v.mp4"
      var request: [String: Any] = ["video": video, key: value]
      var words = [video, "--json", option.value == .none ? "--\(key)" : "--\(key)=\(value)"]
      if needsSize {
        request["size"] = "40x20"
        words += ["--size", "40x20"]
      }
      if !option.needs.isEmpty, !needsSize {
        request["count"] = 3
        words += ["--count", "3"]
      } else if option.section == .gestures {
        // A recording, with all that it needs.
        for (other, value) in Self.values where other == .gesture || other.isAboutRecordings && other != option {
          request[other.name] = other == .gesture ? "phone.txt" : value
          words.append("--\(other.name)=\(other == .gesture ? "phone.txt" : value)")
        }
      } else if option.role != .moment {
        request["at"] = "0.5s"
        words += ["--at", "0.5s"]
      }
      if option.role != .output {
        request["output"] = output
        words += ["-o", output]
      }
      // Times are for tiles.
      if key == "stamp" {
        request["sheet"] = "2x1"
        words += ["--sheet", "2x1"]
      }
      requests.append(request)
      let result = try alone.framegrab(words)
      #expect(result.status == 0, "\(key): \(result.stderr)")
      if ["sheet", "stamp"].contains(key), result.lines.count == 2 {
        reports.append("{\"frames\":[\(result.lines[0])],\(result.lines[1].dropFirst())")
        continue
      }
      reports += isMany ? ["{\"frames\":[\(result.lines.joined(separator: ","))]}"] : result.lines
    }
    let served = try bench()
    let result = try serve(served, requests)
    // If the video was opened before, its end may be known already.
    func comparable(_ line: String) -> String { line.replacing(#""cutOff":false"#, with: #""cutOff":null"#) }
    #expect(result.status == 0 && result.lines.map(comparable) == reports.map(comparable))
    #expect(served.names == alone.names && served.names.contains("there.png") && served.names.contains("new"))
    for name in served.names.filter({ $0.hasSuffix(".png") }) {
      #expect(try served.bytes(name) == alone.bytes(name), "\(name)")
    }
  }

  @Test func `an option of the wrong type or not for requests is refused`() throws {
    var requests: [[String: Any]] = []
    var reasons: [String] = []
    for option in Self.options where option.long != nil {
      func add(_ value: Any, _ reason: String) {
        requests.append(["video": "v.mp4", option.name: value, "id": requests.count])
        reasons.append("\"\(option.name)\": \(reason)")
      }
      switch option.request {
      case .never: add(option.value == .none ? true : "1", "no part of a request")
      case .flag: for value in ["true", 1, [true]] as [Any] { add(value, "is true or false") }
      // A value that may be left out is true then.
      case .text where option.value.isOptional:
        for value in [["1"], [:]] as [Any] { add(value, "is a string or a number") }
      case .text: for value in [true, ["1"], [:]] as [Any] { add(value, "is a string or a number") }
      case .texts:
        for value in [true, [:], [], ["1", true], [["1"]]] as [Any] {
          add(value, "is a string or a number, or an array of these")
        }
      case .file(let insteadOfDash):
        // A picture may be a part of its answer.
        if option != .output { add("-", insteadOfDash) }
        add(true, "is a string or a number")
      }
    }
    let bench = try bench()
    let answers = try serve(bench, requests).objects()
    try #require(answers.count == reasons.count)
    for (number, (answer, reason)) in zip(answers, reasons).enumerated() {
      #expect((answer["error"] as? String)?.hasPrefix(reason) == true, "\(reason), not \(answer)")
      #expect(answer["code"] as? Int == 2 && answer["id"] as? Int == number)
    }
  }

  @Test func `a flag that is false overrides one given with --serve`() throws {
    let bench = try bench()
    let request = #"{"video": "v.mp4", "frame": 3, "output": "overwrite.png", "id": 1"#
    let lines = [request + #", "overwrite": false}"#, request + "}"].joined(separator: "\n")
    let answers = try bench.framegrab(["--serve", "-y"], input: Data(lines.utf8)).objects()
    #expect(answers.map { $0["code"] as? Int } == [5, nil])
  }

  @Test(arguments: ["-0.50e1", "12345678901234567890123", #""a\"\u0001é""#, #""""#, "true", "false", "null"])
  func `an id comes back as the first member`(_ id: String) throws {
    let bench = try bench()
    let lines = [#"{"video": "v.mp4", "frame": 3, "hash": true, "id": \#(id)}"#, #"{"id": \#(id)}"#]
    let result = try bench.framegrab(["--serve"], input: Data(lines.joined(separator: "\n").utf8))
    #expect(result.lines.count == 2 && result.lines.allSatisfy { $0.hasPrefix(#"{"id":\#(id),""#) }, "\(result.text)")
  }

  @Test func `choices are the raw values of their enumeration`() {
    func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> [String] {
      type.allCases.map(\.rawValue)
    }
    let behind: [Option: [String]] = [
      .snap: words(Keyframes.Side.self), .clock: words(VideoClock.self), .pixels: words(PixelsChoice.self),
      .fit: words(FitChoice.self),
      .depth: words(DepthChoice.self), .color: words(ColorChoice.self), .metadata: words(PixelOptions.Metadata.self),
      .compression: words(PNGCompression.self), .raw: words(RawLayout.self), .seeker: words(SeekerKind.self),
      .progress: words(ProgressChoice.self), .sandbox: words(SandboxChoice.self), .completions: words(Shell.self),
      .resume: words(BatchSettings.Resuming.self).filter { $0 != "sameVersion" }, .model: words(Model.self),
      .view: words(PictureView.self),
    ]
    for option in Self.options where !option.value.choices.isEmpty || behind[option] != nil {
      #expect(option.value.choices == behind[option], "\(option.name)")
    }
  }
}

extension Option {
  fileprivate var isAboutRecordings: Bool { [.control, .screen, .density].contains(self) }
}
