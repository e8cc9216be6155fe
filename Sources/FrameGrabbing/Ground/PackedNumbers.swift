import Packing
import Timeline

extension VarintWriter {
  mutating func append(_ rational: Rational) {
    append(signed: rational.numerator)
    append(signed: rational.denominator)
  }
}

extension VarintReader {
  mutating func rational() throws(VarintError) -> Rational {
    guard let rational = Rational(try signed(), try signed()) else { throw VarintError() }
    return rational
  }

  /// A frame index.
  mutating func index() throws(VarintError) -> Int {
    guard let index = Int(exactly: try number()) else { throw VarintError() }
    return index
  }

  /// A text such as `01:02:03;04`, with at least one digit.
  mutating func clock() throws(VarintError) -> String {
    let text = try text()
    let isClock = text.utf8.allSatisfy { (0x30...0x39).contains($0) || [0x2E, 0x3A, 0x3B].contains($0) }
    guard isClock, text.utf8.count <= 64, text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) else {
      throw VarintError()
    }
    return text
  }
}
