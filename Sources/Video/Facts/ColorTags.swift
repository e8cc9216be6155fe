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

  /// These tags, with those that are unspecified taken from others: the frame's come first, the stream's second.
  public func completed(by other: ColorTags) -> ColorTags {
    ColorTags(
      matrix: matrix == .unspecified ? other.matrix : matrix,
      primaries: primaries == .unspecified ? other.primaries : primaries,
      transfer: transfer == .unspecified ? other.transfer : transfer,
      range: range == .unspecified ? other.range : range,
      chromaLocation: chromaLocation == .unspecified ? other.chromaLocation : chromaLocation)
  }
}
