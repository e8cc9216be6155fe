import Color
import ColorCodes
public import Files
public import Packing

extension FrameReport {
  /// Appends the report to a message, without the names of files, which the reader knows itself.
  public func pack(into packing: inout VarintWriter) {
    packing.append(asked)
    packing.append(momentName) { $0.append($1) }
    packing.append(facts) { $1.pack(into: &$0) }
    packing.append(byte: outcome.number)
    packing.append(pixels) { $1.pack(into: &$0) }
    packing.append(isDamaged) { $0.append($1) }
    packing.append(reach) { $0.append($1) }
    packing.append(hash) { $0.append($1) }
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
    asked = try packing.text()
    momentName = try packing.optional { (packing) throws(VarintError) in
      let name = try packing.text()
      guard name.utf8.count <= SafeName.longestGiven else { throw VarintError() }
      return name
    }
    facts = try packing.optional { (packing) throws(VarintError) in try FrameFacts(unpacking: &packing) }
    guard let outcome = Outcome(number: try packing.byte(), facts?.name.flatMap(path)) else { throw VarintError() }
    self.outcome = outcome
    pixels = try packing.optional { (packing) throws(VarintError) in try Pixels(unpacking: &packing) }
    isDamaged = try packing.optional { (packing) throws(VarintError) in try packing.flag() }
    reach = try packing.optional { (packing) throws(VarintError) in try packing.text() }
    hash = try packing.optional { (packing) throws(VarintError) in try packing.hash() }
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

extension FrameReport.Pixels {
  fileprivate func pack(into packing: inout VarintWriter) {
    PictureShape(width: width, height: height, bitDepth: bitDepth).pack(into: &packing)
    packing.append(signed: Int64(color.matrix.rawValue))
    packing.append(color.isFullRange)
    packing.append(signed: Int64(color.chromaLocation.rawValue))
    packing.append(signed: Int64(color.primaries.rawValue))
    packing.append(signed: Int64(color.transfer.rawValue))
    packing.append(count: color.guesses.count)
    for guess in color.guesses { packing.append(guess) }
    packing.append(signed: Int64(color.samples.primaries.rawValue))
    packing.append(signed: Int64(color.samples.transfer.rawValue))
    packing.append(color.samples.isConverted)
    packing.append(color.samples.peakLuminance) { $0.append(count: $1) }
    packing.append(signed: Int64(rotation))
    packing.append(isMirrored)
    packing.append(signed: Int64(shape.width))
    packing.append(signed: Int64(shape.height))
    packing.append(isDeinterlaced)
  }

  fileprivate init(unpacking packing: inout VarintReader) throws(VarintError) {
    let size = try PictureShape(unpacking: &packing)
    (width, height, bitDepth) = (size.width, size.height, size.bitDepth)
    let matrix = MatrixCoefficients(rawValue: try packing.code())
    let isFullRange = try packing.flag()
    let chromaLocation = ChromaLocation(rawValue: try packing.code())
    let primaries = ColorPrimaries(rawValue: try packing.code())
    let transfer = TransferCharacteristics(rawValue: try packing.code())
    var guesses: [String] = []
    for _ in 0..<(try packing.count(ofAtLeast: 1)) {
      let guess = try packing.text()
      guard ["matrix", "range", "primaries", "transfer"].contains(guess) else { throw VarintError() }
      guesses.append(guess)
    }
    let samples = ColorSpec.Samples(
      primaries: ColorPrimaries(rawValue: try packing.code()),
      transfer: TransferCharacteristics(rawValue: try packing.code()), isConverted: try packing.flag(),
      peakLuminance: try packing.optional { (packing) throws(VarintError) in try packing.index() })
    color = ColorSpec(
      matrix: matrix, isFullRange: isFullRange, chromaLocation: chromaLocation, primaries: primaries,
      transfer: transfer, guesses: guesses, samples: samples)
    rotation = try packing.whole(in: -360...360)
    isMirrored = try packing.flag()
    shape = PixelShape((try packing.code(), try packing.code()))
    isDeinterlaced = try packing.flag()
  }
}

extension VarintReader {
  fileprivate mutating func code() throws(VarintError) -> Int32 {
    Int32(try whole(in: Int(Int32.min)...Int(Int32.max)))
  }

  /// An MD5 in lower-case digits.
  fileprivate mutating func hash() throws(VarintError) -> String {
    let text = try text()
    let isHash = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard isHash, text.utf8.count == 32 else { throw VarintError() }
    return text
  }
}
