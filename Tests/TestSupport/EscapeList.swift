/// A list of tries to escape, as Tests/Escapes makes it: lines of a name and the error that refused the try.
public struct EscapeList: Hashable, Sendable {
  /// For each try, 0 if it succeeded, `errno` if it was refused, or 1000 and the number of the signal that ended it.
  public let results: [String: Int]
  /// Whether all tries were made.
  public let isComplete: Bool

  /// Reads a list; bytes of zero after it are ignored.
  public init(_ bytes: some Sequence<UInt8>) {
    let lines = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n")
    var results: [String: Int] = [:]
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2, let number = Int(words[1]) { results[String(words[0])] = number }
    }
    let count = results.removeValue(forKey: "done")
    results["walls"] = nil
    self.results = results
    isComplete = count == results.count && lines.last?.hasPrefix("done") == true
  }

  /// The tries that were not refused in the way of a worker's filter of system calls; empty behind its walls.
  ///
  /// That is `EPERM`, for clone3 `ENOSYS`, and for calls of other architectures any error or signal.
  public var escaped: [String: Int] {
    results.filter { name, result in
      let isForeign = name.hasPrefix("int80") || name.hasPrefix("x32")
      return isForeign ? result == 0 : result != (name == "clone3" ? Self.notImplemented : Self.notPermitted)
    }
  }

  private static let notPermitted = 1
  private static let notImplemented = 38
}
