import CWorker
import Files
import LibC

/// The running helper, with the pipes to and from it; it is ended with its owner.
final class HelperProcess {
  /// What its standard input comes from.
  let input: Int32
  /// What its standard output goes to.
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

  /// Whether there is something that it has not taken yet.
  var hasUnsent: Bool { !unsent.isEmpty }

  /// Sends bytes, now or when it takes them: a full pipe must not hold anything up.
  func send(_ bytes: [UInt8]) {
    unsent += bytes
    sendMore()
  }

  /// Sends what it takes of the rest (write(2)).
  func sendMore() {
    while !unsent.isEmpty {
      let count = write(input, unsent, unsent.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      // A helper that is gone is noticed where it is read from; one that only reads no more, by its silence.
      unsent.removeFirst(count > 0 ? count : unsent.count)
    }
  }

  /// What it has written (read(2)); nil at its end, and nothing while there is nothing.
  func receive() -> ArraySlice<UInt8>? {
    while true {
      let size = room.count
      let count = read(output, &room, size)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return [] }
      return count > 0 ? room[..<count] : nil
    }
  }

  /// Closes its input and ends it with all that it started, if it does not end by itself within this time.
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
    // What it started may still be there.
    _ = kill(-process, SIGKILL)
    let signal = status & 0x7F
    return signal == 0 ? "ended (status \(status >> 8 & 0xFF))" : "was ended (signal \(signal))"
  }
}
