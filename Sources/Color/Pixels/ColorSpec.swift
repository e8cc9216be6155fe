public import ColorCodes
import Video

/// What a picture's codes were taken to mean, after guesses, and what the samples of its bitmap mean.
public struct ColorSpec: Hashable, Sendable {
  /// Matrix coefficients; the identity for RGB, unspecified for gray without a tag.
  public let matrix: MatrixCoefficients
  /// Whether stored codes use their full range (0 to 255 of 8 bits) rather than 16 to 235 and 240.
  public let isFullRange: Bool
  /// The location of chroma samples; unspecified for a picture whose chroma is not subsampled.
  public let chromaLocation: ChromaLocation
  /// Colour primaries of the video.
  public let primaries: ColorPrimaries
  /// Transfer characteristics of the video.
  public let transfer: TransferCharacteristics
  /// Which of "matrix", "range", "primaries" and "transfer" were not tagged and so were guessed, in this order.
  public let guesses: [String]
  /// What the bitmap's samples mean.
  public internal(set) var samples: Samples

  /// The meaning of R'G'B' or gray.
  public struct Samples: Hashable, Sendable {
    /// Colour primaries.
    public let primaries: ColorPrimaries
    /// Transfer characteristics.
    public let transfer: TransferCharacteristics
    /// Whether the values were converted to these colours; else they are the video's own, as its matrix and range give
    /// them.
    public let isConverted: Bool
    /// The peak that the conversion assumed, in cd/m²; nil without one, and for transfers that end at white.
    public let peakLuminance: Int?

    /// Makes a meaning of samples.
    public init(
      primaries: ColorPrimaries, transfer: TransferCharacteristics, isConverted: Bool = false, peakLuminance: Int? = nil
    ) {
      self.primaries = primaries
      self.transfer = transfer
      self.isConverted = isConverted
      self.peakLuminance = peakLuminance
    }

    /// Whether they are those of sRGB (IEC 61966-2-1).
    public var isSRGB: Bool { primaries == .bt709 && transfer == .sRGB }
  }

  /// Makes a specification from its parts; by default samples have the video's own colours.
  public init(
    matrix: MatrixCoefficients, isFullRange: Bool, chromaLocation: ChromaLocation, primaries: ColorPrimaries,
    transfer: TransferCharacteristics, guesses: [String], samples: Samples? = nil
  ) {
    self.matrix = matrix
    self.isFullRange = isFullRange
    self.chromaLocation = chromaLocation
    self.primaries = primaries
    self.transfer = transfer
    self.guesses = guesses
    self.samples = samples ?? Samples(primaries: primaries, transfer: transfer)
  }

  /// Fills in missing tags as players do.
  ///
  /// Untagged YUV of 720 lines or more, or 1280 columns or more, has the matrix of BT.709, smaller ones and JPEG that
  /// of BT.601. Untagged YUV has limited range; RGB, gray and JPEG have full range. Chroma is sited left, for JPEG in
  /// the centre. Primaries follow the matrix, else the line count of television (576, 480, 486), else are BT.709's.
  /// RGB, JPEG and full-range gray have the transfer of sRGB, the rest that of BT.709. Throws for a matrix that cannot
  /// be undone by fixed coefficients.
  init(tags: ColorTags, layout: PixelLayout, isJPEG: Bool, width: Int, height: Int) throws(ColorError) {
    var tags = tags
    // CIE XYZ has fixed primaries and transfer, so tags do not matter.
    if layout.isXYZ { (tags.primaries, tags.transfer) = (.smpte428, .smpte428) }
    var guesses: [String] = []
    let isLarge = height >= 720 || width >= 1280
    let isSubsampled = layout.chromaShiftX + layout.chromaShiftY > 0

    switch layout.family {
    case .rgb: matrix = .identity
    case .gray: matrix = tags.matrix
    case .yuv where tags.matrix == .unspecified || tags.matrix == .identity && isSubsampled:
      // RGB is never subsampled, so this tag is wrong and counts as missing.
      guesses.append("matrix")
      matrix = isLarge && !isJPEG ? .bt709 : .smpte170M
    case .yuv:
      guard Self.fixedMatrices.contains(tags.matrix) else {
        throw ColorError(.unsupportedMatrix(name: Self.name(of: tags.matrix), tags.matrix))
      }
      matrix = tags.matrix
    }

    if layout.isFullRange {
      isFullRange = true
    } else if tags.range == .limited || tags.range == .full {
      isFullRange = tags.range == .full
    } else {
      guesses.append("range")
      isFullRange = isJPEG || layout.family != .yuv || matrix == .identity
    }

    if !isSubsampled {
      chromaLocation = .unspecified
    } else if tags.chromaLocation.isDefined {
      chromaLocation = tags.chromaLocation
    } else {
      chromaLocation = isJPEG ? .center : .left
    }

    if tags.primaries == .unspecified {
      guesses.append("primaries")
      primaries = Self.primaries(
        forMatrix: isJPEG || layout.family != .yuv ? .identity : matrix, width: width, height: height)
    } else {
      primaries = tags.primaries
    }

    if tags.transfer == .unspecified {
      guesses.append("transfer")
      let isGraphic = matrix == .identity || isJPEG || layout.family == .gray && isFullRange
      transfer = isGraphic ? .sRGB : .bt709
    } else {
      transfer = tags.transfer
    }
    self.guesses = guesses
    samples = Samples(primaries: primaries, transfer: transfer)
  }

  /// The matrices that can be undone with fixed coefficients.
  private static let fixedMatrices: [MatrixCoefficients] = [
    .identity, .bt709, .fcc, .bt470BG, .smpte170M, .smpte240M, .ycgco, .bt2020,
  ]

  private static func primaries(forMatrix matrix: MatrixCoefficients, width: Int, height: Int) -> ColorPrimaries {
    switch matrix {
    case .bt2020: return .bt2020
    case .fcc, .bt470BG, .smpte170M, .smpte240M:
      if width >= 1280 { return .bt709 }
      return height == 576 ? .bt470BG : height == 480 || height == 486 ? .smpte170M : .bt709
    default: return .bt709
    }
  }
}
