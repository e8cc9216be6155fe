import Packing
import Workers

extension WorkerSession {
  /// Waits for the next message and handles it.
  ///
  /// - Returns: How the job ended, if this was its last message; else nil.
  /// - Throws: `Fault` when the worker cannot be used any more.
  package func answerNext() throws(Fault) -> JobEnd? {
    let message: Channel.Message
    do throws(Channel.Fault) { message = try channel.receive() } catch { throw .lost }
    for file in message.files { Channel.close(file) }
    do throws(VarintError) {
      guard message.files.isEmpty else { throw VarintError() }
      var packing = VarintReader(message.bytes)
      guard let kind = MessageTypes.byCode[try packing.byte()] else { throw VarintError() }
      try answer(kind, &packing)
    } catch {
      throw .nonsense
    }
    defer { end = nil }
    return end
  }

  private func answer<Received: Message>(
    _ kind: Received.Type, _ packing: inout VarintReader
  ) throws(VarintError) {
    let message = try Received(unpacking: &packing, in: self)
    try packing.finish()
    try message.check(in: self)
    guard let answer = try message.answer(by: self) else { return }
    // Sending fails if the worker reads no answers, so that the connection is full: such a worker is not used any more.
    do throws(Channel.Fault) { try channel.send(answer.bytes) } catch { throw VarintError() }
  }
}
