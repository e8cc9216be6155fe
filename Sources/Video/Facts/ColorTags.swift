public import ColorCodes

/// The colour tags of a frame, or else of its stream; a tag that is not set is `unspecified`.
public struct ColorTags: Hashable, Sendable {
  /// How luma and chroma are computed from red, green and blue.
  public var matrix: MatrixCoefficients
  /// The chromaticities of red, green, blue and white.
  public var primaries: ColorPrimaries
  /// How sample values map to light.
  public var transfer: TransferCharacteristics
  /// Which code values samples use.
  public var range: VideoRange
  /// Where chroma samples are located.
  public var chromaLocation: ChromaLocation

  /// Makes a set of tags; by default all are unspecified.
  public init(
    matrix: MatrixCoefficients = .unspecified, primaries: ColorPrimaries = .unspecified,
    transfer: TransferCharacteristics = .unspecified, range: VideoRange = .unspecified,
    chromaLocation: ChromaLocation = .unspecified
  ) {
    self.matrix = matrix
    self.primaries = primaries
    self.transfer = transfer
    self.range = range
    self.chromaLocation = chromaLocation
  }

  /// These tags, with primaries or a transfer that H.273 does not define treated as missing.
  public var known: ColorTags {
    var known = self
    if !primaries.isDefined { known.primaries = .unspecified }
    if !transfer.isDefined { known.transfer = .unspecified }
    return known
  }

  /// These tags, with those that are missing taken from others: the frame's come first, the stream's second.
  ///
  /// - Parameter isSubsampled: Whether chroma is; such samples cannot be RGB, so that a matrix that says so is missing.
  public func completed(by other: ColorTags, isSubsampled: Bool = false) -> ColorTags {
    ColorTags(
      matrix: matrix == .unspecified || matrix == .identity && isSubsampled ? other.matrix : matrix,
      primaries: primaries.isDefined ? primaries : other.primaries,
      transfer: transfer.isDefined ? transfer : other.transfer,
      range: range == .unspecified ? other.range : range,
      chromaLocation: chromaLocation == .unspecified ? other.chromaLocation : chromaLocation)
  }
}
