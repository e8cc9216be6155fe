extension Optional: Packed where Wrapped: Packed {
  /// Appends whether there is a value, and the value.
  public func pack(into packing: inout VarintWriter) {
    packing.append(self != nil)
    self?.pack(into: &packing)
  }

  /// Reads a value, if there is one.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    self = try packing.flag() ? try Wrapped(unpacking: &packing) : nil
  }
}

extension Array: Packed where Element: Packed {
  /// Appends the count, and then each element.
  public func pack(into packing: inout VarintWriter) { Element.pack(all: self, into: &packing) }

  /// Reads the same; throws for more elements than there are bytes.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    self = try Element.all(unpacking: &packing)
  }
}

/// Two values, since a tuple cannot be packed.
public struct PackedPair<First: Packed, Second: Packed>: Packed {
  /// The two values.
  public let values: (First, Second)

  /// Makes a pair.
  public init(_ first: First, _ second: Second) { values = (first, second) }

  /// Appends one after the other.
  public func pack(into packing: inout VarintWriter) { packing.append(values.0, values.1) }

  /// Reads both.
  public init(unpacking packing: inout VarintReader) throws(VarintError) { values = try packing.values() }
}
