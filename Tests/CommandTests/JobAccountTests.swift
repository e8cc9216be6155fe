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

/// What the broker counts of a job, and compares with what its worker says.
extension WorkerSessionTests {
  /// Reports a frame (`Attack.report`).
  private func report(_ index: Int, _ outcome: UInt8 = 0, _ size: (Int64, Int64)? = (2, 1)) throws -> [UInt8]? {
    try say(ReportMessage.self, Attack.report(index, outcome, size))
  }

  @Test func `a written picture is reported once, and only if one was written`() throws {
    #expect(try report(7) == nil)
    _ = try publish(png(), (2, 1, 8), 7)
    #expect(try report(7) == [1])
    #expect(sink.reports == 1)
    // No more than two, one of which was refused.
    #expect(try report(7) == nil)
  }

  @Test func `a report says of a picture what was published`() throws {
    for (outcome, size) in [(1, (2, 1)), (2, (2, 1)), (3, (2, 1)), (4, (2, 1)), (5, (2, 1)), (0, (3, 1))]
      as [(UInt8, (Int64, Int64))]
    {
      try work(["-y"])
      _ = try publish(png(), (2, 1, 8), Int(outcome) + 10 * Int(size.0))
      #expect(try report(Int(outcome) + 10 * Int(size.0), outcome, size) == nil, "\(outcome) \(size)")
    }
    // Two sizes whose product is more than a number holds.
    try work()
    _ = try publish(png(), (2, 1, 8), 7)
    #expect(try report(7, 0, (2_147_483_647, 1_431_655_766)) == nil)
    #expect(try report(7, 0, nil) == nil)
  }

  @Test func `a file is left as it is only if it is there and may stay`() throws {
    try work(["-n"])
    #expect(try report(7, 2, nil) == nil)
    _ = try publish(png(), (2, 1, 8), 7)
    try work(["-n"])
    #expect(try publish(png(), (2, 1, 8), 7) == [0, 2])
    #expect(try report(7, 2) == [1])
    try work(["--dry-run"])
    #expect(try report(7, 5, nil) == [1])
    #expect(try report(7, 4, nil) == nil)
    try work(["--hash"], .nowhere)
    #expect(try report(7, 4, nil) == [1])
    #expect(try report(7, 5, nil) == nil)
  }

  @Test func `there are no more pictures than moments, and names come again only a few times`() throws {
    for index in 1...2 { #expect(try publish(png(), (2, 1, 8), index) == [0, 0]) }
    #expect(try publish(png(), (2, 1, 8), 3) == nil)
    try work(["-y"])
    var count = 0
    while try publish(png(), (2, 1, 8), 1) != nil, count < 100 { count += 1 }
    // Two frames, each at most four times, and the rest of a division.
    #expect(count < 12)
    // No video has more frames than bytes.
    try work(["-y"], moments: [Moment(.all, text: "all")], size: 3)
    for index in 1...3 { #expect(try publish(png(), (2, 1, 8), index) == [0, 1] || index == 3) }
    #expect(try publish(png(), (2, 1, 8), 4) == nil)
  }

  @Test func `a PNG is no longer than its samples and a mebibyte`() throws {
    // 2 × 1 pixels of four samples, a filter byte: 9 bytes.
    let room = 9 + (1 << 20)
    func padded(to count: Int) -> [UInt8] {
      let rest = count - png().count - 12
      let size = withUnsafeBytes(of: UInt32(rest).bigEndian) { Array($0) }
      return png(extra: size + Array("tEXt".utf8) + [UInt8](repeating: 0x20, count: rest) + [0, 0, 0, 0])
    }
    #expect(try publish(padded(to: room), (2, 1, 8), 1) == [0, 0])
    #expect(try publish(padded(to: room + 1), (2, 1, 8), 2) == nil)
  }

  @Test func `success is what the broker has counted`() throws {
    func end(_ isSuccess: Bool) throws -> Bool {
      var packing = VarintWriter()
      packing.append(byte: EndMessage.code)
      packing.append(isSuccess)
      if !isSuccess {
        packing.append(true)
        RelayedError(line: "v.mp4: is bad", code: 3).pack(into: &packing)
      } else {
        packing.append(false)
      }
      packing.append(false)
      // No times, and no bytes read.
      packing.append(count: 0)
      packing.append(count: 0)
      try other.send(packing.bytes)
      return (try? session.answerNext()) != nil
    }
    // Two moments, no report; a failure needs none.
    #expect(try !end(true))
    #expect(try end(false))
    for index in 1...2 {
      _ = try publish(png(), (2, 1, 8), index)
      #expect(try report(index) == [1])
      #expect(try end(true) == (index == 2))
    }
    try work(moments: [Moment(.all, text: "all")])
    #expect(try !end(true))
    for show in [JobBounds.Show.description, .timeline] {
      try work(moments: [], shows: [show])
      #expect(try !end(true))
    }
  }

  @Test func `people read a hundred lines of a question, and a word about the rest`() throws {
    for question in 1...2 {
      session.begin()
      for number in 0..<1000 {
        var packing = VarintWriter()
        packing.append(byte: NoteMessage.code)
        packing.append(count: 1)
        packing.append("line \(number)")
        try other.send(packing.bytes)
        #expect(try session.answerNext() == nil)
      }
      #expect(notes.lines.count == question * 101)
    }
    #expect(notes.lines[99] == "line 99" && notes.lines[100].contains("left out"))
  }

  @Test func `a description has 128 mebibytes at most, and only where one was asked for`() throws {
    func describe(_ count: Int) throws -> [UInt8]? {
      try say(FindingMessage.self) { packing in
        packing.append(byte: 0)
        packing.append([UInt8](repeating: 0x20, count: count))
      }
    }
    #expect(try describe(1) == nil)
    try work(moments: [], shows: [.description])
    for _ in 0..<2048 { #expect(try describe(1 << 16) == [0, 1]) }
    #expect(try describe(1) == nil)
  }

  @Test func `seeks come in their order, of frames that there are`() throws {
    func seek(_ number: Int, _ frame: Int) throws -> [UInt8]? {
      try say(FindingMessage.self) { packing in
        packing.append(byte: 1)
        packing.append(count: 1)
        packing.append(count: number)
        packing.append(count: frame)
        for time in [0, 1, 2] as [Int64] { packing.append(signed: time) }
        packing.append(byte: 0)
        packing.append(false)
      }
    }
    try work(moments: [], shows: [.timeline, .seeks])
    #expect(try seek(0, 0) == nil)
    try hand(frames: 3)
    #expect(try seek(0, 2) == [0, 1])
    #expect(try seek(1, 3) == nil)
    #expect(try seek(2, 0) == nil)
  }

  @Test func `a timeline comes where one was asked for, with no more frames than bytes`() throws {
    #expect(try hand(frames: 1) == nil)
    try work(moments: [], shows: [.timeline], size: 3)
    #expect(try hand(frames: 4) == nil)
    #expect(try hand(frames: 3) == [1])
    // The frames may turn out to be others a few times.
    var count = 1
    while try hand(frames: 3) != nil, count < 100 { count += 1 }
    #expect(count < 20)
  }

  @discardableResult private func hand(frames count: Int) throws -> [UInt8]? {
    let frames = (0..<Int64(count)).map {
      FrameTable.Frame(timestamp: $0, tick: $0, ordinal: 0, duration: 1, isKeyframe: true)
    }
    let base = try #require(TimeBase(1, 25))
    let table = try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: nil, timecodeStart: nil, isComplete: true))
    let packed = PackedTimeline(table, facts: "").packed
    try packed.withUnsafeBytes { try memory.append($0) }
    return try say(TimelineMessage.self) { packing in
      packing.append(count: packed.count)
      packing.append(signed: 0)
    }
  }
}
