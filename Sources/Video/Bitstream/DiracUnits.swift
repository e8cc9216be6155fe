/// The data units of a packet of Dirac or VC-2 (Dirac 2.2.3, 9.6; SMPTE ST 2042-1, 10.5), each with a parse info of 13
/// bytes.
struct DiracUnits {
  private var hasSequence = false
  private var isIntra = true
  /// Whether there are none.
  private(set) var isEmpty = true
  /// Whether one of them is a picture; an end of sequence is not.
  private(set) var hasPicture = false

  /// Visits the units; a distance of 0 to the next one means that there is none.
  init(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while bytes.count - place >= 13, bytes[place..<place + 4].elementsEqual("BBCD".utf8) {
      let code = bytes[place + 4]
      isEmpty = false
      if code == 0 { hasSequence = true }
      if code & 0x08 != 0 {
        hasPicture = true
        // The number of reference pictures.
        if code & 0x03 != 0 { isIntra = false }
      }
      let distance = bytes[place + 5..<place + 9].reduce(0) { $0 << 8 | Int($1) }
      guard distance >= 13 else { break }
      place += distance
    }
  }

  /// Whether decoding can start here: at a sequence header with an intra picture.
  var isStart: Bool { hasSequence && hasPicture && isIntra }

  /// Whether a profile has only intra pictures: VC-2's low delay and high quality, and Dirac's simple ones (ST 2042-1,
  /// annex D; Dirac, annex D).
  static func isIntraOnly(profile: Int32) -> Bool { (0...3).contains(profile) && profile != 2 }
}
