/// A frame of AV1, as far as other frames depend on it: which of the decoder's eight slots it reads and replaces.
///
/// A slot keeps everything that a later frame may load: samples, motion vectors, order hints, probabilities, segments,
/// loop filter, global motion and film grain. A frame reads those that it names as its references, and no others: the
/// slots of `primary_ref_frame` and `film_grain_params_ref_idx` are among them (AV1 bitstream specification, 6.8.2 and
/// 6.8.20).
struct AV1Frame: Equatable {
  /// The slots that it reads, a bit for each.
  var reads: UInt8 = 0
  /// The slots that it replaces.
  var writes: UInt8 = 0
  var isShown = true
  /// Whether it only shows a frame that was decoded before.
  var showsExisting = false
  fileprivate(set) var isKey = false
  /// Where its units are in its packet.
  fileprivate(set) var place = 0..<0
  /// Whether all its tiles were read, or it needs none.
  fileprivate var isWhole = false

  /// Makes a frame of given references, for tests.
  init(reads: UInt8, writes: UInt8, isShown: Bool, place: Range<Int> = 0..<0) {
    (self.reads, self.writes, self.isShown, self.place) = (reads, writes, isShown, place)
  }

  /// Reads the header of a frame up to its references (5.9.2); nil if it ends before.
  fileprivate init?(_ unit: AV1Unit, _ sequence: AV1Sequence, keys: UInt8) {
    var bits = BitReader(unit.payload, skipsEmulation: false)
    let times = sequence.hasPresentationTimes ? sequence.model?.presentationBits ?? 0 : 0
    if sequence.isReduced {
      (isKey, writes) = (true, 0xFF)
      return
    }
    guard let showsExisting = bits.readFlag() else { return nil }
    if showsExisting {
      guard let slot = bits.read(3), bits.skip(times + sequence.numberBits) else { return nil }
      (self.showsExisting, isWhole) = (true, true)
      reads = 1 << UInt8(slot)
      // Showing an existing key frame replaces all slots (7.21).
      isKey = keys & reads != 0
      writes = isKey ? 0xFF : 0
      return
    }
    guard let type = bits.read(2), let isShown = bits.readFlag(), bits.skip(isShown ? times : 1) else { return nil }
    self.isShown = isShown
    let (isIntra, isSwitch) = (type == 0 || type == 2, type == 3)
    isKey = type == 0
    let startsAnew = isKey && isShown
    guard let isResilient = isSwitch || startsAnew ? true : bits.readFlag(), bits.skip(1),
      let usesTools = sequence.usesScreenTools ?? bits.readFlag(),
      bits.skip((usesTools && sequence.hasIntegerVectors == nil ? 1 : 0) + sequence.numberBits + (isSwitch ? 0 : 1)),
      bits.skip(sequence.orderBits), bits.skip(isIntra || isResilient ? 0 : 3),
      Self.skipTimes(&bits, of: unit, sequence),
      let refreshed = isSwitch || startsAnew ? 0xFF : bits.read(8)
    else { return nil }
    writes = UInt8(refreshed)
    if isIntra { return }
    guard bits.skip(isResilient ? 8 * sequence.orderBits : 0),
      let isShort = sequence.orderBits == 0 ? false : bits.readFlag()
    else { return nil }
    // The frame names two references only; the order hints of all slots give the others (7.8).
    if isShort { reads = 0xFF }
    for _ in 0..<(isShort ? 0 : 7) {
      guard let slot = bits.read(3), bits.skip(sequence.differenceBits) else { return nil }
      reads |= 1 << UInt8(slot)
    }
  }

  /// Skips the times at which a decoder's buffers become free; false if the header ends before.
  private static func skipTimes(_ bits: inout BitReader, of unit: AV1Unit, _ sequence: AV1Sequence) -> Bool {
    guard let model = sequence.model else { return true }
    guard let hasTimes = bits.readFlag() else { return false }
    for point in sequence.points where hasTimes && point.hasModel {
      let isIn = point.layers >> unit.temporalLayer & 1 != 0 && point.layers >> (8 + unit.spatialLayer) & 1 != 0
      guard point.layers != 0 && !isIn || bits.skip(model.removalBits) else { return false }
    }
    return true
  }
}

/// Reads the frames of packets of AV1, one after the other, from one at which decoding may start.
struct AV1FrameReader {
  private var sequence: AV1Sequence?
  private var sequenceBytes: [UInt8] = []
  /// The slots that hold a key frame.
  private var keys: UInt8 = 0

  /// A packet with more frames counts as not understood: encoders put at most one frame of each pyramid level into one.
  static let mostFrames = 32

  /// The frames of a packet in decoding order, of which at most one is shown; nil if the packet has anything else or
  /// anything that is not understood: then nothing is known of later packets, either.
  mutating func frames(of bytes: UnsafeRawBufferPointer) -> [AV1Frame]? {
    let isFirst = sequence == nil
    var frames: [AV1Frame] = []
    var place = 0
    while place < bytes.count {
      guard let unit = AV1Unit(bytes, at: place), bytes[place] & 0x80 == 0 else { return nil }
      place = unit.place.upperBound
      switch unit.type {
      case 1:
        guard frames.isEmpty, note(unit.payload) else { return nil }
      // Delimiters and padding have no effect; metadata may have one on later frames.
      case 2, 15: continue
      case 5:
        guard isFirst, frames.isEmpty else { return nil }
      case 3, 6:
        guard let sequence, isDecoded(unit, sequence), frames.last?.isWhole ?? true, frames.count < Self.mostFrames,
          var frame = AV1Frame(unit, sequence, keys: keys), unit.type == 3 || !frame.showsExisting
        else { return nil }
        if unit.type == 6 { frame.isWhole = true }
        frame.place = unit.place
        keys = frame.isKey ? keys | frame.writes : keys & ~frame.writes
        frames.append(frame)
      case 4:
        guard var frame = frames.popLast(), !frame.showsExisting else { return nil }
        frame.isWhole = true
        frame.place = frame.place.lowerBound..<place
        frames.append(frame)
      default: return nil
      }
    }
    guard frames.last?.isWhole ?? false, frames.count(where: \.isShown) < 2 else { return nil }
    // Before the first key frame the slots are empty.
    return isFirst && !(frames[0].isKey && frames[0].writes == 0xFF) ? nil : frames
  }

  /// Takes the first sequence header; false if it is not understood, or if a later one differs.
  private mutating func note(_ payload: Slice<UnsafeRawBufferPointer>) -> Bool {
    if sequence != nil { return payload.elementsEqual(sequenceBytes) }
    sequence = AV1Sequence(payload)
    sequenceBytes = Array(payload)
    return sequence.map { $0.layers == 0 || $0.layers >> 8 == 1 } ?? false
  }

  /// Whether the unit belongs to the operating point that decoders take; only the lowest spatial layer is understood.
  private func isDecoded(_ unit: AV1Unit, _ sequence: AV1Sequence) -> Bool {
    unit.spatialLayer == 0
      && (!unit.hasLayers || sequence.layers == 0 || sequence.layers >> unit.temporalLayer & 1 != 0)
  }
}
