public import Arguments
public import Packing

extension ParsedArguments: Packed {
  /// Appends the options, as their places in the option table and their values, and the operands.
  public func pack(into packing: inout VarintWriter) { packing.append(occurrences, operands) }

  /// Reads the same.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (occurrences, operands): ([Occurrence], [Word]) = try packing.values()
    self.init(occurrences: occurrences, operands: operands)
  }
}

extension Occurrence: Packed {
  /// Appends the option's place, its value and where it was.
  public func pack(into packing: inout VarintWriter) { packing.append(option.number, value, position) }

  /// Reads the same; throws if there is no such option.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let (number, value, position): (Int, Word?, Int) = try packing.values()
    let options = OptionTable.framegrab.options
    guard options.indices.contains(number) else { throw VarintError() }
    self.init(option: options[number], value: value, position: position)
  }
}

extension Word: Packed {
  /// Appends its bytes.
  public func pack(into packing: inout VarintWriter) { packing.append(bytes) }

  /// Reads any bytes.
  public init(unpacking packing: inout VarintReader) throws(VarintError) { self.init(bytes: try packing.blob()) }
}

extension Option {
  private static let numbers = Dictionary(
    uniqueKeysWithValues: OptionTable.framegrab.options.enumerated().map { ($1, $0) })

  /// Its place in the table.
  fileprivate var number: Int { Self.numbers[self] ?? 0 }
}
