import Arguments
import Files
import Foundation
import FrameGrabbing
import Packing
import TestSupport
import Testing
import Timeline
import Workers

@testable import Broker
@testable import Command

/// What a broker does with raw pictures of a worker that has been taken over.
@Suite struct RawSessionTests {
  private final class Sink: ReportSink {
    func receive(_ report: FrameReport) -> Bool { true }
    func receive(_ failure: MomentFailure) -> Bool { true }
  }

  /// A broker and its worker's end of the connection.
  private final class Side {
    let scratch: Scratch
    private let own: Channel
    private let other: Channel
    private let memory: MemoryFile
    private let session: WorkerSession

    init(_ words: String..., frames: String = "3..5", size: Int64 = 100) throws {
      scratch = try Scratch()
      (own, other) = try Channel.pair()
      memory = try MemoryFile.make()
      session = WorkerSession(own, memory) { _, _ in }
      let folder = scratch.folder.path(percentEncoded: false)
      let all = ["v.mp4", "--frame", frames] + words.map { $0.replacing("FOLDER", with: folder) }
      let request = try GrabRequest(OptionTable.framegrab.parse(all.map { Word($0) }))
      var options = request.options
      options.output.destination = request.output?.bytes == [0x2D] ? .standardOutput : .files(try request.template())
      let broker = DirectBroker(
        Terminal(level: .quiet, progress: nil), input: "v.mp4",
        outlet: DirectOutlet(options, input: "v.mp4", inputs: []), indexes: nil, reports: Sink())
      let moments = [Moment(.frames(try FrameSelection(parsing: frames)), text: frames)]
      session.work = Work(broker, JobBounds(moments: moments, options, byteCount: size), request)
    }

    /// Sends a message as a worker would; returns the answer, or nil if the broker gives the worker up.
    func say(_ kind: any Message.Type, _ pack: (inout VarintWriter) -> Void = { _ in }) throws -> [UInt8]? {
      try session.answer(kind, from: other, pack)
    }

    func place(_ bytes: [UInt8], _ size: (Int64, Int64, Int64), at position: Int64) throws -> [UInt8]? {
      try bytes.withUnsafeBytes { try memory.append($0) }
      return try say(PlaceMessage.self) { packing in
        for number in [size.0, size.1, size.2, position] { packing.append(signed: number) }
        packing.append(count: bytes.count)
        packing.append(signed: 0)
      }
    }

    /// Opens the file, without anything about sheets.
    func begin() throws -> [UInt8]? {
      try say(BeginMessage.self) { packing in
        packing.append(count: 0)
        packing.append(signed: 0)
      }
    }

    /// Begins sheets: the size of a tile, the number of cells, and the borders as distances.
    func begin(sheets numbers: [UInt64]) throws -> [UInt8]? {
      var order = VarintWriter()
      for number in numbers { order.append(number) }
      try order.bytes.withUnsafeBytes { try memory.append($0) }
      return try say(BeginMessage.self) { packing in
        packing.append(count: order.bytes.count)
        packing.append(signed: 0)
      }
    }

    func complete(_ count: Int64) throws -> [UInt8]? { try say(CompleteMessage.self) { $0.append(signed: count) } }
  }

  /// The answer to a picture that was taken: no error, and the shape.
  private func taken(_ width: UInt8, _ height: UInt8) -> [UInt8] { [0, 2 * width, 2 * height, 16] }

  private let samples: [UInt8] = [1, 2, 3, 4, 5, 6]

  @Test func `pictures in any order become one array`() throws {
    let side = try Side("-o", "FOLDER/a.npy")
    #expect(try side.begin() == [0, 1])
    for position in [2, 0, 1] as [Int64] {
      #expect(try side.place(samples.map { $0 + 10 * UInt8(position) }, (2, 1, 8), at: position) == taken(2, 1))
    }
    #expect(try side.scratch.names == [])
    #expect(try side.complete(3) == [0, 0])
    let file = try side.scratch.bytes(of: "a.npy")
    #expect(file.dropFirst(128) == [1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25, 26])
    #expect(String(decoding: file.prefix(128), as: UTF8.self).contains("(3, 1, 2, 3)"))
    // It is complete: nothing is added.
    #expect(try side.place(samples, (2, 1, 8), at: 0) == nil)
  }

  @Test func `a picture has as many bytes as its shape says, and the shape that was asked for`() throws {
    for (bytes, shape) in [
      (samples + [0], (2, 1, 8)), (Array(samples.dropLast()), (2, 1, 8)), (samples, (3, 1, 8)), (samples, (2, 1, 16)),
      (samples, (0, 1, 8)), (samples, (2, -1, 8)), (samples, (Int64(Int32.max), Int64(Int32.max), 8)),
    ] as [([UInt8], (Int64, Int64, Int64))] {
      let side = try Side("-o", "FOLDER/a.npy")
      _ = try side.begin()
      #expect(try side.place(bytes, shape, at: 0) == nil, "\(shape)")
      #expect(try side.scratch.names == [])
    }
    let side = try Side("-o", "FOLDER/a.npy", "--size", "1x2")
    _ = try side.begin()
    #expect(try side.place(samples, (2, 1, 8), at: 0) == nil)
    #expect(try side.place(samples, (1, 2, 8), at: 0) == taken(1, 2))
  }

  @Test func `more pictures than asked for, gaps and other shapes are no array`() throws {
    let side = try Side("-o", "FOLDER/a.npy")
    #expect(try side.place(samples, (2, 1, 8), at: 0) == nil)
    _ = try side.begin()
    #expect(try side.complete(0) == nil)
    #expect(try side.place(samples, (2, 1, 8), at: 0) == taken(2, 1))
    for position in [3, -1, 1 << 41, Int64.max] { #expect(try side.place(samples, (2, 1, 8), at: position) == nil) }
    // The answer says which shape all have; the picture is not taken.
    #expect(try side.place(samples, (1, 2, 8), at: 1) == taken(2, 1))
    #expect(try side.complete(2) == nil)
    #expect(try side.place(samples, (2, 1, 8), at: 2) == taken(2, 1))
    for count in [1, 2, 3, 4] as [Int64] { #expect(try side.complete(count) == nil) }
    // From the beginning again.
    #expect(try side.begin() == [0, 1])
    #expect(try side.complete(3) == nil)
    #expect(try side.place(samples, (2, 1, 8), at: 0) == taken(2, 1))
    #expect(try side.scratch.names == [])
    #expect(try side.complete(1) == [0, 0])
    #expect(try side.begin() == nil)
  }

  @Test func `a place far away is no picture of any number of them`() throws {
    let side = try Side("-o", "FOLDER/a.npy", frames: "3..-1", size: 1 << 42)
    _ = try side.begin()
    #expect(try side.place(samples, (2, 1, 8), at: 1 << 41) == nil)
    // The system may refuse this one; it is not an array in any case.
    _ = try side.place(samples, (2, 1, 8), at: 1 << 40)
    #expect(try side.complete(1) == nil)
    #expect(try side.scratch.names == [])
  }

  @Test func `pictures have files of their own, or one for all, as was asked for`() throws {
    let one = try Side("-o", "FOLDER/a.npy")
    _ = try one.begin()
    let publish: (inout VarintWriter) -> Void = { packing in
      for number in [2, 1, 8] as [Int64] { packing.append(signed: number) }
      packing.append(true)
      packing.append(false)
      packing.append(count: 3)
      for _ in 0..<4 { packing.append(false) }
      packing.append(signed: 0)
      packing.append(false)
      // The sheet, no bytes, and why there are none.
      for number in [1, 0] { packing.append(count: number) }
      packing.append(signed: 28)
    }
    #expect(try one.say(PublishMessage.self, publish) == nil)
    let each = try Side("-o", "FOLDER/{index}.rgb", "--raw", "rgb24")
    #expect(try each.begin() == nil)
    #expect(try each.place(samples, (2, 1, 8), at: 0) == nil)
    #expect(try each.complete(1) == nil)
    let png = try Side("-o", "FOLDER/{index}.png")
    #expect(try png.begin() == nil)
    #expect(try png.place(samples, (2, 1, 8), at: 0) == nil)
  }

  // MARK: Sheets

  /// Three cells of 2 by 1 pixels, with an index: from 0 to 40, 80 and 120 ms.
  private let order: [UInt64] = [2, 1, 3, 4, 0, 40, 40, 40]

  @Test func `tiles in any order become sheets, and the index comes last`() throws {
    let side = try Side("-o", "FOLDER/x.vtt", "--sheet", "2x1")
    #expect(try side.begin(sheets: order) == [0, 1])
    for position in [2, 0, 1] as [Int64] {
      #expect(try side.place(samples.map { $0 + 10 * UInt8(position) }, (2, 1, 8), at: position) == taken(2, 1))
    }
    #expect(try side.scratch.names == [])
    #expect(try side.complete(2) == nil && side.scratch.names == [])
    #expect(try side.complete(3) == [0, 0])
    #expect(try Set(side.scratch.names) == ["x-001.png", "x-002.png", "x.vtt"])
    let first = try DecodedPNG(side.scratch.bytes(of: "x-001.png"))
    #expect(first.width == 4 && first.colors == [1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16])
    let index = try #require(try ThumbnailTrack(Data(side.scratch.bytes(of: "x.vtt"))))
    #expect(index.cues.map(\.to) == [40, 80, 120])
    // They are complete: nothing is added.
    #expect(try side.place(samples, (2, 1, 8), at: 0) == nil)
  }

  @Test func `a smaller tile is in the middle of its cell, a larger one is refused`() throws {
    let side = try Side("-o", "FOLDER/x.vtt", "--sheet", "2x1")
    // 4 by 3 pixels; the tile of 2 by 1 is one from the left and one from the top.
    _ = try side.begin(sheets: [4, 3, 1, 2, 0, 40])
    #expect(try side.place(samples, (2, 1, 8), at: 0) == taken(2, 1) && side.complete(1) == [0, 0])
    let sheet = try DecodedPNG(side.scratch.bytes(of: "x-001.png"))
    #expect(sheet.part([1, 1, 2, 1])?.colors == samples && sheet.colors.filter { $0 == 0 }.count == 3 * 12 - 6)
    for (bytes, size) in [([UInt8](repeating: 1, count: 9), (3, 1, 8)), (samples, (1, 2, 8)), (samples, (1, 1, 16))] {
      let other = try Side("-o", "FOLDER/x.vtt", "--sheet", "2x1")
      _ = try other.begin(sheets: order)
      #expect(try other.place(bytes, (Int64(size.0), Int64(size.1), Int64(size.2)), at: 0) == nil)
    }
  }

  @Test func `sheets that no job has are refused`() throws {
    // No size, falling borders, too many of them, more than a message has, none where an index needs them.
    let wrong: [[UInt64]] = [
      [], [0, 1, 3, 4, 0, 40, 40, 40], [2, 1, 0, 0], [2, 1, 3, 5, 0, 40, 40, 40, 40], [2, 1, 1 << 23, 0],
      [2, 1, 3, 4, 0, 40, 40, UInt64.max], [2, 1, 3, 0], [2, 1, 3, 3, 0, 40, 40],
    ]
    for numbers in wrong {
      #expect(try Side("-o", "FOLDER/x.vtt", "--sheet", "2x1").begin(sheets: numbers) == nil, "\(numbers)")
    }
    // For pictures that are no tiles, and the other way around.
    #expect(try Side("-o", "FOLDER/a.npy").begin(sheets: order) == nil)
    #expect(try Side("-o", "FOLDER/x.vtt").begin() == nil)
    let side = try Side("-o", "FOLDER/x.vtt", "--sheet", "2x1")
    #expect(try side.place(samples, (2, 1, 8), at: 0) == nil)
    let empty = try Side("-o", "FOLDER/x.vtt", "--sheet", "2x1")
    _ = try empty.begin(sheets: order)
    #expect(try empty.complete(3) == nil && empty.place(samples, (2, 1, 8), at: 3) == nil)
  }

  @Test func `no more sheets are held than fit, whatever order tiles come in`() throws {
    // One tile a sheet, so that with one decoder two sheets are open.
    let side = try Side("-o", "FOLDER/x-{sheet}.png", "--sheet", "1x1", "-j", "1", size: 1000)
    _ = try side.begin(sheets: [2, 1, 100, 0])
    #expect(try side.place(samples, (2, 1, 8), at: 50) == taken(2, 1))
    #expect(try side.place(samples, (2, 1, 8), at: 49) == taken(2, 1))
    // Those of cells 0 to 48 are done, without a picture.
    #expect(try side.place(samples, (2, 1, 8), at: 48) == nil)
  }
}
