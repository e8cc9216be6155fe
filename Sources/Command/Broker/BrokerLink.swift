import Packing
import Synchronization
import Workers

/// A worker's connection to its broker: messages, and answers to those that have one.
///
/// Several threads may use it; one at a time waits for an answer. Without its broker a worker has no purpose: it ends
/// when the connection is lost, or when an answer makes no sense.
final class BrokerLink: Sendable {
  private let channel: Channel
  private let memory: MemoryFile
  private let gate = Mutex(())

  init(_ channel: Channel, _ memory: MemoryFile) {
    (self.channel, self.memory) = (channel, memory)
  }

  /// Sends a message that has no answer.
  func tell(_ message: BrokerMessage, _ pack: (inout VarintWriter) -> Void = { _ in }) {
    let packing = Self.packed(message, pack)
    gate.withLock { _ in send(packing.bytes) }
  }

  /// Sends a message, after bytes that are too large for it, and waits for the answer.
  ///
  /// - Parameter read: Reads the answer; it may take bytes of a size from the shared file.
  func ask<Answer>(
    _ message: BrokerMessage, with bytes: UnsafeRawBufferPointer? = nil, _ pack: (inout VarintWriter) -> Void,
    _ read: (inout VarintReader, MemoryFile) throws(VarintError) -> Answer
  ) -> Answer {
    var packing = Self.packed(message, pack)
    return gate.withLock { _ in
      if let bytes {
        let failure = hand(bytes)
        packing.append(count: failure == nil ? bytes.count : 0)
        // Why there are none; 0 if none were wanted.
        if bytes.isEmpty || failure != nil { packing.append(signed: Int64(failure ?? 0)) }
      }
      send(packing.bytes)
      do throws(Channel.Fault) {
        var answer = VarintReader(try channel.receive().bytes)
        if let result = try? read(&answer, memory) { return result }
      } catch {}
      WorkerProcess.exit(1)
    }
  }

  /// Puts bytes into the shared file; returns the error number if that fails.
  private func hand(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    do throws(Channel.Fault) {
      try memory.append(bytes)
      return nil
    } catch {
      guard case .system(let number) = error else { return 0 }
      return number
    }
  }

  private static func packed(_ message: BrokerMessage, _ pack: (inout VarintWriter) -> Void) -> VarintWriter {
    var packing = VarintWriter()
    packing.append(byte: message.rawValue)
    pack(&packing)
    return packing
  }

  private func send(_ bytes: [UInt8]) {
    do throws(Channel.Fault) { try channel.send(bytes) } catch { WorkerProcess.exit(1) }
  }
}
