import Files
import Foundation
import Packing
import TestSupport
import Testing
import Workers

@testable import Sourcing

/// The process that keeps a helper, here as a thread, and those who ask it.
@Suite struct SourceKeeperTests {
  private let folder: Scratch
  private let broker: Channel

  private static let helper = BuiltTool.folder + "source-helper"

  init() throws {
    folder = try Scratch()
    try folder.write(Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }), to: "a")
    try folder.write(Data("secret".utf8), to: "b")
    let (keeper, broker) = try Channel.pair()
    self.broker = broker
    let command = try HelperCommand(parsing: "'\(Self.helper)'")
    Thread { _ = SourceKeeper(keeper, command, patience: 20_000_000_000).serve() }.start()
    guard case .started? = SourceAnswer(try broker.receive().bytes) else { throw RunFault(description: "not started") }
  }

  private func open(_ name: String) throws -> Channel {
    try broker.send(SourceQuestion.open(folder.path(name).text, isRead: true).message)
    let message = try broker.receive()
    guard case .opened? = SourceAnswer(message.bytes) else { throw RunFault(description: "not opened") }
    return Channel(adopting: try #require(message.files.first))
  }

  private func ask(_ reader: Channel, _ question: LentFile.Question) throws -> LentFile.Answer? {
    try reader.send(question.message)
    return LentFile.Answer(try reader.receive().bytes[...])
  }

  @Test func `a reader gets the bytes of its object`() throws {
    let reader = try open("a")
    guard case .identity(100_000, _, _)? = try ask(reader, .identity) else {
      Issue.record("no identity")
      return
    }
    for (offset, count) in [(0, 1), (4095, 2), (99_999, 65536), (30_000, 65536), (40_960, 4096)] {
      let end = min(100_000, offset + count)
      let bytes = (offset..<end).map { UInt8(truncatingIfNeeded: $0 / 7) }
      #expect(try ask(reader, .bytes(at: Int64(offset), count: count)) == .bytes(bytes[...]))
    }
    #expect(try ask(reader, .bytes(at: 100_000, count: 9)) == .bytes([]))
    #expect(try ask(reader, .bytes(at: .max - 1, count: 9)) == .bytes([]))
  }

  private static let messages: [[UInt8]] = [
    [UInt8](repeating: 0, count: 11), [UInt8](repeating: 0, count: 13), [], [1], [UInt8](repeating: 0xFF, count: 12),
    // No bytes, and more than an answer takes.
    LentFile.Question.bytes(at: 0, count: 1).message.dropLast(4) + [0, 0, 0, 0],
    LentFile.Question.bytes(at: 0, count: 1).message.dropLast(4) + [1, 0, 1, 0],
    // A question of the broker's.
    SourceQuestion.open("/etc/passwd", isRead: true).message,
    SourceQuestion.end.message,
  ]

  @Test(arguments: messages)
  func `a reader that asks what makes no sense is left alone`(_ message: [UInt8]) throws {
    let (bad, good) = (try open("a"), try open("b"))
    if !message.isEmpty {
      try bad.send(message)
      #expect(throws: Channel.Fault.closed) { try bad.receive() }
    }
    #expect(try ask(good, .bytes(at: 0, count: 6)) == .bytes(Array("secret".utf8)[...]))
    #expect(try ask(try open("a"), .bytes(at: 6, count: 2)) == .bytes([0, 1]))
  }

  @Test func `a reader that does not wait for its answer is left alone`() throws {
    let (bad, good) = (try open("a"), try open("b"))
    for place in 0..<20 { try? bad.send(LentFile.Question.bytes(at: Int64(place) * 1024, count: 1).message) }
    // Some are answered, if they came one by one; then there is an end.
    while (try? bad.receive()) != nil {}
    #expect(try ask(good, .bytes(at: 0, count: 6)) == .bytes(Array("secret".utf8)[...]))
  }

  @Test func `files that a reader sends are closed, and it with them`() throws {
    let (bad, good) = (try open("a"), try open("b"))
    try bad.send(LentFile.Question.identity.message, files: [0])
    #expect(throws: Channel.Fault.closed) { try bad.receive() }
    #expect(try ask(good, .bytes(at: 0, count: 6)) == .bytes(Array("secret".utf8)[...]))
  }
}
