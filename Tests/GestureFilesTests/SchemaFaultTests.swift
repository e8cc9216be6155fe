import GestureFiles
import JSON
import Testing

/// One small error at a time, which both the parser and the schema reject.
@Suite struct SchemaFaultTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(parsing: Array(GestureSchema.text.utf8))
  }

  private func expectFault(_ text: String) throws {
    #expect(refusal(of: text) != nil, "\(text)")
    let document = try JSONDocument(parsing: Array(text.utf8), maximumDepth: 32)
    #expect(try !schema.violations(in: document.root).isEmpty, "\(text)")
  }

  private func expectNoFault(_ text: String) throws {
    #expect(refusal(of: text) == nil, "\(text)")
    let document = try JSONDocument(parsing: Array(text.utf8), maximumDepth: 32)
    #expect(try schema.violations(in: document.root).isEmpty, "\(text)")
  }

  private func text(control: String) -> String {
    "{\"version\":1,\"control\":\(control),\"touches\":[{\"t\":0,\"step\":1}]}"
  }

  private func text(scroll: String) -> String {
    text(control: "{\"model\":\"scroll-scrubber\",\"frame\":{\"width\":320,\"height\":480},\"scroll\":\(scroll)}")
  }

  @Test(arguments: [
    "[]", "1", "null", #"{"version":1,"touches":[{"t":0,"step":1}],"$schema":"x"}"#, #"{"version":1,"touches":{}}"#,
  ])
  func `not a gesture`(text: String) throws {
    try expectFault(text)
  }

  @Test(arguments: [
    #"{"frame":{"x":"1"}}"#, #"{"frame":{"y":true}}"#, #"{"frame":{"width":"1"}}"#, #"{"frame":{"height":-1}}"#,
    #"{"track":5}"#, #"{"track":{"x":null}}"#, #"{"track":{"width":0}}"#, #"{"thumb":[]}"#, #"{"thumb":{"depth":1}}"#,
    #"{"thumb":{"width":-31}}"#, #"{"range":{"from":5}}"#, #"{"range":{"from":"x"}}"#, #"{"range":{"to":""}}"#,
    #"{"liftCorrection":{"distance":"1"}}"#, #"{"liftCorrection":{"hold":null}}"#, #"{"liftCorrection":null}"#,
    #"{"speeds":[{"speed":1,"distance":0,"x":1}]}"#, #"{"speeds":[{"speed":"1","distance":0}]}"#, #"{"speeds":[[]]}"#,
    #"{"speeds":[{"speed":1,"distance":"0"}]}"#, #"{"speeds":[{"speed":1,"distance":0},{"speed":1,"distance":-1}]}"#,
    #"{"grab":null}"#, #"{"meet":1}"#, #"{"model":["uislider"]}"#, #"{"value":null}"#, #"{"value":["50%"]}"#,
  ])
  func `a control with an error`(control: String) throws {
    try expectFault(text(control: control))
  }

  @Test(arguments: [
    "60", "null", #"{"framePitch":"60"}"#, #"{"framePitch":60,"minimumFactor":"2"}"#,
    #"{"framePitch":60,"minimumFactor":0.5}"#, #"{"framePitch":60,"contentInsets":{}}"#,
    #"{"framePitch":60,"axis":0}"#, #"{"framePitch":60,"alignment":"centre"}"#, #"{"contentLength":null}"#,
  ])
  func `a film strip with an error`(scroll: String) throws {
    try expectFault(text(scroll: scroll))
  }

  @Test(arguments: [
    #"{"t":0,"phase":"began","x":15,"y":"15"}"#, #"{"t":0,"phase":"began","y":15}"#,
    #"{"t":0,"phase":0,"x":15,"y":15}"#,
    #"{"t":0,"phase":"began","x":15,"y":15,"speed":1}"#, #"{"t":-1e13,"step":1}"#, #"{"t":1e13,"step":1}"#, "0", "[]",
    #"{"t":0,"step":1e19}"#, #"{"t":0,"step":-1e19}"#, #"{"t":0,"step":1,"phase":"began"}"#,
    #"{"t":0,"step":1,"x":15}"#,
    #"{"t":0,"adjust":"increment","phase":"began"}"#, #"{"t":0,"adjust":"increment","y":15}"#, #"{"t":0}"#, "{}",
    #"{"t":0,"phase":"began","x":15,"y":15},{"t":0,"phase":"ended","x":1}"#,
    #"{"t":0,"phase":"began","x":15,"y":15},{"t":0,"phase":"ended","y":1}"#,
    #"{"t":0,"phase":"began","x":15,"y":15},{"t":0,"phase":"moved","x":1},{"t":0,"phase":"ended"}"#,
    #"{"t":0,"phase":"began","x":15,"y":15},{"t":0,"phase":"lifted"},{"t":0,"phase":"ended"}"#,
  ])
  func `a touch with an error`(touches: String) throws {
    try expectFault("{\"version\":1,\"touches\":[\(touches)]}")
  }

  @Test(arguments: [
    #"{"actions":[]}"#, #"{"type":"finger","actions":[]}"#, #"{"type":"none","actions":[],"name":"x"}"#,
    #"{"type":"none","actions":["pause"]}"#, #"{"type":"none","actions":[{}]}"#, #"{"type":"none","actions":0}"#,
    #"{"type":"none","actions":[{"type":"pause","duration":"5"}]}"#, #"{"type":"none","actions":[{"type":"wait"}]}"#,
    #"{"type":"none","actions":[{"type":"pause","duration":-1}]}"#, "0",
  ])
  func `another source with an error`(source: String) throws {
    try expectFault(
      #"{"version":1,"actions":[{"type":"pointer","actions":[{"type":"pointerDown"},{"type":"pointerUp"}]},"#
        + "\(source)]}")
  }

  @Test(arguments: [
    "{}", "0", #"{"type":"pointerWait"}"#, #"{"type":"scroll"}"#, #"{"type":"pointerMove","x":1,"y":"1"}"#,
    #"{"type":"pointerMove","y":1}"#, #"{"type":"pointerMove","x":1,"y":1,"z":1}"#,
    #"{"type":"pointerMove","x":1,"y":1,"origin":null}"#, #"{"type":"pointerCancel","y":1}"#,
    #"{"type":"pointerCancel","origin":"viewport"}"#, #"{"type":"pause","origin":"viewport"}"#,
    #"{"type":"pointerMove","x":1,"y":1,"duration":null}"#, #"{"type":"pause","button":0}"#,
    #"{"type":"pause","width":1}"#, #"{"type":"pause","height":1}"#, #"{"type":"pause","pressure":1}"#,
    #"{"type":"pause","tangentialPressure":1}"#, #"{"type":"pause","tiltX":1}"#, #"{"type":"pause","tiltY":1}"#,
    #"{"type":"pause","twist":1}"#, #"{"type":"pause","altitudeAngle":1}"#, #"{"type":"pause","azimuthAngle":1}"#,
  ])
  func `an action of the pointer with an error`(action: String) throws {
    let script = "{\"type\":\"pointerDown\"},\(action),{\"type\":\"pointerUp\"}"
    try expectFault("{\"version\":1,\"actions\":[{\"type\":\"pointer\",\"actions\":[\(script)]}]}")
  }

  @Test func `a time may be a thousand characters long`() throws {
    let zeros = String(repeating: "0", count: 998)
    try expectNoFault(text(control: "{\"value\":\"\(zeros)1s\"}"))
    try expectFault(text(control: "{\"value\":\"0\(zeros)1s\"}"))
  }

  @Test func `properties without effect may have any value`() throws {
    try expectNoFault(
      """
      {"version":1.0,"actions":[{"type":"key","id":5,"parameters":null,"actions":[]},{"type":"pointer","id":null,
      "parameters":[{}],"actions":[{"type":"pointerDown","button":"left","width":null,"duration":3},
      {"type":"pointerMove","x":0,"y":0,"twist":{}},{"type":"pointerUp","azimuthAngle":-1}]}]}
      """)
    try expectNoFault(text(scroll: #"{"contentLength":9000,"contentInsets":[-5,5.5],"edgeInsets":[0,-1e1]}"#))
    try expectNoFault(
      text(control: #"{"speeds":[{"speed":2,"distance":0},{"speed":1,"distance":0}],"grab":"anywhere"}"#))
  }
}
