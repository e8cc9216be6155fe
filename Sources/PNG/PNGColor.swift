public import ColorCodes

/// The colour of the samples, in the chunks for old and new readers.
///
/// A reader uses the best chunk that it knows: cICP, then sRGB, then gAMA with cHRM (PNG, third edition, 4.3). Every
/// part that is not nil is written; none is derived from another or checked against it.
public struct PNGColor: Hashable, Sendable {
  /// Primaries, transfer and range as the code points of ITU-T H.273 (chunk cICP), for grey pictures too.
  public var cicp: CodingIndependentCodePoints?

  /// The display on which the colours of an HDR picture were chosen (chunk mDCV).
  public var masteringVolume: MasteringColorVolume?

  /// The light levels of an HDR video (chunk cLLI).
  public var contentLight: ContentLightLevel?

  /// The rendering intent of a picture in sRGB (chunk sRGB): 0 perceptual, 1 relative colorimetric, 2 saturation,
  /// 3 absolute colorimetric.
  public var sRGBIntent: UInt8?

  /// The encoding exponent times 100 000 (chunk gAMA), 1 to 2³¹ − 1: 45 455 means 1/2.2.
  public var gamma: UInt32?

  /// The white point and the primaries (chunk cHRM).
  public var chromaticities: Chromaticities?

  /// Makes a description of colour; parts that are nil are not written.
  public init(
    cicp: CodingIndependentCodePoints? = nil,
    masteringVolume: MasteringColorVolume? = nil,
    contentLight: ContentLightLevel? = nil,
    sRGBIntent: UInt8? = nil,
    gamma: UInt32? = nil,
    chromaticities: Chromaticities? = nil
  ) {
    self.cicp = cicp
    self.masteringVolume = masteringVolume
    self.contentLight = contentLight
    self.sRGBIntent = sRGBIntent
    self.gamma = gamma
    self.chromaticities = chromaticities
  }

  /// Adds cICP, mDCV, cLLI, sRGB, gAMA and cHRM, in this order, those that are not nil.
  func append(to list: inout ChunkList) throws(PNGError) {
    if let cicp {
      list.append("cICP", try cicp.chunkContent())
    }
    if let masteringVolume { list.append("mDCV", try masteringVolume.chunkContent()) }
    if let contentLight { list.append("cLLI", try contentLight.chunkContent()) }
    if let sRGBIntent {
      list.append("sRGB", [try checked("sRGB rendering intent", sRGBIntent, 0...3)])
    }
    if let gamma {
      list.append("gAMA", bigEndian(try checked("gAMA", gamma, 1...ChunkList.largestInteger)))
    }
    if let chromaticities {
      var content: [UInt8] = []
      for coordinate in chromaticities.inChunkOrder {
        content += bigEndian(try checked("cHRM", coordinate, 0...ChunkList.largestInteger))
      }
      list.append("cHRM", content)
    }
  }
}

/// The four code points of ITU-T H.273 that a cICP chunk holds.
public struct CodingIndependentCodePoints: Hashable, Sendable {
  /// ColourPrimaries.
  public let primaries: ColorPrimaries

  /// TransferCharacteristics.
  public let transfer: TransferCharacteristics

  /// MatrixCoefficients: the identity, since PNG stores R'G'B' or grey; anything else is rejected when encoding.
  public var matrix: MatrixCoefficients

  /// VideoFullRangeFlag: 1 for full range, 0 for limited.
  public var fullRange: UInt8

  /// Makes code points, by default those of full-range R'G'B'; nil for primaries or a transfer outside 0 to 255, which
  /// the chunk cannot hold.
  public init?(
    primaries: ColorPrimaries, transfer: TransferCharacteristics, matrix: MatrixCoefficients = .identity,
    fullRange: UInt8 = 1
  ) {
    guard UInt8(exactly: primaries.rawValue) != nil, UInt8(exactly: transfer.rawValue) != nil else { return nil }
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.fullRange = fullRange
  }

  func chunkContent() throws(PNGError) -> [UInt8] {
    let onlyMatrix = MatrixCoefficients.identity.rawValue
    let matrix = try checked("cICP matrix", matrix.rawValue, onlyMatrix...onlyMatrix)
    let fullRange = try checked("cICP full-range flag", fullRange, 0...1)
    return [primaries.rawValue, transfer.rawValue, matrix].map { UInt8(truncatingIfNeeded: $0) } + [fullRange]
  }
}

/// The CIE 1931 x and y of white, red, green and blue, each times 100 000 and at most 2³¹ − 1.
public struct Chromaticities: Hashable, Sendable {
  /// x of the white point.
  public var whiteX: UInt32
  /// y of the white point.
  public var whiteY: UInt32
  /// x of the red primary.
  public var redX: UInt32
  /// y of the red primary.
  public var redY: UInt32
  /// x of the green primary.
  public var greenX: UInt32
  /// y of the green primary.
  public var greenY: UInt32
  /// x of the blue primary.
  public var blueX: UInt32
  /// y of the blue primary.
  public var blueY: UInt32

  /// Makes chromaticities from the eight coordinates, each times 100 000.
  public init(
    whiteX: UInt32, whiteY: UInt32,
    redX: UInt32, redY: UInt32,
    greenX: UInt32, greenY: UInt32,
    blueX: UInt32, blueY: UInt32
  ) {
    self.whiteX = whiteX
    self.whiteY = whiteY
    self.redX = redX
    self.redY = redY
    self.greenX = greenX
    self.greenY = greenY
    self.blueX = blueX
    self.blueY = blueY
  }

  /// The coordinates in the order of the cHRM chunk.
  var inChunkOrder: [UInt32] { [whiteX, whiteY, redX, redY, greenX, greenY, blueX, blueY] }
}
