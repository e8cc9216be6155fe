import Arguments
import Packing

extension ParsedArguments {
  /// Appends the options, as their places in the option table and their values, and the operands.
  func pack(into packing: inout VarintWriter) {
    packing.append(count: occurrences.count)
    for occurrence in occurrences {
      packing.append(count: occurrence.option.number)
      packing.append(occurrence.value) { $0.append($1.bytes) }
      packing.append(count: occurrence.position)
    }
    packing.append(count: operands.count)
    for operand in operands { packing.append(operand.bytes) }
  }

  /// Reads the same.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    var occurrences: [Occurrence] = []
    for _ in 0..<(try packing.count(ofAtLeast: 3)) {
      let number = Int(clamping: try packing.number())
      guard OptionName.allCases.indices.contains(number) else { throw VarintError() }
      let option = OptionName.allCases[number]
      let value = try packing.optional { (packing) throws(VarintError) in Word(bytes: try packing.blob()) }
      occurrences.append(Occurrence(option: option, value: value, position: Int(clamping: try packing.number())))
    }
    var operands: [Word] = []
    for _ in 0..<(try packing.count(ofAtLeast: 1)) { operands.append(Word(bytes: try packing.blob())) }
    self.init(occurrences: occurrences, operands: operands)
  }
}

extension OptionName {
  private static let numbers = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

  /// Its place among all options.
  fileprivate var number: Int { Self.numbers[self] ?? 0 }
}
