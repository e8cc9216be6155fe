import CWorker
import Files
import LibC

/// The running helper and the pipes to and from it; the helper is ended when this is released.
final class HelperProcess {
  /// Our end of the pipe to its standard input.
  let input: Int32
  /// Our end of the pipe from its standard output.
  let output: Int32
  private let process: pid_t
  private var unsent: [UInt8] = []
  private var isEnded = false
  private var room = [UInt8](repeating: 0, count: 256 << 10)

  /// Why it was not started.
  struct StartError: Error {
    let words: String
  }

  /// Starts the program (posix_spawnp(3)).
  init(_ command: HelperCommand) throws(StartError) {
    var ends: [Int32] = [-1, -1]
    var words = command.words.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let process = words.contains { $0 != nil } ? fg_spawn(&words, &ends) : -ENOMEM
    guard process > 0 else { throw StartError(words: FileError.words(for: -process)) }
    (self.process, input, output) = (process, ends[0], ends[1])
  }

  deinit {
    if !isEnded { _ = end(after: 0) }
    close(output)
  }

  /// Whether some bytes were not sent yet.
  var hasUnsent: Bool { !unsent.isEmpty }

  /// Sends bytes; what a full pipe does not take waits for `sendMore`, so that nothing blocks.
  func send(_ bytes: [UInt8]) {
    unsent += bytes
    sendMore()
  }

  /// Sends as much of the waiting bytes as the pipe takes (write(2)).
  func sendMore() {
    while !unsent.isEmpty {
      let count = write(input, unsent, unsent.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      // A helper that has ended is noticed by its output; one that has stopped reading, by its silence.
      unsent.removeFirst(count > 0 ? count : unsent.count)
    }
  }

  /// The bytes that the helper has written (read(2)); empty if there are none now, nil at the end.
  func receive() -> ArraySlice<UInt8>? {
    while true {
      let size = room.count
      let count = read(output, &room, size)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return [] }
      return count > 0 ? room[..<count] : nil
    }
  }

  /// Closes its input, and kills it with all that it started if it does not end in time.
  ///
  /// - Parameter patience: Milliseconds.
  /// - Returns: How it ended, as the end of a sentence about it.
  func end(after patience: Int) -> String {
    guard !isEnded else { return "ended" }
    isEnded = true
    close(input)
    var status: Int32 = 0
    for _ in 0...patience {
      let found = waitpid(process, &status, WNOHANG)
      if found == process { return ending(status) }
      if patience > 0 { usleep(1000) }
    }
    _ = kill(-process, SIGKILL)
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return ending(status)
  }

  private func ending(_ status: Int32) -> String {
    // Processes that it started may still be running.
    _ = kill(-process, SIGKILL)
    let signal = status & 0x7F
    return signal == 0 ? "ended (status \(status >> 8 & 0xFF))" : "was ended (signal \(signal))"
  }
}
