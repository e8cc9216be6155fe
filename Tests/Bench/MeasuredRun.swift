import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that ran to its end, and its cost.
///
/// Its standard output is discarded. A program's measured memory is never less than that of the program that
/// started it, so that one has to be small.
struct MeasuredRun {
  /// Milliseconds.
  let cpu: Double
  /// Milliseconds.
  let wall: Double
  /// MiB.
  let memory: Double
  /// Bytes that it and its processes read from files, also from those that are in memory; nil if the system does not
  /// count them.
  let bytesRead: Double?
  /// The exit status, or 128 plus the signal that ended the program.
  let status: Int32
  /// Standard error's last lines.
  let complaints: String

  /// Runs a program (posix_spawnp, wait4).
  ///
  /// - Parameter log: A file for its standard error, which may be overwritten.
  init(_ words: [String], environment: [String: String?], log: URL) throws {
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    let errors = open(log.path(percentEncoded: false), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { for descriptor in [nowhere, errors] where descriptor >= 0 { close(descriptor) } }
    guard nowhere >= 0, errors >= 0 else { throw BenchFault(description: "\(log.path()) cannot be written") }

    let before = Self.bytesReadSoFar
    let clock = ContinuousClock()
    let start = clock.now
    let child = try spawn(words, descriptors: [nowhere, nowhere, errors], environment: environment)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1 {
      guard errno == EINTR else { throw BenchFault(description: "\(words[0]) was lost") }
    }
    wall = (clock.now - start) / .milliseconds(1)
    cpu = Self.milliseconds(usage.ru_utime) + Self.milliseconds(usage.ru_stime)
    // Linux counts in KiB, Darwin in bytes.
    #if canImport(Darwin)
      memory = Double(usage.ru_maxrss) / 1_048_576
    #else
      memory = Double(usage.ru_maxrss) / 1024
    #endif
    bytesRead = before.flatMap { before in Self.bytesReadSoFar.map { $0 - before } }
    self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    complaints = Self.end(of: errors)
  }

  /// Bytes that this process has read, and all that it has waited for: proc_pid_io(5), `rchar`.
  private static var bytesReadSoFar: Double? {
    (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8))?.split(separator: "\n")
      .first { $0.hasPrefix("rchar: ") }.flatMap { Double($0.dropFirst(7)) }
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
  }

  private static func end(of descriptor: Int32) -> String {
    let size = lseek(descriptor, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(descriptor, &bytes, bytes.count, max(0, size - 4096))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
