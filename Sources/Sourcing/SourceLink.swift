import Workers

/// The broker's connection to the helper that reads its videos.
///
/// Another process runs the helper and answers the workers, so that a broken helper cannot block the broker.
public final class SourceLink {
  private let channel: Channel
  /// Why no object can be read any more; nil as long as objects can be read.
  public private(set) var fault: SourceFault?

  /// The most bytes of a name.
  public static let longestName = 4 << 10

  /// Starts the helper; this process must have one thread.
  ///
  /// The nanoseconds that the helper may be silent while a question is open.
  /// - Throws: `SourceFault` for a program that cannot be started.
  public init(_ command: HelperCommand, patience: Int64) throws(SourceFault) {
    do throws(Channel.Fault) {
      channel = try KeeperProcess.start { channel in SourceKeeper(channel, command, patience: patience).serve() }
    } catch {
      throw SourceFault(words: "no process for the helper of --source", mayBeRetried: true, isForAll: true)
    }
    guard case .started = try receive().answer else { throw Self.lost }
  }

  deinit { close() }

  private static let lost = SourceFault(
    words: "the process that keeps the helper of --source is gone", mayBeRetried: true, isForAll: true)

  private func receive() throws(SourceFault) -> (answer: SourceAnswer, files: [Int32]) {
    guard let message = try? channel.receive() else { throw Self.lost }
    guard let answer = SourceAnswer(message.bytes) else {
      for file in message.files { Channel.close(file) }
      throw Self.lost
    }
    if case .failed(let fault) = answer { throw fault }
    return (answer, message.files)
  }

  /// Opens an object.
  ///
  /// - Parameters:
  ///   - name: Its name, as the helper knows it.
  ///   - isRead: Whether its bytes are wanted.
  /// - Returns: What it is, and the number of a socket of a `LentFile`, which the caller has to close; nil if no bytes are
  ///   wanted.
  /// - Throws: `SourceFault`.
  public func open(
    _ name: String, isRead: Bool
  ) throws(SourceFault) -> (state: SourceState, socket: Int32?) {
    if let fault { throw fault }
    do throws(SourceFault) {
      guard (try? channel.send(SourceQuestion.open(name, isRead: isRead).message)) != nil else { throw Self.lost }
      let (answer, files) = try receive()
      guard case .opened(let size, let version) = answer, files.count == (isRead ? 1 : 0) else {
        for file in files { Channel.close(file) }
        throw Self.lost
      }
      return (SourceState(name: name, size: size, version: version), files.first)
    } catch {
      if error.isForAll { fault = error }
      throw error
    }
  }

  /// Ends the helper, and waits until it has ended, for some seconds at most.
  public func close() {
    guard (try? channel.send(SourceQuestion.end.message)) != nil else { return }
    _ = Readiness.await([channel.descriptor], atMost: 3_000_000_000)
  }
}
