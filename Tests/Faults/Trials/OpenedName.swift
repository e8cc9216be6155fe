/// A file that was opened, or a socket or program that was used, from a log of strace.
public struct OpenedName: Hashable, Sendable {
  /// The system call.
  public let call: String
  /// The path, or the call's arguments where it has none.
  public let name: String
  /// Whether the call succeeded.
  public let isDone: Bool

  /// A name that a call was given.
  public init(call: String, name: String, isDone: Bool) {
    (self.call, self.name, self.isDone) = (call, name, isDone)
  }

  /// The opened names in a log, in order, after the loading of the libraries.
  public static func all(inLog text: String) -> [OpenedName] {
    text.split(separator: "\n").compactMap { OpenedName(line: $0) }
  }

  private init?(line: Substring) {
    // "1234 openat(AT_FDCWD, "name", O_RDONLY) = 3"
    guard let start = line.firstIndex(where: { $0.isLetter }), let open = line.firstIndex(of: "("), start < open else {
      return nil
    }
    call = String(line[start..<open])
    guard call.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    let rest = line[line.index(after: open)...]
    isDone = !rest.contains(") = -1 ") && !rest.contains("= -1 E")
    if call.hasPrefix("open") || call == "execve" {
      guard let quote = rest.firstIndex(of: "\"") else { return nil }
      let inner = rest[rest.index(after: quote)...]
      name = String(inner.prefix { $0 != "\"" })
    } else {
      name = String(rest.prefix(200))
    }
  }
}
