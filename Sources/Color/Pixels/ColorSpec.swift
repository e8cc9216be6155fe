import Video

/// What a picture's codes were taken to mean, after guesses, in the numbers of ITU-T H.273 where it has one.
///
/// Matrix, range and chroma location are those that were undone; primaries and transfer are those that the bitmap's
/// R'G'B' samples still have.
public struct ColorSpec: Hashable, Sendable {
  /// Matrix coefficients (H.273 table 4); 0 for RGB, 2 for gray that nobody tagged.
  public let matrix: Int32
  /// Whether stored codes use their full range (0 to 255 of 8 bits) rather than 16 to 235 and 240.
  public let isFullRange: Bool
  /// Where chroma samples lie, as FFmpeg's `AVChromaLocation`: 1 left, 2 centre, 3 top left, 4 top, 5 bottom left,
  /// 6 bottom; 0 for a picture whose chroma is not subsampled.
  public let chromaLocation: Int32
  /// Colour primaries of the samples (H.273 table 2).
  public let primaries: Int32
  /// Transfer characteristics of the samples (H.273 table 3).
  public let transfer: Int32
  /// Which of "matrix", "range", "primaries" and "transfer" nobody said and were guessed, in this order.
  public let guesses: [String]
  /// What the samples were converted from; nil for those that still are what the video has.
  public let convertedFrom: Origin?

  /// The colours of samples before they were converted.
  public struct Origin: Hashable, Sendable {
    /// Colour primaries (H.273 table 2).
    public let primaries: Int32
    /// Transfer characteristics (H.273 table 3).
    public let transfer: Int32
    /// The brightest light that was reckoned with, in cd/m²; nil for transfers that end at white.
    public let peakLuminance: Int?

    /// Names the colours that samples had.
    public init(primaries: Int32, transfer: Int32, peakLuminance: Int?) {
      self.primaries = primaries
      self.transfer = transfer
      self.peakLuminance = peakLuminance
    }
  }

  /// Makes a specification of what is known.
  public init(
    matrix: Int32, isFullRange: Bool, chromaLocation: Int32, primaries: Int32, transfer: Int32, guesses: [String],
    convertedFrom: Origin? = nil
  ) {
    self.matrix = matrix
    self.isFullRange = isFullRange
    self.chromaLocation = chromaLocation
    self.primaries = primaries
    self.transfer = transfer
    self.guesses = guesses
    self.convertedFrom = convertedFrom
  }

  /// The same codes, with samples that were converted to sRGB.
  func converted(peakLuminance: Int?) -> ColorSpec {
    ColorSpec(
      matrix: matrix, isFullRange: isFullRange, chromaLocation: chromaLocation, primaries: 1, transfer: 13,
      guesses: guesses,
      convertedFrom: Origin(primaries: primaries, transfer: transfer, peakLuminance: peakLuminance))
  }

  /// Completes tags as players do.
  ///
  /// Untagged YUV of 720 lines or more, or 1280 columns or more, has the matrix of BT.709, smaller ones and JPEG that
  /// of BT.601. Untagged YUV has limited range; RGB, gray and JPEG have full range. Chroma lies left, for JPEG in the
  /// centre. Primaries follow the matrix, else the line count of television (576, 480, 486), else are BT.709's. RGB,
  /// JPEG and full-range gray have the transfer of sRGB, the rest that of BT.709. Throws for a matrix that cannot be
  /// undone by fixed coefficients.
  init(tags: ColorTags, layout: PixelLayout, isJPEG: Bool, width: Int, height: Int) throws(ColorError) {
    var tags = tags
    // CIE XYZ is what it is.
    if layout.isXYZ { (tags.primaries, tags.transfer) = (10, 17) }
    var guesses: [String] = []
    let isLarge = height >= 720 || width >= 1280
    let isSubsampled = layout.chromaShiftX + layout.chromaShiftY > 0

    switch layout.family {
    case .rgb: matrix = 0
    case .gray: matrix = tags.matrix
    case .yuv where tags.matrix == 2 || tags.matrix == 0 && isSubsampled:
      // No RGB has fewer red and blue samples than green ones: such a tag says nothing.
      guesses.append("matrix")
      matrix = isLarge && !isJPEG ? 1 : 6
    case .yuv:
      guard [0, 1, 4, 5, 6, 7, 8, 9].contains(tags.matrix) else {
        throw ColorError(.unsupportedMatrix(name: Self.name(ofMatrix: tags.matrix), number: tags.matrix))
      }
      matrix = tags.matrix
    }

    if layout.isFullRange {
      isFullRange = true
    } else if tags.range == 1 || tags.range == 2 {
      isFullRange = tags.range == 2
    } else {
      guesses.append("range")
      isFullRange = isJPEG || layout.family != .yuv || matrix == 0
    }

    if !isSubsampled {
      chromaLocation = 0
    } else if (1...6).contains(tags.chromaLocation) {
      chromaLocation = tags.chromaLocation
    } else {
      chromaLocation = isJPEG ? 2 : 1
    }

    if tags.primaries == 2 {
      guesses.append("primaries")
      primaries = Self.primaries(
        forMatrix: isJPEG || layout.family != .yuv ? 0 : matrix, width: width, height: height)
    } else {
      primaries = tags.primaries
    }

    if tags.transfer == 2 {
      guesses.append("transfer")
      let isGraphic = matrix == 0 || isJPEG || layout.family == .gray && isFullRange
      transfer = isGraphic ? 13 : 1
    } else {
      transfer = tags.transfer
    }
    self.guesses = guesses
    convertedFrom = nil
  }

  private static func primaries(forMatrix matrix: Int32, width: Int, height: Int) -> Int32 {
    switch matrix {
    case 9: return 9
    case 4, 5, 6, 7:
      if width >= 1280 { return 1 }
      return height == 576 ? 5 : height == 480 || height == 486 ? 6 : 1
    default: return 1
    }
  }
}
