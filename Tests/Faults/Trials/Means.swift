import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The programs of the kit, and what this machine lets them do.
public struct Means: Sendable {
  /// The path of the tool that is tested.
  public var tool = BuiltTool.path
  /// The path of `fault-launch`.
  public var launcher = BuiltTool.folder + "/fault-launch"
  /// The path of `libFaultShim.so`; nil if it was not built.
  public var shim: String?
  /// The path of strace; nil if it is missing or must not trace.
  public var strace: String?
  /// The words that start a program whose mounts nobody else sees; nil if that is not allowed.
  public var mounter: [Word]?
  /// A user without rights, in whose name the kit can start the tool; nil without the rights of root.
  public var nobody: Int?
  /// How many times longer than usual everything may take.
  public var patience: Double = 1
  /// Why parts of the kit are left out, a line each.
  public private(set) var gaps: [String] = []

  /// Finds out what can be done here.
  ///
  /// - Parameter tracing: whether strace may be used.
  public init(tracing: Bool = true) {
    let shim = BuiltTool.shim
    self.shim = access(shim, R_OK) == 0 ? shim : nil
    let log = FileManager.default.temporaryDirectory.appending(component: "faults-\(UUID().uuidString)").path
    defer { unlink(log) }
    if tracing {
      let probe = ["strace", "-f", "--seccomp-bpf", "-e", "inject=fsync:error=EIO", "-o", log, "--", "true"]
      if Self.works(probe) { strace = "strace" } else { gaps.append("strace is missing, or may not trace here") }
    }
    for words in [["unshare", "-m"], ["unshare", "-rm"]] where mounter == nil {
      if Self.works(words + ["sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]) { mounter = words.map { Word($0) } }
    }
    if mounter == nil { gaps.append("no file system can be mounted here (unshare), so none is full") }
    guard geteuid() == 0 else { return }
    // Root may read and write everything, so that what is forbidden is tried as another user.
    try? Data("\(tool)\0--version\0".utf8).write(to: URL(filePath: log))
    if Self.works([launcher, "/dev/null", log, "user=65534"]) { nobody = 65534 }
    if nobody == nil { gaps.append("root cannot start the tool as another user, so nothing is forbidden to it") }
  }

  /// Whether something can be forbidden to the tool.
  public var canForbid: Bool { geteuid() != 0 || nobody != nil }

  private static func works(_ words: [String]) -> Bool {
    (try? TestSupport.run(words, timeLimit: 30))?.status == 0
  }
}
