import Packing
import Screen
import TestSupport
import Testing
import Timeline
@testable import Broker
@testable import Command

/// The messages between a scrubbing session and its worker.
@Suite struct ScrubMessageTests {
  @Test func `a timeline comes out as it went in`() throws {
    let frames = [
      FrameTable.Frame(timestamp: -512, tick: -512, ordinal: 0, duration: 0, isKeyframe: true),
      FrameTable.Frame(timestamp: 0, tick: 0, ordinal: 0, duration: 512, isKeyframe: false, isDecodable: false),
      FrameTable.Frame(timestamp: 0, tick: 0, ordinal: 1, duration: 512, isKeyframe: false),
      // After a jump of the timestamps.
      FrameTable.Frame(timestamp: 100, tick: 5000, ordinal: 0, duration: 512, isKeyframe: true),
      FrameTable.Frame(timestamp: .max, tick: .max, ordinal: 0, duration: .max, isKeyframe: false),
    ]
    let (base, origin) = (try #require(TimeBase(1, 12_800)), try #require(Rational(-1, 25)))
    let table = try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: origin,
        averageRate: Rational(30_000, 1001),
        timecodeStart: Timecode(hours: 1, minutes: 2, seconds: 3, frames: 4, isDropFrame: true),
        isComplete: false))
    let packed = PackedTimeline(table, facts: "1920×1080 h264").packed
    let read = try PackedTimeline(unpacking: packed, atMost: 5)
    #expect(throws: VarintError.self) { try PackedTimeline(unpacking: packed, atMost: 4) }
    #expect(read.facts == "1920×1080 h264" && read.table.timeBase == table.timeBase)
    #expect(read.table.frames == FrameList(frames))
    #expect(read.table.origin == table.origin && read.table.averageRate == table.averageRate)
    #expect(read.table.timecodeStart == table.timecodeStart && !read.table.isComplete && read.table.end == table.end)
    // Cut off anywhere, it is none.
    for count in 0..<packed.count {
      #expect(throws: VarintError.self) { try PackedTimeline(unpacking: Array(packed.prefix(count)), atMost: 10_000) }
    }
  }

  @Test func `frames in no order are no timeline`() throws {
    let frame = { (tick: Int64) in
      FrameTable.Frame(timestamp: tick, tick: tick, ordinal: 0, duration: 1, isKeyframe: true)
    }
    let base = try #require(TimeBase(1, 25))
    let table = try #require(
      FrameTable(
        frames: [frame(0), frame(1)], timeBase: base, origin: .zero, averageRate: nil,
        timecodeStart: nil, isComplete: true))
    var bytes = PackedTimeline(table, facts: "").packed
    // The second timestamp's difference, 1, is stored as 2; −1 is stored as 1.
    let place = try #require(bytes.lastIndex(of: 2).map { _ in bytes.count - 5 })
    #expect(bytes[place] == 2)
    bytes[place] = 1
    #expect(throws: VarintError.self) { try PackedTimeline(unpacking: bytes, atMost: 10_000) }
  }

  @Test func `no bytes trap the readers`() {
    var numbers = SeededNumbers(seed: 16)
    for _ in 0..<20_000 {
      let bytes = (0..<numbers.below(60)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      _ = try? PackedTimeline(unpacking: bytes, atMost: 10_000)
      _ = try? ScrubWish(unpacking: bytes)
      _ = try? ScrubStart(unpacking: bytes)
      var reader = VarintReader(bytes)
      _ = try? ScrubRunEnd(unpacking: &reader)
    }
  }

  @Test(arguments: [
    ScrubWish.run(number: 1, from: 0, to: 99), .redirect(number: 2, to: 7), .abandon(number: 3),
    .box(ScrubWish.Box(width: 178, height: 100)), .save(frame: 735), .leave,
  ])
  func `a wish comes out as it went in`(_ wish: ScrubWish) throws {
    #expect(try ScrubWish(unpacking: wish.packed) == wish)
    #expect(throws: VarintError.self) { try ScrubWish(unpacking: wish.packed + [0]) }
  }

  // 4 : 3 and 3 : 4 in 400 × 200, then what was made for a smaller window and for a larger one.
  @Test(arguments: [
    (267, 200, true), (150, 200, true), (400, 7, true), (160, 120, false), (533, 400, false), (400, 201, false),
  ])
  func `a picture belongs to the size that it fills`(width: Int, height: Int, fills: Bool) throws {
    let bytes = [UInt8](repeating: 0, count: 3 * width * height)
    let picture = try #require(RGBPicture(width: width, height: height, bytes: bytes))
    #expect(ScrubWish.Box(width: 400, height: 200).isFilled(by: picture) == fills)
  }

  @Test func `sizes have limits`() {
    for (width, height) in [(0, 1), (1, 0), (8193, 1)] {
      let box = ScrubWish.box(ScrubWish.Box(width: width, height: height))
      #expect(throws: VarintError.self) { try ScrubWish(unpacking: box.packed) }
    }
  }
}

/// What keys do.
@Suite struct ScrubCommandTests {
  @Test(arguments: [
    (Key.left(isShifted: false), ScrubCommand.step(-1)), (.right(isShifted: true), .step(10)), (.up, .seconds(1)),
    (.down, .seconds(-1)), (.pageUp, .adjust(isForwards: true)), (.pageDown, .adjust(isForwards: false)),
    (.home, .edge(isLast: false)), (.end, .edge(isLast: true)), (.enter, .saveAndLeave), (.escape, .escape),
    (.control("c"), .interrupt), (.control("z"), .suspend), (.control("l"), .repaint), (.character(","), .step(-1)),
    (.character("."), .step(1)), (.character("h"), .step(-1)), (.character("l"), .step(1)),
    (.character("<"), .step(-10)),
    (.character(">"), .step(10)), (.character("H"), .step(-10)), (.character("L"), .step(10)),
    (.character("["), .keyframe(isForwards: false)), (.character("]"), .keyframe(isForwards: true)),
    (.character("0"), .tenths(0)), (.character("9"), .tenths(9)), (.character("g"), .askTime), (.character("s"), .save),
    (.character("r"), .keep), (.character("m"), .nextModel), (.character("z"), .zoomIn), (.character("Z"), .zoomOut),
    (.character("v"), .nextView), (.character("?"), .help), (.character("q"), .leave),
    (.character(" "), .play), (.backspace, .back),
  ])
  func `each key has its command`(_ key: Key, _ command: ScrubCommand) {
    #expect(ScrubCommand(key) == command)
  }

  @Test func `other keys do nothing`() {
    for key in [Key.tab, .delete, .control("a"), .character("x"), .character("é")] {
      #expect(ScrubCommand(key) == nil)
    }
  }
}
