/// The system calls of a run that have to do with its folder, from a log of `strace -f -y`.
struct SystemCallLog {
  /// One call that a fault can be put into.
  struct Call: Hashable {
    /// Its name.
    let name: String
    /// Which of the calls with this name it is, in its thread, from 1.
    let number: Int
    /// Whether it was about standard output.
    let isPrinting: Bool
  }

  /// The calls in order, each once, though several threads may have made one with this name and number.
  let calls: [Call]

  /// The calls of a log whose line holds the path of the folder, or of standard output.
  ///
  /// Left out are those with the name and number of a call by which the program itself was loaded, in any thread: there
  /// the fault would be the loader's.
  init(_ text: String, folder: String) {
    var counts: [String: Int] = [:]
    var seen: Set<Call> = []
    var calls: [Call] = []
    var loading: Set<String> = []
    for line in text.split(separator: "\n") {
      // "878   openat(AT_FDCWD, …": the thread's number is padded.
      let thread = line.prefix { $0.isNumber }
      let rest = line.dropFirst(thread.count).drop { $0 == " " }
      guard let open = rest.firstIndex(of: "(") else { continue }
      let name = String(rest[..<open])
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
      let key = "\(thread) \(name)"
      counts[key, default: 0] += 1
      let arguments = rest[open...]
      if arguments.contains(".so") { loading.insert("\(name) \(counts[key] ?? 1)") }
      // AT_FDCWD is the folder in every line.
      let telling = arguments.replacing("AT_FDCWD<\(folder)>", with: "").replacing(
        "AT_FDCWD<\(folder.dropLast())>", with: "")
      let isPrinting = telling.hasPrefix("(1<")
      let isOwn = telling.contains(folder.dropLast()) || isPrinting || telling.contains("/memfd:")
      let isWriting =
        name != "openat" || telling.contains("O_WRONLY") || telling.contains("O_RDWR") || telling.contains("O_PATH")
      guard isOwn || name == "memfd_create", isWriting else { continue }
      let call = Call(name: name, number: counts[key] ?? 1, isPrinting: isPrinting)
      if seen.insert(call).inserted { calls.append(call) }
    }
    self.calls = calls.filter { !loading.contains("\($0.name) \($0.number)") }
  }
}
