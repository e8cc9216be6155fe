/// A PNG's contents besides its pixels; nothing else is added, so that the same input gives the same bytes.
///
/// All of it is written before the pixels, texts last and in the order given.
public struct PNGMetadata: Hashable, Sendable {
  /// The pixels' shape (chunk pHYs), or nil for the reader's default, square.
  public var pixelsPerUnit: PixelAspect?

  /// The colour of the samples, or nil for no colour chunks.
  public var color: PNGColor?

  /// How many bits the source had (chunk sBIT), or nil when all of the PNG's bits are significant.
  public var significantBits: SignificantBits?

  /// When, where and with what the picture was taken, as an Exif block (chunk eXIf), or nil for none.
  ///
  /// It starts as a TIFF file does, with `II*` and a NUL or with `MM`, a NUL and `*`.
  public var exif: [UInt8]?

  /// Named texts (chunks iTXt).
  public var text: [PNGText]

  /// Makes metadata; by default there is none.
  public init(
    pixelsPerUnit: PixelAspect? = nil,
    color: PNGColor? = nil,
    significantBits: SignificantBits? = nil,
    exif: [UInt8]? = nil,
    text: [PNGText] = []
  ) {
    self.pixelsPerUnit = pixelsPerUnit
    self.color = color
    self.significantBits = significantBits
    self.exif = exif
    self.text = text
  }

  /// The metadata of a picture as the chunks between IHDR and IDAT.
  ///
  /// Colour and sBIT must come before the pixels, and so must pHYs; eXIf and iTXt may come anywhere (PNG, 5.6, chunk
  /// ordering).
  func chunks(for image: PNGImage) throws(PNGError) -> ChunkList {
    var list = ChunkList()
    if let color { try color.append(to: &list) }
    if let significantBits { list.append("sBIT", try significantBits.chunkContent(for: image)) }
    if let pixelsPerUnit { list.append("pHYs", try pixelsPerUnit.chunkContent()) }
    if let exif { list.append("eXIf", try Self.checkedExif(exif)) }
    for item in text { list.append("iTXt", try item.chunkContent()) }
    return list
  }

  /// An Exif block whose start follows the specification (PNG, third edition, 11.3.4.6, exchangeable image file
  /// profile).
  private static func checkedExif(_ bytes: [UInt8]) throws(PNGError) -> [UInt8] {
    let starts: [[UInt8]] = [[0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]]
    guard starts.contains(where: bytes.starts) else { throw .badExif }
    guard bytes.count <= ChunkList.longestContent else { throw .exifTooLong }
    return bytes
  }
}

/// Pixels per unit of length along each axis; the unit is unknown, so only their ratio has a meaning.
///
/// A sample aspect ratio of 4:3 (pixels wider than high) is x 3, y 4.
public struct PixelAspect: Hashable, Sendable {
  /// Pixels per unit from left to right, 1 to 2³¹ − 1.
  public var x: UInt32

  /// Pixels per unit from top to bottom, 1 to 2³¹ − 1.
  public var y: UInt32

  /// Makes an aspect from the pixels per unit along each axis.
  public init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  func chunkContent() throws(PNGError) -> [UInt8] {
    let range = 1...ChunkList.largestInteger
    let unknownUnit: UInt8 = 0
    return bigEndian(try checked("pHYs x", x, range)) + bigEndian(try checked("pHYs y", y, range)) + [unknownUnit]
  }
}

/// How many of a sample's bits carry the source's information, 1 to the picture's bit depth.
public struct SignificantBits: Hashable, Sendable {
  /// Bits of grey, or of each of red, green and blue.
  public var color: Int

  /// Bits of alpha, or nil for all of them; unused in a picture without alpha.
  public var alpha: Int?

  /// Makes significant bits from those of colour and alpha.
  public init(color: Int, alpha: Int? = nil) {
    self.color = color
    self.alpha = alpha
  }

  func chunkContent(for image: PNGImage) throws(PNGError) -> [UInt8] {
    let range = 1...image.bitDepth.bits
    let colorBits = UInt8(truncatingIfNeeded: try checked("sBIT", color, range))
    let colors = image.channels.hasAlpha ? image.channels.count - 1 : image.channels.count
    var bytes = [UInt8](repeating: colorBits, count: colors)
    if image.channels.hasAlpha {
      bytes.append(UInt8(truncatingIfNeeded: try checked("sBIT alpha", alpha ?? image.bitDepth.bits, range)))
    }
    return bytes
  }
}
