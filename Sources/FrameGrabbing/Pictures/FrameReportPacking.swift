public import Color
public import ColorCodes
public import Files
public import Packing

extension FrameReport {
  /// Appends the report to a message, without the names of files, which the reader knows itself.
  public func pack(into packing: inout VarintWriter) {
    packing.append(asked, momentName, facts, outcome.number, pixels, isDamaged, reach, hash)
  }

  /// Reads a report from a message.
  ///
  /// - Parameters:
  ///   - packing: The message.
  ///   - input: The name of the video.
  ///   - path: Gives the file of a name.
  /// - Throws: `VarintError` for values that no report has.
  public init(
    unpacking packing: inout VarintReader, input: Path, path: (PictureName) -> Path?
  ) throws(VarintError) {
    self.input = input
    let number: UInt8
    (asked, momentName, facts, number, pixels, isDamaged, reach, hash) = try packing.values()
    guard momentName?.utf8.count ?? 0 <= SafeName.longestGiven, hash?.isHash ?? true,
      let outcome = Outcome(number: number, facts?.name.flatMap(path))
    else { throw VarintError() }
    self.outcome = outcome
  }
}

extension FrameReport.Outcome {
  fileprivate var number: UInt8 {
    switch self {
    case .written: 0
    case .replaced: 1
    case .skipped: 2
    case .standardOutput: 3
    case .examined: 4
    case .planned: 5
    }
  }

  fileprivate init?(number: UInt8, _ path: Path?) {
    switch (number, path) {
    case (0, let path?): self = .written(path)
    case (1, let path?): self = .replaced(path)
    case (2, let path?): self = .skipped(path)
    case (3, _): self = .standardOutput
    case (4, _): self = .examined
    case (5, _): self = .planned(path)
    default: return nil
    }
  }
}

extension FrameReport.Pixels: Packed {
  /// Appends all of it.
  public func pack(into packing: inout VarintWriter) {
    packing.append(
      PictureShape(width: width, height: height, bitDepth: bitDepth), color, Int64(rotation), isMirrored, shape,
      isDeinterlaced)
  }

  /// Reads it; throws for what no picture has.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let size: PictureShape
    (size, color) = try packing.values()
    (width, height, bitDepth) = (size.width, size.height, size.bitDepth)
    rotation = try packing.whole(in: -360...360)
    (isMirrored, shape, isDeinterlaced) = try packing.values()
  }
}

extension ColorSpec: Packed {
  /// Appends all of it.
  public func pack(into packing: inout VarintWriter) {
    packing.append(
      matrix, isFullRange, chromaLocation, primaries, transfer, guesses, samples.primaries, samples.transfer,
      samples.isConverted, samples.peakLuminance)
  }

  /// Reads it; throws for guesses that nothing makes.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (matrix, isFullRange, chromaLocation): (MatrixCoefficients, Bool, ChromaLocation) = try packing.values()
    let (primaries, transfer, guesses): (ColorPrimaries, TransferCharacteristics, [String]) = try packing.values()
    guard guesses.allSatisfy(["matrix", "range", "primaries", "transfer"].contains) else { throw VarintError() }
    let (shown, curve, isConverted, peak): (ColorPrimaries, TransferCharacteristics, Bool, Int?) = try packing.values()
    self.init(
      matrix: matrix, isFullRange: isFullRange, chromaLocation: chromaLocation, primaries: primaries,
      transfer: transfer, guesses: guesses,
      samples: Samples(primaries: shown, transfer: curve, isConverted: isConverted, peakLuminance: peak))
  }
}

extension MatrixCoefficients: Packed {}
extension ChromaLocation: Packed {}
extension ColorPrimaries: Packed {}
extension TransferCharacteristics: Packed {}

extension PixelShape: Packed {
  func pack(into packing: inout VarintWriter) { packing.append(width, height) }

  init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (width, height): (Int32, Int32) = try packing.values()
    self.init((width, height))
  }
}
