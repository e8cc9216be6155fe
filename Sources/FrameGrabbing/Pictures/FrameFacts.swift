import Packing
import Timeline

/// What is known about a frame before it is decoded, as reports tell it.
struct FrameFacts: Packed, Sendable {
  let name: PictureName?
  let index: Int?
  /// The start in decimal seconds that select the frame again.
  let printedTime: String
  let interval: (start: Rational, end: Rational)?
  let timestamp: Int64
  /// Seconds of one tick.
  let timeBase: Rational
  let timecode: String?
  let label: String?
  let isKeyframe: Bool
  let isCutOff: Bool?
  /// Whether it may have been found by the sampled clock (`SampledClock`).
  let isSampled: Bool
  /// For a moment that asks for a number of pictures: how many it gives, and how many were asked for.
  let count: (given: Int, asked: Int64)?
  /// With `--skip-blank`, whether its picture is blank, and the time of the frame that it replaces; else nil.
  let blank: (isBlank: Bool, from: Rational?)?
  /// Its tile, if pictures are tiles of sheets.
  let place: SheetPlace?

  init(_ frame: PlannedFrame) {
    name = frame.name
    index = frame.index
    printedTime = frame.printedTime
    interval = frame.interval
    timestamp = frame.timestamp
    timeBase = frame.timeBase.secondsPerTick
    timecode = frame.timecode?.description
    label = frame.label
    isKeyframe = frame.isKeyframe
    isCutOff = frame.reportsCutOff
    isSampled = frame.isSampled
    (count, place) = (frame.count, frame.tile)
    blank = frame.blank.map { ($0.isBlank ?? false, $0.from) }
  }

  func pack(into packing: inout VarintWriter) {
    packing.append(
      name, index, printedTime, interval.map { PackedPair($0.start, $0.end) }, timestamp, timeBase, timecode, label,
      isKeyframe, isCutOff, isSampled, count.map { PackedPair($0.given, $0.asked) },
      blank.map { PackedPair($0.isBlank, $0.from) }, place)
  }

  /// - Throws: `VarintError` for values that no frame has.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    let interval: PackedPair<Rational, Rational>?
    let count: PackedPair<Int, Int64>?
    let blank: PackedPair<Bool, Rational?>?
    (
      name, index, printedTime, interval, timestamp, timeBase, timecode, label, isKeyframe, isCutOff, isSampled, count,
      blank, place
    ) = try packing.values()
    (self.interval, self.count, self.blank) = (interval?.values, count?.values, blank?.values)
    guard printedTime.isDecimal, timecode?.isClock ?? true, label?.isClock ?? true else { throw VarintError() }
  }
}

extension SheetPlace: Packed {
  func pack(into packing: inout VarintWriter) { packing.append(cell, piece.map { PackedPair($0.from, $0.to) }) }

  init(unpacking packing: inout VarintReader) throws(VarintError) {
    let piece: PackedPair<Rational, Rational>?
    (cell, piece) = try packing.values()
    self.piece = piece?.values
  }
}
