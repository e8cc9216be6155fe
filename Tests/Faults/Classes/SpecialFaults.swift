import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Things that are no plain files, as input and as output, and files that change while they are read.
struct SpecialFaults: FaultClass {
  let name = "special"
  let summary = "FIFOs, devices, sockets, folders, links, forbidden and changing files, as input and as output"

  /// Things that cannot be read as a video.
  private static let inputs = [
    "fifo", "folder", "folder/", ".", "..", "/", "socket", "empty.mp4", "loop", "dangling", "link-to-fifo",
    "link-to-folder", "good.mp4/", "good.mp4/x.mp4", "missing.mp4", "", "/dev/zero", "/dev/null", "/dev/full",
    "/dev/urandom", "/dev/tty", "/dev/stdin", "/dev/fd/0", "/dev/fd/9", "/proc/self/mem", "/proc/self/maps",
    "/proc/self/environ", "/proc/self/exe", "/proc/self/fd/0", "/proc/self/cmdline", "/proc/meminfo", "/sys/kernel",
    "/proc/self/task", "text.mp4", "one-byte.mp4", String(repeating: "n", count: 300) + ".mp4",
    String(repeating: "d/", count: 3000) + "v.mp4", "forbidden.mp4", "forbidden/good.mp4",
  ]
  /// Ways to name an input.
  private static let uses: [[Word]] = [
    ["IT", "--frame", "0", "-o", "out.png"], ["IT", "--info"], ["good.mp4", "--at-list", "IT", "-o", "{index}.png"],
    ["--gesture", "IT", "good.mp4", "-o", "out.png"],
  ]
  /// Things that cannot be written.
  private static let outputs = [
    "fifo", "folder", "folder/", ".", "socket", "loop", "dangling", "link-to-file", "link-to-folder", "good.mp4",
    "hard-link.png", "good.mp4/x.png", "missing/x.png", "", "/dev/null", "/dev/full", "/dev/stdout", "/proc/self/fd/1",
    "/proc/x.png", "/sys/x.png", "forbidden/x.png", "folder/../good.mp4", "./good.mp4", "old.png",
    String(repeating: "n", count: 300) + ".png", "missing/a/b/x.png", "link-to-folder/../good.mp4",
  ]
  private static let writings: [[Word]] = [[], ["-y"], ["-n"], ["-y", "--mkdir"], ["-y", "--sync"]]
  private static let changes = ["unlink", "halve", "empty", "grow", "garble", "replace"]

  func count(_ amount: Int) -> Int {
    Self.inputs.count * Self.uses.count + Self.outputs.count * Self.writings.count + Self.changes.count * 8
  }

  func run(_ bench: Bench) throws -> CaseResult {
    var number = bench.name.number
    try makeThings(bench)
    if number < Self.inputs.count * Self.uses.count { return try input(number, bench) }
    number -= Self.inputs.count * Self.uses.count
    if number < Self.outputs.count * Self.writings.count { return try output(number, bench) }
    return try change(number - Self.outputs.count * Self.writings.count, bench)
  }

  private func makeThings(_ bench: Bench) throws {
    try bench.copy(.h264BFrames, to: "good.mp4")
    try bench.makeOldPicture("old.png")
    try bench.write([UInt8](), to: "empty.mp4")
    try bench.write("just a text\n".utf8, to: "text.mp4")
    try bench.write([0], to: "one-byte.mp4")
    try bench.makeFolder("folder")
    mkfifo(bench.path("fifo"), 0o644)
    for (name, target) in [
      ("loop", "loop"), ("dangling", "nowhere.mp4"), ("link-to-fifo", "fifo"), ("link-to-folder", "folder"),
      ("link-to-file", "old.png"),
    ] { symlink(target, bench.path(name)) }
    link(bench.path("good.mp4"), bench.path("hard-link.png"))
    try bindSocket(bench)
    try bench.copy(.h264BFrames, to: "forbidden.mp4")
    try bench.makeFolder("forbidden")
    try bench.copy(.h264BFrames, to: "forbidden/good.mp4")
  }

  /// A socket in the file system. Its path would be too long for an address, so that it is named through a descriptor.
  private func bindSocket(_ bench: Bench) throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
    #if canImport(Glibc)
      let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = Darwin.socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    let folder = open(bench.path(""), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer {
      close(socket)
      close(folder)
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/proc/self/fd/\(folder)/socket".utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw RunFault(description: "no socket can be made: error \(errno)") }
  }

  private func input(_ number: Int, _ bench: Bench) throws -> CaseResult {
    let name = Self.inputs[number % Self.inputs.count]
    let use = Self.uses[number / Self.inputs.count]
    var trial = Trial(use.map { $0 == "IT" ? Word(name) : $0 } + ["--timeout", "5s"])
    if name.hasPrefix("forbidden"), !forbid(name, bench, &trial) { return .left(out: "nothing can be forbidden here") }
    trial.codes = [2, 3, 4, 6]
    // A list of no times is no fault.
    if use.contains("--at-list"), ["/dev/null", "empty.mp4"].contains(name) { trial.codes = Trial.documented }
    if use.contains("--info") { (trial.printed, trial.writes) = (.text, false) }
    trial.input = Data("1s\n".utf8)
    if use.contains("--at-list"), ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(name) {
      trial.codes = Trial.documented
    }
    return try bench.judge(trial)
  }

  private func output(_ number: Int, _ bench: Bench) throws -> CaseResult {
    let name = Self.outputs[number % Self.outputs.count]
    let words = Self.writings[number / Self.outputs.count]
    var trial = Trial(["good.mp4", "--frame", "3", "-o", Word(name), "--timeout", "5s"] + words)
    if name.hasPrefix("forbidden"), !forbid("forbidden/good.mp4", bench, &trial) {
      return .left(out: "nothing can be forbidden here")
    }
    trial.codes = [2, 5]
    switch name {
    case "old.png":
      if words.contains("-y") { (trial.replaceable, trial.codes) = (["old.png"], [0]) }
      if words.contains("-n") { (trial.codes, trial.writes, trial.printed) = ([0], false, .anything) }
    // A picture is put into the folder, with its own name.
    case "folder", "folder/", ".", "link-to-folder": trial.codes = [0, 2, 5]
    case "missing/x.png", "missing/a/b/x.png": if words.contains("--mkdir") { trial.codes = [0] }
    default: break
    }
    // An output that exists is left alone with -n, whatever it is.
    if words.contains("-n") {
      (trial.writes, trial.printed) = (false, .anything)
      trial.codes.insert(0)
    }
    return try bench.judge(trial)
  }

  private func change(_ number: Int, _ bench: Bench) throws -> CaseResult {
    let clips: [Fixture] = [.h264BFrames, .mpeg2TransportStream, .h264Matroska, .mpeg4AVI]
    let clip = clips[number / Self.changes.count % clips.count]
    try bench.copy(clip, to: "changing")
    try bench.copy(.vp9, to: "changing.other")
    let words: [[Word]] = [["--all", "--hash", "-q"], ["--every", "0.1s", "-o", "{index}.png", "-q", "-j", "2"]]
    var trial = Trial(["changing", "--timeout", "5s"] + words[number % 2])
    (trial.isSingle, trial.writes, trial.seconds, trial.printed) = (false, false, 20, .anything)
    trial.unsteady = ["changing", "changing.other"]
    trial.settings = ["after=\(bench.numbers.below(60) + 20):\(Self.changes[number % Self.changes.count]):changing"]
    // Each piece is read slowly, so that the change comes in between.
    if let shim = bench.means.shim { trial.environment = ["LD_PRELOAD": shim, "SHIM_PREAD_MS": "3"] }
    return try bench.judge(trial)
  }

  /// Takes the right to read a file or a folder away; false where that means nothing.
  private func forbid(_ name: String, _ bench: Bench, _ trial: inout Trial) -> Bool {
    guard bench.means.canForbid else { return false }
    let folder = name.split(separator: "/").dropLast().joined(separator: "/")
    chmod(bench.path(folder.isEmpty ? name : folder), folder.isEmpty ? 0 : 0o555)
    if !folder.isEmpty, name.hasSuffix("good.mp4"), !trial.words.contains("-o") || trial.words.contains(Word(name)) {
      chmod(bench.path(folder), 0)
    }
    if let nobody = bench.means.nobody {
      chown(bench.path(""), uid_t(nobody), gid_t(nobody))
      trial.settings.append("user=\(nobody)")
    }
    return true
  }
}
