public import Packing
public import Timeline
package import Video

/// All frames of a video, as a message from a worker to its broker.
package struct PackedTimeline {
  package let table: FrameTable
  /// What is known of the video, for people.
  package let facts: String
  /// Whether the file ends too early.
  package let isCutOff: Bool
  /// Whether every picture was decoded to find the frames.
  package let isCounted: Bool
  /// Whether the frames are provisional until the video's own are known (`RoughFrames`).
  package let isRough: Bool

  /// Packs the frames of an open video.
  package init(_ table: FrameTable, of video: VideoFile, facts: String = "") {
    self.init(table, facts: facts, isCutOff: video.isCutOff, isCounted: video.isCounted)
  }

  /// Packs provisional frames.
  package init(rough table: FrameTable, facts: String) { self.init(table, facts: facts, isRough: true) }

  init(_ table: FrameTable, facts: String, isCutOff: Bool = false, isCounted: Bool = false, isRough: Bool = false) {
    (self.table, self.facts, self.isCutOff) = (table, facts, isCutOff)
    (self.isCounted, self.isRough) = (isCounted, isRough)
  }

  /// All of it as bytes.
  var packed: [UInt8] {
    var packing = VarintWriter()
    packing.append(
      facts, isCutOff, isCounted, isRough, table.timeBase.secondsPerTick, table.origin, table.averageRate,
      table.timecodeStart, table.isComplete, table.lacksEnd ? table.end : nil)
    packing.append(count: table.count)
    var (timestamp, offset): (Int64, Int64) = (0, 0)
    for frame in table.frames {
      // Differences are small, and wrap around as the reader's sums do.
      packing.append(signed: frame.timestamp &- timestamp)
      packing.append(signed: frame.tick &- frame.timestamp &- offset)
      (timestamp, offset) = (frame.timestamp, frame.tick &- frame.timestamp)
      packing.append(count: frame.ordinal)
      packing.append(signed: frame.duration)
      packing.append(byte: (frame.isKeyframe ? 1 : 0) | (frame.isDecodable ? 2 : 0))
    }
    return packing.bytes
  }

  /// Unpacks frames; throws for an impossible timeline, and for more than `most` frames.
  init(unpacking bytes: [UInt8], atMost most: Int) throws(VarintError) {
    var packing = VarintReader(bytes)
    let (second, origin, rate): (Rational, Rational, Rational?)
    let (timecode, isComplete, promised): (Timecode?, Bool, Rational?)
    (facts, isCutOff, isCounted, isRough, second, origin, rate, timecode, isComplete, promised) = try packing.values()
    let count = try packing.count(ofAtLeast: 5)
    guard count <= most else { throw VarintError() }
    var frames: [FrameTable.Frame] = []
    frames.reserveCapacity(count)
    var (timestamp, offset): (Int64, Int64) = (0, 0)
    for _ in 0..<count {
      timestamp &+= try packing.signed()
      offset &+= try packing.signed()
      let ordinal = try packing.number()
      let duration = try packing.signed()
      let flags = try packing.byte()
      guard flags < 4 else { throw VarintError() }
      frames.append(
        FrameTable.Frame(
          timestamp: timestamp, tick: timestamp &+ offset, ordinal: Int(clamping: ordinal), duration: duration,
          isKeyframe: flags & 1 != 0, isDecodable: flags & 2 != 0))
    }
    try packing.finish()
    guard let base = TimeBase(second.numerator, second.denominator),
      let table = FrameTable(
        frames: frames, timeBase: base, origin: origin, averageRate: rate, timecodeStart: timecode,
        isComplete: isComplete, promisedEnd: promised)
    else { throw VarintError() }
    self.table = table
  }
}

extension Timecode: Packed {
  /// Appends its fields.
  public func pack(into packing: inout VarintWriter) { packing.append(hours, minutes, seconds, frames, isDropFrame) }

  /// Reads them; throws for what no label has.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (hours, minutes, seconds, frames, isDropFrame): (Int, Int, Int, Int, Bool) = try packing.values()
    guard
      let timecode = Timecode(
        hours: hours, minutes: minutes, seconds: seconds, frames: frames, isDropFrame: isDropFrame)
    else { throw VarintError() }
    self = timecode
  }
}
