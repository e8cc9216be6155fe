import GestureFiles
import JSON
import Scrubbing
import TestSupport
import Testing
import Timeline

/// The schema compared with the parser: the same values, the same defaults, the same times.
@Suite struct SchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(parsing: Array(GestureSchema.text.utf8))
  }

  private func isValid(_ text: String) throws -> Bool {
    try schema.violations(in: try JSONDocument(parsing: Array(text.utf8), maximumDepth: 32).root).isEmpty
  }

  private func at(_ keys: String...) throws -> JSONValue {
    try keys.reduce(schema.root) { value, key in try #require(value[key], "\(keys)") }
  }

  @Test func `it names its draft, and its id is a name and not an address`() throws {
    #expect(try at("$schema").string == "https://json-schema.org/draft/2020-12/schema")
    #expect(try at("$id").string?.hasPrefix("urn:framegrab:") == true)
  }

  @Test func `every key has its own title and description`() throws {
    var descriptions: [String] = []
    for schema in try JSONSchema.schemas(in: schema.root) {
      // Conditions repeat keys only to restrict them.
      let isCondition =
        ["/allOf/", "/if/", "/then/", "/else/", "/contains/"].contains { "\(schema.pointer)/".contains($0) }
        || ["/if", "/then", "/else", "/contains"].contains { schema.pointer.hasSuffix($0) }
      guard !isCondition, let properties = schema["properties"] else { continue }
      for member in properties.members {
        #expect(member.value["title"]?.string?.isEmpty == false, "\(member.value.pointer)")
        let description = try #require(member.value["description"]?.string, "\(member.value.pointer)")
        #expect(description.hasSuffix(".") && description.count < 100, "\(member.value.pointer)")
        descriptions.append("\(member.key): \(description)")
      }
    }
    // 7 at the top, 16 of the control, 8 of a rule, 4 + 2 + 2 + 2 + 2 in its objects, 2 of a speed, 12 of a scroll, 7 of an event,
    // 4 of a source, 2 of a pause, 15 of an action.
    #expect(descriptions.count == 85)
  }

  @Test func `the allowed values are the parser's`() throws {
    func words(_ keys: String...) throws -> [String] {
      let value = try keys.reduce(try at("$defs")) { value, key in try #require(value[key], "\(keys)") }
      return try #require(value["enum"]).elements.compactMap(\.string)
    }
    #expect(try words("control", "properties", "model") == Model.allCases.map(\.rawValue) + ["custom"])
    #expect(try words("control", "properties", "grab") == Grab.allCases.map(\.rawValue))
    #expect(try words("control", "properties", "meet") == Meet.allCases.map(\.rawValue))
    #expect(try words("scroll", "properties", "axis") == ScrollStrip.Axis.allCases.map(\.rawValue))
    #expect(try words("scroll", "properties", "alignment") == ScrollStrip.Alignment.allCases.map(\.rawValue))
    #expect(try words("event", "properties", "phase") == Phase.allCases.map(\.rawValue))
    #expect(try words("event", "properties", "adjust") == GestureEvent.Adjustment.allCases.map(\.rawValue))
    #expect(try at("properties", "touches", "maxItems").number?.double == Double(GestureFile.maximumTouchCount))
  }

  /// The JSON of an object in which every key with a default has that value.
  private func defaults(_ keys: [String], except left: Set<String> = []) throws -> String {
    let properties = try keys.reduce(try at("$defs")) { value, key in try #require(value[key], "\(keys)") }
    let members = properties.members.filter { !left.contains($0.key) }.compactMap { member in
      member.value["default"].map { "\"\(member.key)\":\(text(of: $0))" }
    }
    #expect(!members.isEmpty)
    return "{\(members.joined(separator: ","))}"
  }

  private func text(of value: JSONValue) -> String {
    switch value.kind {
    case .array: "[\(value.elements.map(text(of:)).joined(separator: ","))]"
    case .string: "\"\(value.string ?? "")\""
    case .number: value.number?.text ?? ""
    case .boolean: value.boolean == true ? "true" : "false"
    case .object, .null: "null"
    }
  }

  @Test func `the defaults are the parser's`() throws {
    let plain = try gesture().control
    let control = try gesture(control: try defaults(["control", "properties"])).control
    #expect(control.model == plain.model && control.meet == plain.meet)
    #expect(control.isContinuous == plain.isContinuous && control.liftCorrection == plain.liftCorrection)
    let frame = try defaults(["control", "properties", "frame", "properties"])
    let thumb = try defaults(["control", "properties", "thumb", "properties"])
    #expect(try gesture(control: "{\"frame\":\(frame),\"thumb\":\(thumb)}").control.geometry == plain.geometry)
    let lift = try defaults(["control", "properties", "liftCorrection", "properties"])
    #expect(try gesture(control: "{\"liftCorrection\":\(lift)}").control.liftCorrection == LiftCorrection())
    let range = try gesture(control: "{\"range\":\(try defaults(["control", "properties", "range", "properties"]))}")
    #expect(range.control.rangeFrom == .start && range.control.rangeTo == .end)

    func strip(_ scroll: String) throws -> ScrollStrip? {
      let control = "{\"model\":\"scroll-scrubber\",\"frame\":{\"height\":480},\"scroll\":\(scroll)}"
      return try gesture(control: control).control.configuration(frameCount: 150).strip
    }
    let scroll = try defaults(["scroll", "properties"]).dropLast() + #","framePitch":60}"#
    #expect(try strip(String(scroll)) == strip(#"{"framePitch":60}"#))

    let step = try gesture(touches: #"[{"t":0,"step":7}]"#).events
    let speed = try #require(try at("$defs", "event", "properties", "speed", "default").number?.text)
    #expect(try gesture(touches: "[{\"t\":0,\"step\":7,\"speed\":\(speed)}]").events == step)
    let rate = try #require(try at("properties", "sampleRate", "default").number?.text)
    let script = #"{"type":"pointerDown"},{"type":"pointerMove","x":60,"y":0,"duration":100},{"type":"pointerUp"}"#
    #expect(try actions(script, rate: rate).events == actions(script).events)
    let origin = try #require(try at("$defs", "pointerAction", "properties", "origin", "default").string)
    let written = script.replacing(#""y":0"#, with: "\"y\":0,\"origin\":\"\(origin)\"")
    #expect(try actions(written).events == actions(script).events)
  }

  @Test(arguments: [
    "12.5", "12.5s", ".5", "0", "007s", "62500ms", "100us", "1.5h", "1h30m", "1m2.5s", "1h2m3s4ms5.5us", "2h5us",
    "1h.5m", "1:02", "90:00", "00:01:02.500", "100:59:59", "1001/30000s", "1001/30000", "1/007", "50%", ".5%", "-5%",
    "100%", "375f", "-1f", "-0f", "-3s", "-.5", "-1:02", "-1/2s", "-1h2m", "end-3s", "end-1:02", "end-1/2", "end-0.5",
    "start", "end", "pts:8704", "pts:-1", "pts:007", "00:01:02:15", "0:1:2:3", "23:59:59:999", "00:01:02;15",
    "00;01;02;15",
  ])
  func `a time that the parser accepts is valid`(time: String) throws {
    #expect(throws: Never.self) { try TimeSpecification(parsing: time) }
    #expect(try isValid(#"{"version":1,"control":{"value":"\#(time)"},"touches":[{"t":0,"step":1}]}"#))
  }

  @Test(arguments: [
    "", " ", "5.", "1.s", "-", "end-", "end5", "ends", "started", "start-1", "Start", "12,5", "12.5 s", "12S", "+5",
    "--5",
    "1e3", "5x", "5mm", "1s1m", "1m1m", "1.5h30m", "1m30", "1:60", "1:2:60", "1:60:00", "1:", ":30", "1:.5", "1:2s",
    "1:005", "1:2:3.", "1/0", "1/00s", "1/", "/2", "-1/-2", "1/2/3", "1/2ms", "%", "-%", "5.%", "1:02%", "1/2%", "f",
    "-f", "1.5f", "pts:", "pts:1.5", "pts:--1", "24:00:00:00", "00:60:00:00", "00:00:60:00", "00:00:00:1000",
    "000:00:00:00", "-00:00:00:01", "end-00:00:00:01", "00;00:00;00", "00;00;00:00", "00:00;00:00", "1;02",
    "1:2:3:4:5", "12.5s\\n", "\\t5", "５s", "5\\u0301s", "١s", "12.5s\\u0000",
  ])
  func `a time that the parser rejects is not valid`(time: String) throws {
    let text = #"{"version":1,"control":{"value":"\#(time)"},"touches":[{"t":0,"step":1}]}"#
    let value = try #require(
      try JSONDocument(parsing: Array(text.utf8), maximumDepth: 8).root["control"]?["value"]?.string)
    #expect(throws: TimeSyntaxError.self) { try TimeSpecification(parsing: value) }
    #expect(try !isValid(text))
  }

  @Test func `times combined from parts are valid if and only if the parser accepts them`() throws {
    let pieces = [
      "1", "59", "60", ".5", ".", ":", ";", "h", "m", "s", "ms", "us", "f", "%", "/", "-", "end", "start", "pts:", "0",
    ]
    var mutations = SeededNumbers(seed: 7)
    var readCount = 0
    for _ in 0..<5_000 {
      let time = (0...mutations.below(7)).map { _ in pieces[mutations.below(pieces.count)] }.joined()
      let isRead = (try? TimeSpecification(parsing: time)) != nil
      let text = #"{"version":1,"control":{"value":"\#(time)"},"touches":[{"t":0,"step":1}]}"#
      #expect(try isValid(text) == isRead, "\(time)")
      if isRead { readCount += 1 }
    }
    #expect(readCount > 250)
  }

  @Test func `every mutated file that the parser accepts is valid`() throws {
    let files = try Fixtures.names(in: "gestures").map { try Fixtures.bytes("gestures/\($0)") }
    var mutations = SeededNumbers(seed: 11)
    var readCount = 0
    for round in 0..<10_000 {
      let bytes = mutations.changed(files[round % files.count])
      guard (try? GestureFile(parsing: bytes)) != nil else { continue }
      readCount += 1
      let violations = try schema.violations(in: JSONDocument(parsing: bytes, maximumDepth: 32).root)
      #expect(violations.isEmpty, "\(String(decoding: bytes, as: UTF8.self)): \(violations)")
    }
    #expect(readCount > 200)
  }
}
