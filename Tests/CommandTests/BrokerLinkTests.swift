import FrameGrabbing
import Packing
import Testing
import Workers

@testable import Broker

/// A worker's end of the connection, with a broker that answers when the test says so.
@Suite struct BrokerLinkTests {
  private let own: Channel
  private let link: BrokerLink

  init() throws {
    let (own, other) = try Channel.pair()
    self.own = own
    link = BrokerLink(other, try MemoryFile.make())
  }

  /// Sends a result; returns whether to continue.
  private func report() -> Bool {
    link.report(FailureMessage(MomentFailure(error: RelayedError(line: "x", code: 1), asked: nil)))
  }

  /// Takes the next message and answers it; returns its kind.
  private func answer(_ goOn: Bool) throws -> UInt8? {
    let kind = try own.receive().bytes.first
    var answer = VarintWriter()
    answer.append(goOn)
    try own.send(answer.bytes)
    return kind
  }

  @Test func `results go ahead of their answers, which are all read before the end`() throws {
    // Nobody answers yet.
    for _ in 1...8 { #expect(report()) }
    for _ in 1...8 { #expect(try answer(true) == FailureMessage.code) }
    // The ninth result reads the first answer; that to the ninth is to stop, and seven are before it.
    #expect(report())
    #expect(try answer(false) == FailureMessage.code)
    for _ in 1...7 {
      #expect(report())
      _ = try answer(true)
    }
    for _ in 1...2 {
      #expect(!report())
      _ = try answer(true)
    }
    // The next job begins anew, and gets no answer of this one.
    link.tell(JobEnd(isSuccess: true))
    #expect(try own.receive().bytes.first == EndMessage.code)
    for _ in 1...8 { #expect(report()) }
    for _ in 1...8 { #expect(try answer(false) == FailureMessage.code) }
    #expect(!report())
  }

  @Test func `a question is answered after the results before it`() throws {
    for _ in 1...3 { #expect(report()) }
    for _ in 1...3 { _ = try answer(true) }
    // The answer to the question is there already: that a file is left as it is.
    var left = VarintWriter()
    left.append(Result<Bool, GrabError>.success(false)) { _ in RelayedError(line: "", code: 1) }
    try own.send(left.bytes)
    #expect(try !link.ask(BeginMessage()).get())
  }
}
