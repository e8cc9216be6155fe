import Packing
import Timeline

/// What is known about a frame before it is decoded, as reports tell it.
struct FrameFacts: Sendable {
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
  /// Whether the clock up to it may have been looked at in places only.
  let isSampled: Bool
  /// Of a moment that asks for a number of pictures: how many it gives, and how many were asked for.
  let count: (given: Int, asked: Int64)?
  /// Whether its picture is blank, and which time was left for it; nil if pictures are taken whatever they show.
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
    packing.append(name) { $1.pack(into: &$0) }
    packing.append(index) { $0.append(count: $1) }
    packing.append(printedTime)
    packing.append(interval) {
      $0.append($1.start)
      $0.append($1.end)
    }
    packing.append(signed: timestamp)
    packing.append(timeBase)
    packing.append(timecode) { $0.append($1) }
    packing.append(label) { $0.append($1) }
    packing.append(isKeyframe)
    packing.append(isCutOff) { $0.append($1) }
    packing.append(isSampled)
    packing.append(count) {
      $0.append(count: $1.given)
      $0.append(signed: $1.asked)
    }
    packing.append(blank) {
      $0.append($1.isBlank)
      $0.append($1.from) { $0.append($1) }
    }
    packing.append(place) {
      $0.append(count: $1.cell)
      $0.append($1.piece) {
        $0.append($1.from)
        $0.append($1.to)
      }
    }
  }

  /// - Throws: `VarintError` for values that no frame has.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    name = try packing.optional { (packing) throws(VarintError) in try PictureName(unpacking: &packing) }
    index = try packing.optional { (packing) throws(VarintError) in try packing.index() }
    printedTime = try packing.decimal()
    interval = try packing.optional { (packing) throws(VarintError) in
      (start: try packing.rational(), end: try packing.rational())
    }
    timestamp = try packing.signed()
    timeBase = try packing.rational()
    timecode = try packing.optional { (packing) throws(VarintError) in try packing.clock() }
    label = try packing.optional { (packing) throws(VarintError) in try packing.clock() }
    isKeyframe = try packing.flag()
    isCutOff = try packing.optional { (packing) throws(VarintError) in try packing.flag() }
    isSampled = try packing.flag()
    count = try packing.optional { (packing) throws(VarintError) in
      (given: try packing.index(), asked: try packing.signed())
    }
    blank = try packing.optional { (packing) throws(VarintError) in
      (
        isBlank: try packing.flag(),
        from: try packing.optional { (packing) throws(VarintError) in try packing.rational() }
      )
    }
    place = try packing.optional { (packing) throws(VarintError) in
      SheetPlace(
        cell: try packing.index(),
        piece: try packing.optional { (packing) throws(VarintError) in
          (from: try packing.rational(), to: try packing.rational())
        })
    }
  }
}

extension VarintReader {
  /// A decimal number as it is printed, or nothing.
  fileprivate mutating func decimal() throws(VarintError) -> String {
    let text = try text()
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
    guard text.isEmpty || isNumber && text.utf8.count - digits.count <= 1, text.utf8.count <= 64 else {
      throw VarintError()
    }
    return text
  }
}
