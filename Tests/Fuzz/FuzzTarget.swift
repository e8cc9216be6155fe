/// A part of the program that reads foreign bytes, as a function of such bytes.
///
/// To add one: a file with an `extension FuzzTarget` that makes it, its name in `all`, and a few small inputs in
/// `Fixtures/fuzz/NAME`. `make fuzz FUZZ=NAME` then runs it, and so do the tests.
struct FuzzTarget: Sendable, CustomStringConvertible {
  /// The word of `make fuzz FUZZ=…` and the folder of Fixtures/fuzz.
  let name: String
  /// The most bytes of an input that is made up.
  let longest: Int
  /// Words of valid inputs, of which libFuzzer's dictionary consists.
  var words: [String] = []
  /// Other folders of Fixtures with inputs to start from.
  var folders: [String] = []
  /// How many changed inputs the tests try; fewer for a slow target.
  var mutations = 300
  /// Handles an input as the program would, and checks what must hold for any input.
  ///
  /// - Throws: `FuzzFault` for a broken promise. An error that the input deserves is caught inside. A crash is a finding,
  ///   too.
  let run: @Sendable ([UInt8]) throws -> Void

  static let all: [FuzzTarget] = [
    .gesture, .recordings, .time, .text, .request, .results, .broker, .shot, .index, .recall, .bitstream, .color, .png,
    .video, .terminal, .source,
  ]

  var description: String { name }
}

/// Something that holds for every input and did not hold for this one.
struct FuzzFault: Error, CustomStringConvertible {
  let description: String

  /// Throws the fault unless the condition holds.
  static func unless(_ condition: Bool, _ words: @autoclosure () -> String) throws(FuzzFault) {
    if !condition { throw FuzzFault(description: words()) }
  }
}
