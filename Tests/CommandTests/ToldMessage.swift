import Packing
import Testing
import Workers

@testable import Broker

extension WorkerSession {
  /// Has a message answered that came over the worker's end of the connection; nil if the broker gives the worker up.
  func answer(
    _ kind: any Message.Type, from worker: Channel, _ pack: (inout VarintWriter) -> Void
  ) throws -> [UInt8]? {
    var packing = VarintWriter()
    packing.append(byte: kind.code)
    pack(&packing)
    try worker.send(packing.bytes)
    do {
      _ = try answerNext()
    } catch {
      #expect(error == .nonsense)
      return nil
    }
    return try worker.receive().bytes
  }
}
