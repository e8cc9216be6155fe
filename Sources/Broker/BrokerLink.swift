import Packing
import Synchronization
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
  /// The results that were sent and whose answers were not read, and whether all others say to continue.
  private let reports = Mutex((unanswered: 0, goOn: true))

  /// The most of them: enough that neither side waits for the other, and few enough that the answers fit into the
  /// connection.
  private static let mostUnanswered = 8

  /// Takes the worker's end of a connection, and the file that it shares with the broker.
  package init(_ channel: Channel, _ memory: MemoryFile) {
    (self.channel, self.memory) = (channel, memory)
  }

  /// Sends the end of a job.
  package func tell(_ end: JobEnd) { tell(end: EndMessage(end)) }

  /// Sends the end of a run of a scrubbing session.
  package func tell(_ end: ScrubRunEnd, of run: Int) { tell(end: RunEndMessage(end, of: run)) }

  /// Sends a message after which the broker speaks next: all answers are read before, and count no more.
  private func tell<Told: Message>(end message: Told) where Told.Answer == Void {
    gate.withLock {
      readAnswers(leaving: 0)
      reports.withLock { $0.goOn = true }
      send(message)
    }
  }

  /// Sends the result of a frame, and returns whether to continue, as the answers up to now say: to wait for each one
  /// would be two changes of the process for each frame.
  func report<Told: Message>(_ message: Told) -> Bool where Told.Answer == Bool {
    gate.withLock {
      send(message)
      reports.withLock { $0.unanswered += 1 }
      readAnswers(leaving: Self.mostUnanswered)
      return reports.withLock(\.goOn)
    }
  }

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
    readAnswers(leaving: 0)
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

  /// Reads answers to results until only so many are left.
  private func readAnswers(leaving most: Int) {
    while reports.withLock({ $0.unanswered > most }) {
      var answer = received()
      guard let goOn = try? ReportMessage.answer(&answer, memory) else { WorkerLife.exit(1) }
      reports.withLock { $0 = ($0.unanswered - 1, $0.goOn && goOn) }
    }
  }

  private func received() -> VarintReader {
    do throws(Channel.Fault) { return VarintReader(try channel.receive().bytes) } catch { WorkerLife.exit(1) }
  }
}
