import GestureFiles
import Testing

/// Messages about times name them as the file does, in seconds.
@Suite struct `Messages about times` {
  private func refusal(_ times: [String]) throws -> String {
    let touches = times.enumerated().map { index, time in
      #"{"t": \#(time), "phase": "\#(index == 0 ? "began" : "moved")", "x": 0, "y": 0}"#
    }
    let text = #"{"version": 1, "control": {}, "touches": [\#(touches.joined(separator: ", "))]}"#
    return try #require(throws: GestureFileError.self) { try GestureFile(parsing: Array(text.utf8)) }.reason
  }

  @Test(arguments: [
    (["0.25", "0.016"], "time goes backwards: 0.016 s comes after 0.25 s"),
    (["2", "1"], "time goes backwards: 1 s comes after 2 s"),
    (["-0.5", "-1.000001"], "time goes backwards: -1.000001 s comes after -0.5 s"),
    (["0", "12.5", "3"], "time goes backwards: 3 s comes after 12.5 s"),
  ])
  func `times are in seconds`(times: [String], reason: String) throws {
    #expect(try refusal(times) == reason)
  }

  @Test(arguments: [["0", "16", "33", "16"], ["1700000000000", "1700000000016", "1700000000010"]])
  func `whole numbers over many seconds look like milliseconds`(times: [String]) throws {
    #expect(try refusal(times).hasSuffix("; 't' is in seconds: are these milliseconds?"))
  }

  @Test(arguments: [["0", "9", "8"], ["0", "16.5", "33", "16"], ["0", "16", "15.5"]])
  func `other times do not`(times: [String]) throws {
    #expect(try !refusal(times).contains("milliseconds"))
  }

  @Test func `a time too long to be counted is named as it was written`() throws {
    #expect(try refusal(["0", "1e300"]) == "1e300 is more seconds than can be counted")
  }
}
