import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The most memory that a program and the processes that it starts hold together.
///
/// Pages that several of them share count once (Pss of `/proc/PID/smaps_rollup`; pages shared with processes outside,
/// such as those of the C library, count by their share). It is sampled, which slows the program down, so it needs a
/// run of its own.
struct PeakMemory {
  /// MiB; nil where there is no `/proc`, or where the program ended before the first sample.
  private(set) var peak: Double?

  /// Runs a program to its end (posix_spawnp, waitpid) and samples all the time.
  init(_ words: [String]) throws {
    let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nowhere) }
    let child = try spawn(words, descriptors: [nowhere, nowhere, nowhere], environment: [:])
    var status: Int32 = 0
    while true {
      let ended = waitpid(child, &status, WNOHANG)
      guard ended == 0 || ended == -1 && errno == EINTR else { break }
      let sum = Self.family(of: child).reduce(0) { $0 + Self.share(of: $1) }
      if sum > 0 { peak = max(peak ?? 0, sum) }
    }
  }

  /// A process and all that descend from it.
  private static func family(of process: Int32) -> [Int32] {
    var all = [process]
    var place = 0
    while place < all.count {
      let folder = "/proc/\(all[place])/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for thread in threads {
        let children = ProcessFile.text(of: "\(folder)/\(thread)/children") ?? ""
        all += children.split(separator: " ").compactMap { Int32($0) }
      }
      place += 1
    }
    return all
  }

  /// A process's share of the memory that it sees, in MiB.
  private static func share(of process: Int32) -> Double {
    let line = ProcessFile.text(of: "/proc/\(process)/smaps_rollup")?.split(separator: "\n")
      .first { $0.hasPrefix("Pss:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }
}
