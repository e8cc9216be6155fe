import Foundation

/// Answers questions on its standard input, one on each line.
struct Helper {
  private var options: [String: String] = [:]
  private var unread: [UInt8] = []
  private var count = 0

  init(_ words: some Sequence<String>) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      options[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
  }

  mutating func run() {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    log("start \(getpid()) \(getpgrp() == getpid() ? "" : "not alone ")\(descriptors.sorted().joined(separator: " "))")
    while let line = nextLine(waits: true) {
      var lines = [line]
      while options["backwards"] != nil, let next = nextLine(waits: false) { lines.insert(next, at: 0) }
      for line in lines {
        log(line)
        guard let question = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
          exit(70)
        }
        count += 1
        respond(question)
      }
    }
  }

  private mutating func nextLine(waits: Bool) -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard waits || poll(&waiting, 1, 5) > 0 else { return nil }
      var part = [UInt8](repeating: 0, count: 4096)
      let count = read(0, &part, 4096)
      guard count > 0 else { return nil }
      unread += part[..<count]
    }
  }

  private func log(_ line: String) {
    guard let name = options["log"], let file = fopen(name, "a") else { return }
    fputs(line + "\n", file)
    fclose(file)
  }

  private func put(_ bytes: Data) { FileHandle.standardOutput.write(bytes) }
  private func put(_ text: String) { put(Data(text.utf8)) }

  private func answer(_ number: Int, _ members: [String: Any], _ bytes: Data = Data()) {
    let object = members.merging(["id": number]) { $1 }
    guard let data = try? JSONSerialization.data(withJSONObject: object) else { exit(70) }
    put(data + Data("\n".utf8) + bytes)
  }

  private func respond(_ question: [String: Any]) {
    guard let number = question["id"] as? Int else { exit(70) }
    let length = question["length"] as? Int ?? 0
    if let delay = options["delay"].flatMap(Double.init) { usleep(UInt32(delay * 1e6)) }
    if let kind = faultDue(question), misbehave(kind, number, length) {
      guard kind == "twice" else { return }
      answerHonestly(question, number, length)
    }
    answerHonestly(question, number, length)
  }

  private func answerHonestly(_ question: [String: Any], _ number: Int, _ length: Int) {
    var name = (question["open"] ?? question["read"]) as? String ?? ""
    if options["strip"] != nil { name = String(name.prefix { $0 != "?" && $0 != "#" }) }
    guard let file = FileHandle(forReadingAtPath: name), let size = try? file.seekToEnd() else {
      return answer(number, ["error": "404 not found"])
    }
    guard question["open"] == nil else {
      let version = options["version"] ?? "\(size)"
      return answer(number, version.isEmpty ? ["size": size] : ["size": size, "version": version])
    }
    try? file.seek(toOffset: (question["at"] as? NSNumber)?.uint64Value ?? 0)
    let bytes = (try? file.read(upToCount: length)) ?? Data()
    answer(number, ["length": bytes.count], bytes)
  }

  /// What it does wrong at this question; nil for nothing.
  private func faultDue(_ question: [String: Any]) -> String? {
    guard let parts = options["fault"]?.split(separator: "@").map(String.init), parts.count == 2 else { return nil }
    let start = (question["at"] as? NSNumber)?.intValue
    let isThere = start.map { ($0..<$0 + (question["length"] as? Int ?? 0)).contains(Int(parts[1].dropLast()) ?? -1) }
    guard Int(parts[1]) == count || parts[1] == "read" && start != nil || parts[1].last == "b" && isThere == true else {
      return nil
    }
    if let once = options["once"] {
      let file = open(once, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      guard file >= 0 else { return nil }
      close(file)
    }
    return parts[0]
  }

  /// Does something wrong; returns false to answer all the same.
  private func misbehave(_ kind: String, _ number: Int, _ length: Int) -> Bool {
    switch kind {
    case "die": exit(7)
    case "hang": while true { sleep(60) }
    case "nonsense": put("200 OK\n")
    case "twice": break
    case "unknown": answer(number + 1000, ["size": 4096])
    case "short": answer(number, ["length": max(0, length - 1)])
    case "long": answer(number, ["length": length + 1])
    case "surplus":
      put("surplus")
      return false
    case "endless":
      signal(SIGPIPE, SIG_DFL)
      while true { put(String(repeating: "x", count: 4096)) }
    case "text": answer(number, ["size": "large", "length": "all"])
    case "error": answer(number, ["error": "404 not \u{1B}[2Jfound"])
    case "retry": answer(number, ["error": "503 slow down", "retry": true])
    default: exit(70)
    }
    return true
  }
}
