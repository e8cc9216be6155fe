import GestureFiles
import JSON
import Scrubbing
import Testing

/// The rule of a slider of one's own, as a file has it: the parser and the schema agree.
@Suite struct RuleTests {
  private func text(_ control: String) -> String {
    "{\"version\":1,\"control\":\(control),\"touches\":[{\"t\":0,\"step\":1}]}"
  }

  private func isValid(_ control: String) throws -> Bool {
    let schema = try JSONSchema(parsing: Array(GestureSchema.text.utf8))
    return try schema.violations(in: try JSONDocument(parsing: Array(text(control).utf8), maximumDepth: 32).root)
      .isEmpty
  }

  @Test(arguments: [
    (#"{"model":"custom"}"#, "/control"), (#"{"model":"custom","name":""}"#, "/control/name"),
    (#"{"model":"custom","name":"a\nb"}"#, "/control/name"), (#"{"name":"Mine"}"#, "/control/name"),
    (#"{"model":"obslider","name":"Mine"}"#, "/control/name"), (#"{"rule":[]}"#, "/control/rule"),
    (#"{"rule":{"speeds":[]}}"#, "/control/rule/speeds"), (#"{"rule":{"meet":"none"}}"#, "/control/rule/meet"),
    (#"{"rule":{"grab":"thumb"}}"#, "/control/rule/grab"), (#"{"rule":{"side":"left"}}"#, "/control/rule/side"),
    (#"{"rule":{"pulses":1}}"#, "/control/rule/pulses"),
    (#"{"rule":{"change":"anchor"}}"#, "/control/rule/change"),
    (#"{"rule":{"follows":"step","change":"anchor"}}"#, "/control/rule/change"),
    (#"{"rule":{"follows":"whole","change":"skip"}}"#, "/control/rule/change"),
    (#"{"model":"obslider-january","rule":{"change":"skip"}}"#, "/control/rule/change"),
    (#"{"model":"uislider","rule":{"change":"skip"}}"#, "/control/rule/change"),
    (#"{"model":"uislider","rule":{"curve":"linear"}}"#, "/control/rule/curve"),
    (#"{"rule":{"follows":"place","curve":"linear"}}"#, "/control/rule/curve"),
    (#"{"rule":{"curve":"linear","follows":"anchor","change":"skip"}}"#, "/control/rule/change"),
    (#"{"rule":{"follows":"place"},"speeds":[{"speed":1,"distance":0}]}"#, "/control/speeds"),
    (#"{"model":"uislider","rule":{"over":"track"},"speeds":[{"speed":1,"distance":0}]}"#, "/control/speeds"),
  ])
  func `what a rule may not say is refused where it is written`(control: String, pointer: String) throws {
    let refused = try #require(refusal(of: text(control)), "\(control)")
    #expect(refused.pointer == pointer, "\(control): \(refused)")
    #expect(try !isValid(control), "\(control)")
  }

  @Test func `a scroll scrubber takes no rule`() throws {
    let control =
      #"{"model":"scroll-scrubber","frame":{"height":480},"scroll":{"framePitch":60},"rule":{"side":"both"}}"#
    #expect(refusal(of: text(control))?.pointer == "/control/rule")
    #expect(try !isValid(control))
  }

  @Test(arguments: [
    #"{"model":"custom","name":"Mine"}"#, #"{"rule":{}}"#, #"{"rule":{"change":"skip"}}"#,
    #"{"model":"uislider","rule":{"follows":"step","curve":"linear"},"speeds":[{"speed":1,"distance":0}]}"#,
    #"{"rule":{"follows":"whole","curve":"linear"}}"#, #"{"rule":{"follows":"place","touch":"jump","change":"keep"}}"#,
  ])
  func `what it may say is accepted, and stays when it is written again`(control: String) throws {
    #expect(try isValid(control), "\(control)")
    let file = try GestureFile(parsing: Array(text(control).utf8))
    let again = try GestureRecording(video: nil, control: file.control, events: file.events)
    #expect(again.file.control == file.control, "\(control)")
  }

  @Test func `a slider that is not as published is not called so`() throws {
    func title(_ control: String) throws -> String { try GestureFile(parsing: Array(text(control).utf8)).control.title }
    #expect(try title("{}") == "scrubbing-slider")
    #expect(try title(#"{"rule":{"side":"above"}}"#) == "scrubbing-slider")
    #expect(try title(#"{"rule":{"side":"both"}}"#) == "scrubbing-slider, changed")
    #expect(try title(#"{"model":"obslider","speeds":[{"speed":1,"distance":0}]}"#) == "obslider, changed")
    #expect(try title(#"{"model":"custom","name":"Mine","rule":{"side":"both"}}"#) == "Mine")
  }

  /// Travel 343 − 31 = 312. From 15 to 171 at speed 1: 156 points, value ½. At 50 below the touch-down the speed is a
  /// half, and the event moves nothing. 78 points on at a half: 39 of 312, an eighth more.
  @Test func `the example with a rule of its own ends on five eighths`() throws {
    let file = try GestureFile(parsing: try Fixtures.bytes("gestures/own-rule.json"))
    var scrubber = Scrubber(try file.control.configuration())
    var values: [Double] = []
    for touch in file.touches { values.append(try scrubber.handle(touch).value) }
    #expect(values == [0, 0.5, 0.5, 0.625, 0.625])
  }
}
