import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Held from the creation of pipes to the start of the child, so that no other child inherits them.
let starting = Mutex(())

/// One end of a pipe, closed on deinitialisation.
final class Descriptor {
  private(set) var number: Int32
  init(_ number: Int32) { self.number = number }
  deinit { close() }

  func close() {
    guard number >= 0 else { return }
    _ = unistdClose(number)
    number = -1
  }
}

private func unistdClose(_ number: Int32) -> Int32 { close(number) }

struct Pipe {
  let read: Descriptor
  let write: Descriptor

  /// A pipe whose ends the child gets only as the descriptors that it is started with.
  static func open() throws(RunFault) -> Pipe {
    var ends: [Int32] = [-1, -1]
    let status = pipe(&ends)
    for end in ends where status == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard status == 0 else { throw RunFault(description: "there is no pipe to be had: error \(errno)") }
    return Pipe(read: Descriptor(ends[0]), write: Descriptor(ends[1]))
  }
}
