/// The tables in a packet of Motion JPEG (ITU-T T.81, B.1.1.3).
struct JPEGMarkers {
  /// Whether it defines a quantisation table before its picture.
  private(set) var hasQuantisation = false

  /// Visits the segments up to the first scan.
  init(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place + 3 < bytes.count {
      guard bytes[place] == 0xFF else {
        place += 1
        continue
      }
      switch bytes[place + 1] {
      case 0xFF:
        place += 1
        continue
      // Markers without a length: the start of a picture, and others of no use here.
      case 0x00, 0x01, 0xD0...0xD9:
        place += 2
        continue
      case 0xDA: return
      case 0xDB: hasQuantisation = true
      default: break
      }
      place += 2 + max(2, Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
    }
  }
}
