/// The structure of a file, as far as it takes to lie about sizes.
enum Structure: String, CaseIterable {
  case boxes, elements, riff, transport, ogg, flash, asf, png, ivf, program, mxf, unknown

  /// The structure that the bytes have.
  init(of bytes: [UInt8]) {
    let start = bytes.letters(at: 0) ?? ""
    if ["ftyp", "moov", "mdat", "styp", "wide", "free", "skip"].contains(bytes.letters(at: 4) ?? "") {
      self = .boxes
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .elements
    } else if start == "RIFF" {
      self = .riff
    } else if TransportPackets.layout(of: bytes) != nil {
      self = .transport
    } else if start == "OggS" {
      self = .ogg
    } else if start.hasPrefix("FLV") || bytes.starts(with: [0x46, 0x4C, 0x56, 0x01]) {
      self = .flash
    } else if bytes.starts(with: [0x30, 0x26, 0xB2, 0x75]) {
      self = .asf
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if start == "DKIF" {
      self = .ivf
    } else if bytes.starts(with: [0, 0, 1, 0xBA]) {
      self = .program
    } else if bytes.starts(with: [0x06, 0x0E, 0x2B, 0x34]) {
      self = .mxf
    } else {
      self = .unknown
    }
  }

  /// The numbers in the file that say how long or how many something is.
  static func fields(of bytes: [UInt8]) -> [SizeField] {
    let fields =
      switch Structure(of: bytes) {
      case .boxes: ISOBoxes.fields(of: bytes)
      case .elements: EBMLElements.fields(of: bytes)
      case .riff: RIFFChunks.fields(of: bytes)
      case .transport: TransportPackets.fields(of: bytes)
      case .ogg: OggPages.fields(of: bytes)
      case .flash: OtherStructures.flashTags(of: bytes)
      case .asf: OtherStructures.objects(of: bytes)
      case .png: OtherStructures.chunks(of: bytes)
      case .ivf: OtherStructures.frames(of: bytes)
      case .program: OtherStructures.packets(of: bytes)
      case .mxf: OtherStructures.keys(of: bytes)
      case .unknown: OtherStructures.anything(in: bytes)
      }
    return fields.filter { $0.place >= 0 && $0.place + $0.width <= bytes.count }
  }
}
