public import ColorCodes

/// What the frame, or else its stream, says about the meaning of its codes; a tag that is not set is `unspecified`.
public struct ColorTags: Hashable, Sendable {
  /// How luma and chroma are made of red, green and blue.
  public var matrix: MatrixCoefficients
  /// What red, green, blue and white are.
  public var primaries: ColorPrimaries
  /// How samples stand for light.
  public var transfer: TransferCharacteristics
  /// Which of their codes samples use.
  public var range: VideoRange
  /// Where samples of chroma lie.
  public var chromaLocation: ChromaLocation

  /// Makes a set of tags; by default nothing is said.
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
