import LibC

/// Which of several open files have something to read.
public enum Readiness {
  /// Waits until one of them does, or the time is over (poll(2)).
  ///
  /// - Parameters:
  ///   - files: Numbers of open files.
  ///   - writing: The one of them that is also ready when it takes bytes; nil for none.
  ///   - nanoseconds: The time; nil for no limit, 0 to ask only.
  /// - Returns: For each, whether a read returns at once: with bytes, at the end, or with an error.
  public static func await(
    _ files: [Int32], orWriting writing: Int32? = nil, atMost nanoseconds: Int64?
  ) -> [Bool] {
    var requests = files.map { file in
      pollfd(fd: file, events: Int16(file == writing ? POLLIN | POLLOUT : POLLIN), revents: 0)
    }
    // Rounded up, so that the time is over when poll returns.
    let milliseconds = nanoseconds.map { $0 <= 0 ? 0 : Int32(clamping: $0 / 1_000_000 + 1) } ?? -1
    while poll(&requests, nfds_t(requests.count), milliseconds) == -1 {
      guard errno == EINTR else { return files.map { _ in true } }
    }
    return requests.map { $0.revents != 0 }
  }
}
