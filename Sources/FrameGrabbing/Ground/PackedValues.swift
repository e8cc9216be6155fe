public import Files
public import Packing
public import Timeline

extension Rational: Packed {
  /// Appends the numerator and the denominator.
  public func pack(into packing: inout VarintWriter) { packing.append(numerator, denominator) }

  /// Reads them; throws for what is no number, such as a denominator of 0.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    guard let rational = Rational(try packing.signed(), try packing.signed()) else { throw VarintError() }
    self = rational
  }
}

extension Path: Packed {
  /// Appends its bytes.
  public func pack(into packing: inout VarintWriter) { packing.append(bytes) }

  /// Reads any bytes.
  public init(unpacking packing: inout VarintReader) throws(VarintError) { self.init(bytes: try packing.blob()) }
}

extension SafeName: Packed {
  func pack(into packing: inout VarintWriter) { packing.append(bytes) }

  /// - Throws: `VarintError` for a name that is not safe already.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    let bytes = try packing.blob()
    guard bytes.count <= Self.longest, let name = SafeName(bytes: bytes) else { throw VarintError() }
    self = name
  }
}

extension String {
  /// Whether it is a text such as `01:02:03;04`, with at least one digit.
  var isClock: Bool {
    utf8.count <= 64 && utf8.contains(where: \.isDigit)
      && utf8.allSatisfy { $0.isDigit || [0x2E, 0x3A, 0x3B].contains($0) }
  }

  /// Whether it is a decimal number as it is printed, or empty.
  var isDecimal: Bool {
    let digits = utf8.drop { $0 == UInt8(ascii: "-") }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isDigit) }
    return isEmpty || isNumber && utf8.count - digits.count <= 1 && utf8.count <= 64
  }

  /// Whether it is an MD5 in lower-case digits.
  var isHash: Bool { utf8.count == 32 && utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) } }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
