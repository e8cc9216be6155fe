/// What the frame, or else its stream, says about the meaning of its codes; the numbers are those of ITU-T H.273.
///
/// A tag that nobody set has its "unspecified" number: 2 for matrix, primaries and transfer, 0 for range and location.
public struct ColorTags: Hashable, Sendable {
  /// Matrix coefficients (H.273 table 4): 0 RGB, 1 BT.709, 2 unspecified, 5 and 6 BT.601, 9 BT.2020, …
  public var matrix: Int32
  /// Colour primaries (H.273 table 2); 2 is unspecified.
  public var primaries: Int32
  /// Transfer characteristics (H.273 table 3); 2 is unspecified.
  public var transfer: Int32
  /// 0 unspecified, 1 limited, 2 full, as FFmpeg's `AVColorRange`.
  public var range: Int32
  /// 0 unspecified, 1 left, 2 centre, 3 top left, … as FFmpeg's `AVChromaLocation`.
  public var chromaLocation: Int32

  /// Makes a set of tags from their H.273 numbers.
  public init(matrix: Int32, primaries: Int32, transfer: Int32, range: Int32, chromaLocation: Int32) {
    self.matrix = matrix
    self.primaries = primaries
    self.transfer = transfer
    self.range = range
    self.chromaLocation = chromaLocation
  }

  /// These tags, with those that are unspecified taken from others: the frame's come first, the stream's second.
  public func completed(by other: ColorTags) -> ColorTags {
    ColorTags(
      matrix: matrix == 2 ? other.matrix : matrix,
      primaries: primaries == 2 ? other.primaries : primaries,
      transfer: transfer == 2 ? other.transfer : transfer,
      range: range == 0 ? other.range : range,
      chromaLocation: chromaLocation == 0 ? other.chromaLocation : chromaLocation)
  }
}
