import Arguments
import Files
import Foundation
import FrameGrabbing
import Packing
import TestSupport
import Testing
import Timeline
import Video
import Workers

@testable import Broker
@testable import Command

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a broker does with the messages of a worker that has been taken over.
@Suite struct WorkerSessionTests {
  let scratch: Scratch
  let own: Channel
  let other: Channel
  let memory: MemoryFile
  let session: WorkerSession
  let sink = Sink()
  let notes = Notes()

  /// Keeps lines for people.
  final class Notes { var lines: [String] = [] }

  /// Counts results.
  final class Sink: ReportSink {
    var reports = 0
    var failures: [MomentFailure] = []

    func receive(_ report: FrameReport) -> Bool {
      reports += 1
      return true
    }

    func receive(_ failure: MomentFailure) -> Bool {
      failures.append(failure)
      return true
    }
  }

  init() throws {
    scratch = try Scratch()
    (own, other) = try Channel.pair()
    memory = try MemoryFile.make()
    session = WorkerSession(own, memory) { [notes] line, _ in notes.lines.append(line) }
    try work()
  }

  /// Gives the worker the work of a command line: two frames, unless the moments are others.
  func work(
    _ more: [String] = [], _ destination: OutputOptions.Destination? = nil, moments: [Moment]? = nil,
    shows: Set<JobBounds.Show> = [], size: Int64 = 1000
  ) throws {
    let folder = scratch.folder.path(percentEncoded: false)
    let words = ["v.mp4", "--frame", "3", "-o", "\(folder)/p{index}.png"] + more
    let request = try GrabRequest(OptionTable.framegrab.parse(words.map { Word($0) }))
    var options = request.options
    options.output.destination = try destination ?? .files(request.template())
    let two = [Moment(.frames(FrameSelection(3)), text: "3"), Moment(.frames(FrameSelection(4)), text: "4")]
    let broker = DirectBroker(
      Terminal(level: .quiet, progress: nil), input: "v.mp4",
      outlet: DirectOutlet(options, input: "v.mp4", inputs: []), indexes: nil, reports: sink)
    session.work = Work(
      broker, JobBounds(moments: moments ?? two, options, shows: shows, byteCount: size), request)
  }

  /// Sends a message as a worker would; returns the answer, or nil if the broker gives the worker up.
  func say(_ kind: any Message.Type, _ pack: (inout VarintWriter) -> Void) throws -> [UInt8]? {
    try session.answer(kind, from: other, pack)
  }

  func publish(_ png: [UInt8], _ size: (Int64, Int64, Int64), _ index: Int) throws -> [UInt8]? {
    try png.withUnsafeBytes { try memory.append($0) }
    return try say(PublishMessage.self) { packing in
      for number in [size.0, size.1, size.2] { packing.append(signed: number) }
      packing.append(true)
      Attack.name(index)(&packing)
      packing.append(count: png.count)
      packing.append(signed: 0)
    }
  }

  /// The chunks of a picture of 2 × 1 grey pixels; neither checksums nor pixels matter here.
  func png(width: UInt8 = 2, extra: [UInt8] = [], end: [UInt8] = []) -> [UInt8] {
    let header: [UInt8] = [0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + extra
      + chunk("IDAT", [1, 2, 3]) + chunk("IEND", []) + end
  }

  private func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(content.count)] + Array(kind.utf8) + content + [0, 0, 0, 0]
  }

  @Test func `a picture is published under the broker's own name`() throws {
    #expect(try publish(png(), (2, 1, 8), 7) == [0, 0])
    #expect(try scratch.names == ["p7.png"])
    // It exists now, and -y was not given.
    let answer = try #require(try publish(png(), (2, 1, 8), 7))
    #expect(answer.first == 1)
    #expect(String(decoding: answer, as: UTF8.self).contains("already exists"))
  }

  @Test(arguments: [
    "a/b", "..", ".a", "-a", " a", "a\u{0}", "a\n", "a\u{202E}", "", String(repeating: "a", count: 201),
  ])
  func `a moment's name that is no part of a file's name is refused`(title: String) throws {
    let ask = { (title: String) in
      try say(CheckMessage.self) { packing in
        packing.append(false)
        packing.append(count: 1)
        Attack.name(7, moment: title)(&packing)
      }
    }
    // The titles of chapters come from the video.
    try work(moments: [Moment(.chapters, text: "chapters")])
    #expect(try ask("Été № 4") == [1, 0, 1])
    #expect(try ask(title) == nil)
  }

  @Test func `a picture that no command line asked for is refused`() throws {
    try work(["--dry-run"])
    #expect(try publish(png(), (2, 1, 8), 7) == nil)
    // Only the hash is wanted.
    try work(["--hash"], .nowhere)
    #expect(try publish(png(), (2, 1, 8), 7) == nil)
    // It goes to standard output, and has no name.
    try work([], .standardOutput)
    #expect(try publish(png(), (2, 1, 8), 7) == nil)
    #expect(try scratch.names == [])
  }

  @Test func `a moment's name is one that was asked for`() throws {
    let ask = { (title: String) in
      try say(CheckMessage.self) { packing in
        packing.append(false)
        packing.append(count: 1)
        Attack.name(7, moment: title)(&packing)
      }
    }
    #expect(try ask("a") == nil)
    try work(moments: [Moment(.frames(FrameSelection(3)), text: "3", name: "a/b")])
    #expect(try ask("a_b") == [1, 0, 1])
    #expect(try ask("b") == nil)
  }

  /// Keeps the indexes of a file that was not changed for long.
  private func keep(_ video: Path) throws {
    let later = WallTime(seconds: WallTime.now.seconds + 100, nanoseconds: 0)
    let file = open("\(video)", O_RDONLY | O_CLOEXEC)
    session.indexes = IndexKeeper(
      try VideoInput(adopting: file, path: video, openedAfter: later), Limits(),
      in: IndexCache(folder: Path(scratch.folder.path(percentEncoded: false) + "/cache"), program: "1"))
  }

  /// Stores an index; the first byte of the answer.
  private func store(stream: Int = 0) throws -> UInt8? {
    try memory.replace(with: [1, 2, 3])
    return try say(StoreIndexMessage.self) { packing in
      // The stream; that it was not probed; the bytes in the shared file.
      packing.append(count: stream)
      packing.append(false)
      packing.append(count: 3)
      packing.append(signed: 0)
    }?.first
  }

  @Test func `an index is kept only for the file that was opened, unchanged`() throws {
    #expect(try store() == nil)
    let video = try scratch.write(Data("a video".utf8), to: "v.mp4")
    try keep(video)
    #expect(try store() == 0)
    #expect(try scratch.names.contains("cache"))
    try Data("another one".utf8).write(to: URL(filePath: "\(video)"))
    try work()
    #expect(try store() == 2)
  }

  // Many would evict those of other videos.
  @Test func `one index is kept for each job, of a stream that can exist`() throws {
    try keep(try scratch.write(Data("a video".utf8), to: "v.mp4"))
    // The limits allow 64 streams.
    #expect(try store(stream: 64) == nil)
    #expect(try store(stream: 63) == 0)
    #expect(try store(stream: 63) == nil)
    // Of two more jobs, the first stores nothing before the second one is there.
    for _ in 0..<2 { try work() }
    #expect(try store() == 0)
    #expect(try store(stream: 1) == 0)
    #expect(try store(stream: 2) == nil)
    let cache = scratch.folder.appending(component: "cache").path(percentEncoded: false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache).count == 3)
  }

  @Test func `what is no such picture is refused`() throws {
    #expect(try publish(png(), (3, 1, 8), 0) == nil)
    #expect(try publish(png(), (2, 1, 16), 0) == nil)
    #expect(try publish(png(end: [0]), (2, 1, 8), 0) == nil)
    #expect(try publish(png(extra: chunk("evil", [])), (2, 1, 8), 0) == nil)
    #expect(try publish(Array(png().dropLast()), (2, 1, 8), 0) == nil)
    #expect(try publish(Array("#!/bin/sh\n".utf8), (2, 1, 8), 0) == nil)
    #expect(try scratch.names == [])
  }

  @Test func `names are numbers, and nothing else`() throws {
    func check(_ pack: @escaping (inout VarintWriter) -> Void) throws -> [UInt8]? {
      try say(CheckMessage.self) { packing in
        packing.append(false)
        packing.append(count: 1)
        pack(&packing)
      }
    }
    #expect(try check(Attack.name(5)) == [1, 0, 1])
    for clock in ["../x", "..", "", "a", "1\n", String(repeating: "1", count: 65)] {
      let answer = try check { packing in
        packing.append(false)
        packing.append(count: 3)
        packing.append(false)
        packing.append(false)
        packing.append(true)
        packing.append(clock)
        packing.append(false)
        packing.append(signed: 0)
        packing.append(false)
        packing.append(count: 1)
      }
      #expect(answer == nil, "\(clock)")
    }
    // Two digits after the point are none of the numbers of digits that a name has.
    #expect(
      try check { packing in
        packing.append(false)
        packing.append(count: 2)
        for _ in 0..<4 { packing.append(false) }
        packing.append(signed: 0)
        packing.append(false)
        packing.append(count: 1)
      } == nil)
  }

  @Test func `an error has a code that errors have, and no control characters`() throws {
    func fail(_ code: Int64) throws -> [UInt8]? {
      try say(FailureMessage.self) { packing in
        packing.append("v.mp4: \u{1B}[2Jis bad\n")
        packing.append("v.mp4: is bad")
        packing.append(signed: code)
        packing.append("")
        packing.append(count: 0)
        packing.append(count: 0)
        for _ in 0..<6 { packing.append(false) }
      }
    }
    for code in [0, 7, 69, 71, 128, -1, Int64.max] { #expect(try fail(code) == nil) }
    #expect(try fail(4) == [1])
    #expect(sink.failures.map(\.error.line) == ["v.mp4: \\x1B[2Jis bad\\x0A"])
  }

  @Test func `each kind of message has a number of its own`() {
    #expect(MessageTypes.byCode.count == MessageTypes.all.count)
  }

  @Test func `messages that are cut off, too long or unknown are refused`() throws {
    for bytes in [[0], [99], [CheckMessage.code], [ReportMessage.code, 0xFF]] {
      try other.send(bytes)
      #expect(throws: WorkerSession.Fault.nonsense) { _ = try session.answerNext() }
    }
    // More than belongs to the message.
    #expect(try say(BeginMessage.self) { $0.append(byte: 1) } == nil)
    // An index of a video that the worker does not have.
    #expect(try say(LoadIndexMessage.self) { $0.bytes += [9, 0, 0] } == nil)
    // A file that is not there to be read.
    #expect(
      try say(PublishMessage.self) { packing in
        for number in [2, 1, 8] as [Int64] { packing.append(signed: number) }
        packing.append(false)
        packing.append(count: 1 << 40)
        packing.append(signed: 0)
      } == nil)
  }

  @Test func `any bytes are answered or refused`() throws {
    var numbers = SeededNumbers(seed: 14)
    for _ in 0..<3000 {
      let count = Int.random(in: 1...40, using: &numbers)
      // Small numbers are more often valid.
      let bytes = (0..<count).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &numbers) ? 13 : 255), using: &numbers)
      }
      try other.send(bytes)
      if let end = try? session.answerNext() { #expect(end.failure.map { (1...70).contains($0.code) } ?? true) }
      while Readiness.await([other.descriptor], atMost: 0)[0] { _ = try other.receive() }
    }
  }

  // MARK: Texts

  @Test func `lines keep what JSON may hold, and nothing that commands a terminal`() {
    func checked(_ text: String) -> String { String(decoding: TextCheck.checked(Array(text.utf8)), as: UTF8.self) }
    for text in ["a\tb\n", "{\"title\":\"日本\"}\n", "é\n", ""] { #expect(checked(text) == text) }
    #expect(checked("a\u{1B}[2J\nb\n") == "a\\x1B[2J\nb\n")
    #expect(checked("\u{202E}x\n") == "\\xE2\\x80\\xAEx\n")
    #expect(TextCheck.checked([0x61, 0xFF, 0x0A]) == Array("a\\xFF\n".utf8))
  }
}
