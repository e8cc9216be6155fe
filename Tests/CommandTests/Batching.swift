import Foundation
import TestSupport
import Testing

/// A line of a file of results.
struct ResultLine {
  let text: String
  let object: [String: Any]

  init(_ text: String) throws {
    self.text = text
    object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
  }

  var job: Int { object["job"] as? Int ?? 0 }
  var key: String? { object["key"] as? String }
  var code: Int? { object["code"] as? Int }
  var attempts: Int? { object["attempts"] as? Int }
  var video: [String: Any] { object["video"] as? [String: Any] ?? [:] }
  var frames: [[String: Any]] { object["frames"] as? [[String: Any]] ?? [] }
  var indices: [Int?] { frames.map { $0["index"] as? Int } }
  var outputs: [String] { frames.compactMap { $0["output"] as? String } }
  var outcomes: [String] { frames.compactMap { $0["outcome"] as? String } }

  /// What is the same in every run: all that stands before the members that differ.
  var constant: String {
    text.range(of: #","attempts":"#, options: .backwards).map { String(text[..<$0.lowerBound]) } ?? text
  }
}

extension Bench {
  /// `end_twice PROCESS` ends a run with two signals as soon as it has a worker, the child of its child: from then on it
  /// waits for signals. The script ends with the run's code; 8 if one signal was enough.
  static let endsTwice = """
    has_worker() {
      # A list of processes has no line feed at its end, which read tells as a failure.
      read -r child rest < /proc/$1/task/$1/children
      [ -n "$child" ] && [ -n "$(cat "/proc/$child/task/$child/children")" ]
    }
    end_twice() {
      (sleep 60; kill -9 $1) > guard 2>&1 & guard=$!
      tries=0
      until has_worker $1 2> none; do
        tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9
        sleep 0.02
      done
      # Two signals at once may be one.
      kill -TERM $1
      sleep 0.3
      kill -0 $1 || exit 8
      while kill -TERM $1 2> guard; do sleep 0.3; done
      wait $1; code=$?
      kill $guard
      exit $code
    }

    """

  /// Runs the jobs of a file, which is written first.
  func batch(_ jobs: [String], _ words: [String] = []) throws -> RunResult {
    try write(jobs.map { $0 + "\n" }.joined(), to: "jobs.ndjson")
    return try framegrab(["--batch", "jobs.ndjson"] + words)
  }

  /// Runs the tool with the library that lets system calls fail.
  func shimmed(_ words: [String], _ variables: [String: String?]) throws -> RunResult {
    let environment: [String: String?] = [
      "LD_PRELOAD": BuiltTool.shim, "XDG_CACHE_HOME": "/dev/null",
    ]
    return try run([BuiltTool.path] + words, environment: environment.merging(variables) { $1 }, in: folder)
  }

  /// The lines of a file of results; the last one has to be whole.
  func results(_ name: String = "r.ndjson") throws -> [ResultLine] {
    let text = String(decoding: try bytes(name), as: UTF8.self)
    #expect(text.isEmpty || text.hasSuffix("\n"), "the last line is torn")
    return try text.split(separator: "\n").map { try ResultLine(String($0)) }
  }

  /// Marks the lines of a file of results, so that those of a run that goes on can be told from them: it may leave out
  /// some.
  func markResults(_ name: String = "r.ndjson") throws {
    let text = String(decoding: try bytes(name), as: UTF8.self)
    try write(text.replacing(#/"seconds":[0-9.]+/#, with: Self.mark), to: name)
  }

  /// The lines that were added since.
  func newResults(_ name: String = "r.ndjson") throws -> [ResultLine] {
    try results(name).filter { !$0.text.contains(Self.mark) }
  }

  private static let mark = #""seconds":99999.999"#

  /// What lines of results promise to be the same in every run, sorted by job.
  func promised(_ names: String...) throws -> [String] {
    try names.flatMap { try results($0) }.sorted { $0.job < $1.job }.map(\.constant)
  }

  /// Copies clips of the same pictures under several names, all of them of one time.
  func copy(_ fixture: Fixture, to names: [String]) throws {
    for name in names {
      try copy(fixture, to: name)
      try setTime(of: name)
    }
  }

  /// Sets when a file was changed, so that lines of results are the same in several folders.
  func setTime(of name: String, to seconds: Int = 1_700_000_000) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(seconds))],
      ofItemAtPath: url(name).path(percentEncoded: false))
  }

  /// All files with these endings.
  func files(_ endings: String...) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in names where endings.contains(where: name.hasSuffix) { files[name] = try bytes(name) }
    return files
  }
}
