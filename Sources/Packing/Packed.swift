/// A value that may be a part of a message: it is read back as it was written, and takes at least one byte.
public protocol Packed {
  /// Appends it to a message.
  func pack(into packing: inout VarintWriter)

  /// Reads it from a message.
  ///
  /// - Throws: `VarintError` for what no such value is.
  init(unpacking packing: inout VarintReader) throws(VarintError)

  /// Appends how many there are, and each of them.
  static func pack(all values: [Self], into packing: inout VarintWriter)

  /// Reads the same.
  ///
  /// - Throws: `VarintError` for more values than bytes, and for what no such value is.
  static func all(unpacking packing: inout VarintReader) throws(VarintError) -> [Self]
}

extension Packed {
  /// Appends how many there are, and each of them.
  public static func pack(all values: [Self], into packing: inout VarintWriter) {
    packing.append(count: values.count)
    for value in values { value.pack(into: &packing) }
  }

  /// Reads the same.
  public static func all(unpacking packing: inout VarintReader) throws(VarintError) -> [Self] {
    var values: [Self] = []
    for _ in 0..<(try packing.count(ofAtLeast: 1)) { values.append(try Self(unpacking: &packing)) }
    return values
  }
}

extension VarintWriter {
  /// Appends values, one after the other.
  @inlinable public mutating func append<each Value: Packed>(_ value: repeat each Value) {
    repeat (each value).pack(into: &self)
  }
}

extension VarintReader {
  /// The next values, as `append` wrote them.
  @inlinable public mutating func values<each Value: Packed>() throws(VarintError) -> (repeat each Value) {
    (repeat try (each Value)(unpacking: &self))
  }
}

extension Bool: Packed {
  /// Appends it as one byte.
  public func pack(into packing: inout VarintWriter) { packing.append(self) }

  /// Reads one byte, 0 or 1.
  public init(unpacking packing: inout VarintReader) throws(VarintError) { self = try packing.flag() }
}

extension UInt8: Packed {
  /// Appends it as it is.
  public func pack(into packing: inout VarintWriter) { packing.append(byte: self) }

  /// Reads one byte.
  public init(unpacking packing: inout VarintReader) throws(VarintError) { self = try packing.byte() }

  /// Appends bytes, all at once.
  public static func pack(all values: [UInt8], into packing: inout VarintWriter) { packing.append(values) }

  /// Reads the same.
  public static func all(unpacking packing: inout VarintReader) throws(VarintError) -> [UInt8] { try packing.blob() }
}

extension UInt64: Packed {
  /// Appends it; small numbers take few bytes.
  public func pack(into packing: inout VarintWriter) { packing.append(self) }

  /// Reads any number.
  public init(unpacking packing: inout VarintReader) throws(VarintError) { self = try packing.number() }
}

extension Int64: Packed {
  /// Appends it with its sign.
  public func pack(into packing: inout VarintWriter) { packing.append(signed: self) }

  /// Reads any number.
  public init(unpacking packing: inout VarintReader) throws(VarintError) { self = try packing.signed() }
}

extension Int32: Packed {
  /// Appends it with its sign.
  public func pack(into packing: inout VarintWriter) { packing.append(signed: Int64(self)) }

  /// Reads a number; throws for one of more bits.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    guard let number = Int32(exactly: try packing.signed()) else { throw VarintError() }
    self = number
  }
}

/// A count or a place: it is never negative.
extension Int: Packed {
  /// Appends it without a sign; a negative number counts as 0.
  public func pack(into packing: inout VarintWriter) { packing.append(count: self) }

  /// Reads a number from 0 on.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    guard let number = Int(exactly: try packing.number()) else { throw VarintError() }
    self = number
  }
}

extension String: Packed {
  /// Appends its bytes in UTF-8, preceded by their count.
  public func pack(into packing: inout VarintWriter) { packing.append(Array(utf8)) }

  /// Reads a text; throws for bytes that are not UTF-8.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    guard let text = String(validating: try packing.blob(), as: UTF8.self) else { throw VarintError() }
    self = text
  }
}

extension Packed where Self: RawRepresentable, RawValue: Packed {
  /// Appends its raw value.
  public func pack(into packing: inout VarintWriter) { rawValue.pack(into: &packing) }

  /// Reads a raw value; throws if nothing has it.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    guard let value = Self(rawValue: try RawValue(unpacking: &packing)) else { throw VarintError() }
    self = value
  }
}
