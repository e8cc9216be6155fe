#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What a worker that was taken over tries, behind the walls.
  struct EscapeTests {
    private let scratch: Scratch
    private let file: URL

    init() throws {
      scratch = try Scratch()
      try scratch.write(Data("It may be lost, but not by a worker.".utf8), to: "aim")
      file = scratch.folder.appending(component: "aim")
    }

    private func escapes(walls: Int) throws -> EscapeList {
      EscapeList(try WallProbe.run("escapes", walls: walls, file: file).stdout)
    }

    @Test(
      .enabled(if: WallProbe.hasSeccomp, "this system has no seccomp"),
      arguments: [WallProbe.seccomp, WallProbe.seccomp | WallProbe.landlock])
    func `the filter refuses every try`(walls: Int) throws {
      let list = try escapes(walls: walls)
      #expect(list.isComplete && list.results.count >= 130)
      #expect(list.escaped == [:])
      #expect(try scratch.names == ["aim"])
      #expect(try scratch.bytes(of: "aim").count == 36)
    }

    @Test(.enabled(if: WallProbe.hasSeccomp, "this system has no seccomp"))
    func `the filter refuses every other call, known or not`() throws {
      let numbers = try WallProbe.numbers("other-calls", walls: WallProbe.seccomp, file: file)
      #expect(numbers["tried"] ?? 0 > 900)
      #expect(numbers.keys.sorted() == ["tried", "walls"])
    }

    @Test(.enabled(if: WallProbe.hasLandlock, "this system has no Landlock"))
    func `Landlock alone refuses files and the broker`() throws {
      let list = try escapes(walls: WallProbe.landlock)
      #expect(list.isComplete)
      let files = [
        "open-read", "open-write", "create", "open-unnamed", "openat2", "open-folder", "proc-self-mem",
        "proc-self-maps", "ptmx", "proc-self-fd", "proc-broker-mem", "mkdir", "symlink", "mkfifo", "unlink",
      ]
      for name in files { #expect(list.results[name] == Int(EACCES), "\(name)") }
      // Linking from folder to folder has an error of its own.
      for name in ["link", "linkat-kept", "rename"] {
        #expect([Int(EACCES), Int(EXDEV)].contains(list.results[name] ?? 0), "\(name)")
      }
      for name in ["ptrace-broker", "process_vm_readv", "process_vm_writev"] {
        #expect(list.results[name] == Int(EPERM), "\(name)")
      }
      #expect(try scratch.bytes(of: "aim").count == 36)
    }

    @Test(.enabled(if: WallProbe.landlockVersion >= 6, "this system's Landlock has no scopes"))
    func `Landlock alone refuses ports and signals where it knows them`() throws {
      let list = try escapes(walls: WallProbe.landlock)
      for name in ["bind", "connect", "truncate"] { #expect(list.results[name] == Int(EACCES), "\(name)") }
      for name in ["kill-broker", "tgkill-broker", "tkill-broker", "sigqueue-broker"] {
        #expect(list.results[name] == Int(EPERM), "\(name)")
      }
    }

    @Test(.enabled(if: WallProbe.hasLandlock && geteuid() == 0, "this is not root, or there is no Landlock"))
    func `a worker of root has no capabilities behind any wall`() throws {
      let list = try escapes(walls: WallProbe.landlock)
      for name in ["chroot", "fsopen", "syslog", "socket-packet", "setpriority"] {
        #expect(list.results[name] == Int(EPERM), "\(name)")
      }
    }

    /// Otherwise the tests above would prove nothing.
    @Test func `without walls the tries succeed`() throws {
      let list = try escapes(walls: 0)
      #expect(list.isComplete)
      let names = [
        "open-read", "open-write", "create", "open-folder", "proc-self-mem", "mkdir", "symlink", "link", "chmod",
        "truncate", "stat", "newfstatat-with-path", "access", "readlink", "getcwd", "rename", "unlink", "socket-inet",
        "socket-unix", "socketpair", "dup", "dup3", "fcntl-setown", "fcntl-setown-high-bits", "fcntl-setfl",
        "memfd_create", "pipe", "inotify", "posix_spawn", "fork", "vfork", "clone", "kill-broker", "tgkill-broker",
        "prlimit-set", "getppid", "uname", "prctl-dumpable", "mmap-exec", "mmap-exec-high-bits", "mprotect-exec",
      ]
      for name in names { #expect(list.results[name] == 0, "\(name)") }
    }
  }
#endif
