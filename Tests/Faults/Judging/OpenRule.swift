/// What a run opens: its libraries, what the system says of itself, and what the command line names.
struct OpenRule {
  private let trial: Trial
  private let outcome: Outcome

  init(_ trial: Trial, _ outcome: Outcome) {
    (self.trial, self.outcome) = (trial, outcome)
  }

  private static let own = [
    "/lib", "/usr/lib", "/usr/local/lib", "/etc/ld.so", "/proc/", "/sys/", "/dev/null", "/dev/urandom", "/dev/random",
    "/usr/share/locale", "/usr/share/zoneinfo", "/usr/share/i18n", "/etc/localtime", "/etc/ssl", "/etc/gnutls",
    "/etc/crypto-policies", "/etc/gcrypt", "/etc/pkcs11", "/etc/selinux", "/etc/nsswitch.conf", "/etc/passwd",
  ]

  var violations: [Violation] {
    guard let opened = outcome.opened else { return [] }
    var programs = 0
    // The tool may start itself.
    let tool = opened.first { $0.call == "execve" && $0.isDone }?.name
    return opened.compactMap { name in
      switch name.call {
      case "execve", "execveat":
        programs += name.isDone ? 1 : 0
        return programs > 1 && name.name != tool && name.name != "/proc/self/exe"
          ? violation("starts \(name.name)") : nil
      case "socket": return name.name.contains("AF_INET") ? violation("makes a socket: \(name.name)") : nil
      case "connect", "bind", "sendto":
        return name.name.contains("AF_INET") ? violation("\(name.call)s: \(name.name)") : nil
      default: return programs > 0 ? faultOfFile(name.name) : nil
      }
    }
  }

  private func faultOfFile(_ name: String) -> Violation? {
    if Self.own.contains(where: { name.hasPrefix($0) }) || name.hasSuffix(".so") || name.contains(".so.") { return nil }
    if ["", ".", ".."].contains(name) || name.hasSuffix("/") { return nil }
    // The log writes odd bytes in its own way.
    if name.contains("\\") { return nil }
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let isNamed =
      trial.mayOpen.contains(last) || trial.words.contains { String(decoding: $0.bytes, as: UTF8.self).contains(last) }
    return isNamed || String(decoding: trial.input, as: UTF8.self).contains(last) ? nil : violation("opens \(name)")
  }

  private func violation(_ words: String) -> Violation { Violation(.opened, words) }
}
