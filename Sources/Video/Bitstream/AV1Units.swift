/// The open bitstream units of a packet of AV1 (AV1 bitstream specification, 5.3 to 5.9).
struct AV1Units {
  /// Whether decoding may start here: a sequence header, and a key frame that is shown (7.6.2, key frame random access
  /// point).
  private(set) var isStart = false
  /// Whether nothing in it is shown.
  private(set) var showsNothing = true
  /// Whether more than one picture of the base layer is shown.
  var showsSeveral: Bool { shown > 1 }
  private var shown = 0
  /// Whether it has a picture or part of one, or something that cannot be read; else only sequences, metadata, padding,
  /// marks, or what decoders ignore (6.2.2).
  var mayHavePicture: Bool { hasPart || !isRead }
  private var hasPart = false
  /// Whether all of it was visited.
  private var isRead = false

  /// Visits the units; one that cannot be read ends the visit.
  init(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    var hasSequence = false
    var isReduced = false
    var hasFrame = false
    while let unit = AV1Unit(bytes, at: place) {
      place = unit.place.upperBound
      let first = unit.payload.first ?? 0
      // Headers, also repeated, groups of tiles, frames, lists of tiles.
      if [3, 4, 6, 7, 8].contains(unit.type) { hasPart = true }
      switch unit.type {
      // Profile of three bits, still picture, reduced header.
      case 1:
        hasSequence = true
        isReduced = first & 0x08 != 0
      // A frame header, and a frame with its header.
      case 3, 6:
        let showsExisting = !isReduced && first & 0x80 != 0
        let isKey = isReduced || !showsExisting && first & 0x60 == 0
        let isShown = isReduced || showsExisting || first & 0x10 != 0
        if isShown { showsNothing = false }
        if isShown, unit.spatialLayer == 0 { shown += 1 }
        // Of several spatial layers the first one is the key frame.
        if !hasFrame, isKey, isShown, hasSequence, unit.spatialLayer == 0 { isStart = true }
        hasFrame = true
      default: continue
      }
    }
    isRead = place > 0 && place == bytes.count
    // A unit that is not understood may show something: the decoder decides.
    if !hasFrame { showsNothing = false }
  }
}
