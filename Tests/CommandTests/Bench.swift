import Foundation
import TestSupport
import Testing

/// A temporary folder for one test, in which the tool runs; it is removed with its contents at the end.
final class Bench {
  private let scratch: Scratch

  var folder: URL { scratch.folder }

  init() throws { scratch = try Scratch() }

  /// Tests never use the cache of the user who runs them.
  private var cacheHome: String { "/dev/null" }

  /// Runs the tool in the folder.
  func framegrab(_ arguments: [String], input: Data = Data()) throws -> RunResult {
    try run([BuiltTool.path] + arguments, input: input, environment: ["XDG_CACHE_HOME": cacheHome], in: folder)
  }

  func framegrab(_ arguments: String...) throws -> RunResult { try framegrab(arguments) }

  /// Runs a script with /bin/sh in the folder; `framegrab` is on its PATH, and the arguments are `$1`, `$2`….
  func shell(_ script: String, _ arguments: String..., input: Data = Data(), by door: Door = .fork) throws -> RunResult
  {
    let variables = BuiltTool.variables(for: ([script] + arguments).joined(separator: " "), by: door)
    return try run(
      ["/bin/sh", "-c", script, "sh"] + arguments, input: input,
      environment: variables.merging(["XDG_CACHE_HOME": cacheHome]) { $1 }, in: folder)
  }

  /// Copies a clip into the folder.
  @discardableResult
  func copy(_ fixture: Fixture, to name: String) throws -> Data {
    let bytes = try fixture.bytes()
    try write(bytes, to: name)
    return bytes
  }

  func write(_ bytes: Data, to name: String) throws { try bytes.write(to: url(name)) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: true)
  }

  func url(_ name: String) -> URL { folder.appending(path: name) }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  /// The names of everything in the folder, folders included.
  var names: Set<String> {
    Set((try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? [])
  }

  func picture(_ name: String) throws -> DecodedPNG { try DecodedPNG(bytes(name)) }

  /// The number burnt into a picture; nil when it shows none.
  func number(_ name: String) throws -> Int? { BurntNumber.read(from: try picture(name)) }

  func chunks(_ name: String) throws -> [PNGChunk] { try PNGChunk.all(in: Array(bytes(name))) }
}

extension RunResult {
  /// Standard output as text.
  var text: String { String(decoding: stdout, as: UTF8.self) }

  /// The lines of standard output.
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// The lines of standard error.
  var complaints: [String] { stderr.split(separator: "\n").map(String.init) }

  /// The JSON objects on the lines of standard output.
  func objects() throws -> [[String: Any]] {
    try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)") }
  }

  /// The objects of the moments that did not fail.
  func pictures() throws -> [[String: Any]] { try objects().filter { $0["error"] == nil } }

  /// The objects of the moments that failed.
  func failures() throws -> [[String: Any]] { try objects().filter { $0["error"] != nil } }

  /// Expects a failure: the exit code, nothing on standard output, and one line on standard error with these words.
  func expectFailure(_ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.status == status, "\(stderr)", sourceLocation: sourceLocation)
    #expect(stdout.isEmpty, sourceLocation: sourceLocation)
    #expect(complaints.count == 1, "\(stderr)", sourceLocation: sourceLocation)
    #expect(stderr.hasPrefix("framegrab: ") && stderr.hasSuffix("\n"), sourceLocation: sourceLocation)
    for word in words { #expect(stderr.contains(word), sourceLocation: sourceLocation) }
  }

  /// Expects a success with nothing on standard error and exactly these lines on standard output.
  func expectSuccess(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 0, "\(stderr)", sourceLocation: sourceLocation)
    #expect(stderr == "", sourceLocation: sourceLocation)
    #expect(text == lines.map { $0 + "\n" }.joined(), sourceLocation: sourceLocation)
  }
}
