import Arguments
import Files
import Foundation
import FrameGrabbing
import TestSupport
import Workers
@testable import Broker
@testable import Command

extension FuzzTarget {
  /// What a worker says, as its broker reads it: messages, each after a byte with its length; 255 puts what follows into
  /// the shared file. Whatever it is, the broker answers, or gives the worker up.
  static let broker = FuzzTarget(name: "broker", longest: 1024, mutations: 600) { bytes in
    let stage = try BrokerStage()
    var rest = bytes[...]
    while let length = rest.popFirst() {
      let isContent = length == 255
      let part = rest.prefix(isContent ? Int(rest.popFirst() ?? 0) : Int(length))
      rest = rest.dropFirst(part.count)
      guard !part.isEmpty else { continue }
      if isContent { try stage.put(Array(part)) } else { guard try stage.says(Array(part)) else { return } }
    }
  }
}

/// A broker with a job, and the other end of its worker's connection.
private struct BrokerStage {
  private final class Sink: ReportSink {
    func receive(_ report: FrameReport) -> Bool { !report.json.isEmpty }

    func receive(_ failure: MomentFailure) -> Bool { failure.error.code > 0 }
  }

  private let scratch = try? Scratch()
  private let other: Channel
  private let memory: MemoryFile
  private let session: WorkerSession

  init() throws {
    let own: Channel
    (own, other) = try Channel.pair()
    memory = try MemoryFile.make()
    let silent = Terminal(level: .quiet, progress: nil)
    session = WorkerSession(own, memory) { _, _ in }
    guard let folder = scratch?.folder.path(percentEncoded: false) else { return }
    let words = ["v.mp4", "--all", "-y", "-o", "\(folder)/{index}-{label}-{time}-{pts}-{name}.png"]
    let request = try GrabRequest(OptionTable.framegrab.parse(words.map { Word($0) }))
    var options = request.options
    options.output.destination = .files(try request.template())
    let outlet = DirectOutlet(options, input: "v.mp4", inputs: [])
    let broker = DirectBroker(silent, input: "v.mp4", outlet: outlet, indexes: nil, reports: Sink())
    let bounds = JobBounds(
      moments: [Moment(.all, text: "all")], options, shows: [.description, .timeline, .thumbnails, .seeks],
      byteCount: 1 << 20)
    session.work = Work(broker, bounds, request)
  }

  func put(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try memory.append($0) } }

  /// Whether the broker still listens after a message.
  func says(_ bytes: [UInt8]) throws -> Bool {
    try other.send(bytes)
    do throws(WorkerSession.Fault) {
      _ = try session.answerNext()
    } catch {
      return false
    }
    while Readiness.await([other.descriptor], atMost: 0)[0] { _ = try other.receive() }
    return true
  }
}
