import Foundation

/// What the processes of a session have cost so far, from `/proc`; nothing where there is none.
struct SessionCosts {
  /// Costs of all its processes together.
  struct Sum {
    /// Milliseconds of CPU time.
    var cpu = 0.0
    /// How often a thread of theirs began to wait.
    var wakeUps = 0.0
    /// MiB, each process's greatest.
    var memory = 0.0
  }

  /// The process that leads the session.
  let leader: Int32

  /// The sum up to now.
  func now() -> Sum {
    let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int32($0) != nil }
    return processes.reduce(into: Sum()) { sum, process in
      guard let status = fields(of: "/proc/\(process)/stat"), status.session == leader else { return }
      // Linux counts hundredths of a second.
      sum.cpu += status.ticks * 10
      sum.memory += number("VmHWM:", of: "/proc/\(process)/status") / 1024
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
      for thread in threads {
        sum.wakeUps += number("voluntary_ctxt_switches:", of: "/proc/\(process)/task/\(thread)/status")
      }
    }
  }

  /// The session of a process, and its CPU time.
  private func fields(of path: String) -> (session: Int32, ticks: Double)? {
    // The program's name may hold anything, so fields are counted behind its parenthesis: state, parent, group, session.
    guard let text = ProcessFile.text(of: path), let name = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 13, let session = Int32(fields[3]) else { return nil }
    return (session, (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0))
  }

  private func number(_ name: String, of path: String) -> Double {
    guard let text = ProcessFile.text(of: path),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) } ?? 0
  }
}
