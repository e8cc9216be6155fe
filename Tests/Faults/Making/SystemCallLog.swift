/// The system calls of a run that have to do with its folder, from a log of `strace -f -y`.
struct SystemCallLog {
  /// One call that a fault can be put into.
  struct Call: Hashable {
    /// Its name.
    let name: String
    /// Which of the calls with this name it is, in its thread, from 1.
    let number: Int
  }

  /// The calls in order, each once, though several threads may have made one with this name and number.
  let calls: [Call]

  /// The calls of a log whose line holds the path of the folder, or of standard output.
  init(_ text: String, folder: String) {
    var counts: [String: Int] = [:]
    var seen: Set<Call> = []
    var calls: [Call] = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2, let open = parts[1].firstIndex(of: "(") else { continue }
      let name = String(parts[1][..<open])
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
      let key = "\(parts[0]) \(name)"
      counts[key, default: 0] += 1
      let arguments = parts[1][open...]
      // AT_FDCWD is the folder in every line.
      let telling = arguments.replacing("AT_FDCWD<\(folder)>", with: "").replacing("AT_FDCWD<\(folder.dropLast())>", with: "")
      let isOwn = telling.contains(folder.dropLast()) || telling.contains("(1<") || telling.contains("/memfd:")
      let isWriting = name != "openat" || telling.contains("O_WRONLY") || telling.contains("O_RDWR") || telling.contains("O_PATH")
      guard isOwn || name == "memfd_create", isWriting else { continue }
      let call = Call(name: name, number: counts[key] ?? 1)
      if seen.insert(call).inserted { calls.append(call) }
    }
    self.calls = calls
  }
}
