import Packing
import Threading
package import Workers

/// A worker's connection to its broker: sends messages, and waits for answers to those that have one.
///
/// Several threads may use it; one at a time waits for an answer. The worker ends when the connection is lost, or when
/// an answer makes no sense, since it has no purpose without its broker.
package final class BrokerLink: Sendable {
  private let channel: Channel
  private let memory: MemoryFile
  private let gate = SleepingLock()

  /// Takes the worker's end of a connection, and the file that it shares with the broker.
  package init(_ channel: Channel, _ memory: MemoryFile) {
    (self.channel, self.memory) = (channel, memory)
  }

  /// Sends the end of a job.
  package func tell(_ end: JobEnd) { tell(EndMessage(end)) }

  /// Sends the end of a run of a scrubbing session.
  package func tell(_ end: ScrubRunEnd, of run: Int) { tell(RunEndMessage(end, of: run)) }

  /// Sends a message that has no answer.
  func tell<Told: Message>(_ message: Told) where Told.Answer == Void {
    gate.withLock { send(message) }
  }

  /// Sends a message and waits for the answer.
  func ask<Question: Message>(_ question: Question) -> Question.Answer {
    gate.withLock { answer(to: question) }
  }

  /// Puts bytes into the shared file, sends a message about them and waits for the answer.
  func ask<Question: BulkMessage>(
    _ question: Question, with bytes: UnsafeRawBufferPointer
  ) -> Question.Answer {
    gate.withLock {
      var question = question
      question.bulk = Bulk(bytes, into: memory)
      return answer(to: question)
    }
  }

  private func answer<Question: Message>(to question: Question) -> Question.Answer {
    send(question)
    var answer = received()
    guard let read = try? Question.answer(&answer, memory) else { WorkerLife.exit(1) }
    return read
  }

  private func send<Sent: Message>(_ message: Sent) {
    var packing = VarintWriter()
    packing.append(byte: Sent.code)
    message.pack(into: &packing)
    do throws(Channel.Fault) { try channel.send(packing.bytes) } catch { WorkerLife.exit(1) }
  }

  private func received() -> VarintReader {
    do throws(Channel.Fault) { return VarintReader(try channel.receive().bytes) } catch { WorkerLife.exit(1) }
  }
}
