/// A signed integer of any size, for the few exact comparisons that need more than 128 bits.
struct WideInteger: Hashable, Sendable {
  /// Least significant word first; no zero word at the top, so zero is empty.
  private(set) var words: [UInt64]
  /// Whether it is below zero; false for zero.
  private(set) var isNegative: Bool

  init(words: [UInt64], isNegative: Bool) {
    var words = words
    while words.last == 0 { words.removeLast() }
    self.words = words
    self.isNegative = isNegative && !words.isEmpty
  }

  init(_ value: Int64) {
    self.init(words: [value.magnitude], isNegative: value < 0)
  }

  init(magnitude: UInt64) {
    self.init(words: [magnitude], isNegative: false)
  }

  var isZero: Bool { words.isEmpty }

  var magnitude: WideInteger { WideInteger(words: words, isNegative: false) }

  /// The number of bits of the magnitude, 0 for zero.
  var bitWidth: Int {
    guard let top = words.last else { return 0 }
    return words.count * 64 - top.leadingZeroBitCount
  }

  static prefix func - (value: WideInteger) -> WideInteger {
    WideInteger(words: value.words, isNegative: !value.isNegative)
  }

  static func + (left: WideInteger, right: WideInteger) -> WideInteger {
    if left.isNegative == right.isNegative {
      return WideInteger(words: sum(left.words, right.words), isNegative: left.isNegative)
    }
    if isLess(left.words, right.words) {
      return WideInteger(words: difference(right.words, left.words), isNegative: right.isNegative)
    }
    return WideInteger(words: difference(left.words, right.words), isNegative: left.isNegative)
  }

  static func - (left: WideInteger, right: WideInteger) -> WideInteger { left + (-right) }

  static func * (left: WideInteger, right: WideInteger) -> WideInteger {
    guard !left.isZero, !right.isZero else { return WideInteger(words: [], isNegative: false) }
    var product = [UInt64](repeating: 0, count: left.words.count + right.words.count)
    for (i, a) in left.words.enumerated() {
      var carry: UInt128 = 0
      for (j, b) in right.words.enumerated() {
        // At most (2^64−1)² + 2·(2^64−1) = 2^128 − 1.
        let total = UInt128(a) * UInt128(b) + UInt128(product[i + j]) + carry
        product[i + j] = UInt64(truncatingIfNeeded: total)
        carry = total >> 64
      }
      product[i + right.words.count] = UInt64(truncatingIfNeeded: carry)
    }
    return WideInteger(words: product, isNegative: left.isNegative != right.isNegative)
  }

  /// Multiplied by 2 to the power of `bits` (0 or more).
  func shiftedLeft(by bits: Int) -> WideInteger {
    guard bits > 0, !isZero else { return self }
    let (whole, part) = bits.quotientAndRemainder(dividingBy: 64)
    var shifted = [UInt64](repeating: 0, count: whole)
    var carry: UInt64 = 0
    for word in words {
      shifted.append(word << part | carry)
      carry = part == 0 ? 0 : word >> (64 - part)
    }
    shifted.append(carry)
    return WideInteger(words: shifted, isNegative: isNegative)
  }

  /// The quotient and remainder of the magnitudes, or `nil` when the quotient needs more than 64 bits
  /// or the divisor is zero.
  func dividingMagnitude(by divisor: WideInteger) -> (quotient: UInt64, remainder: WideInteger)? {
    guard !divisor.isZero else { return nil }
    if let dividend = narrowMagnitude, let divisor = divisor.narrowMagnitude {
      let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
      let words = [UInt64(truncatingIfNeeded: remainder), UInt64(truncatingIfNeeded: remainder >> 64)]
      return UInt64(exactly: quotient).map { ($0, WideInteger(words: words, isNegative: false)) }
    }
    let shift = bitWidth - divisor.bitWidth
    guard shift >= 0 else { return (0, magnitude) }
    guard shift <= 64 else { return nil }
    // Long division in base 2: subtract the divisor wherever it still fits, from the top down.
    var rest = words
    var quotient: UInt128 = 0
    var subtrahend = divisor.magnitude.shiftedLeft(by: shift).words
    for bit in (0...shift).reversed() {
      if !Self.isLess(rest, subtrahend) {
        rest = Self.difference(rest, subtrahend)
        while rest.last == 0 { rest.removeLast() }
        quotient |= 1 << UInt128(bit)
      }
      Self.halve(&subtrahend)
    }
    return UInt64(exactly: quotient).map { ($0, WideInteger(words: rest, isNegative: false)) }
  }

  /// The magnitude in 128 bits when it fits.
  private var narrowMagnitude: UInt128? {
    switch words.count {
    case 0: 0
    case 1: UInt128(words[0])
    case 2: UInt128(words[1]) << 64 | UInt128(words[0])
    default: nil
    }
  }
}

extension WideInteger: Comparable {
  static func < (left: WideInteger, right: WideInteger) -> Bool {
    switch (left.isNegative, right.isNegative) {
    case (false, false): isLess(left.words, right.words)
    case (true, true): isLess(right.words, left.words)
    case (true, false): true
    case (false, true): false
    }
  }
}

// Arithmetic on magnitudes: least significant word first, no zero word at the top.
extension WideInteger {
  private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    guard left.count == right.count else { return left.count < right.count }
    for index in left.indices.reversed() where left[index] != right[index] {
      return left[index] < right[index]
    }
    return false
  }

  private static func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    var longer = left.count < right.count ? right : left
    let shorter = left.count < right.count ? left : right
    var carry: UInt128 = 0
    for index in longer.indices {
      let total = UInt128(longer[index]) + (index < shorter.count ? UInt128(shorter[index]) : 0) + carry
      longer[index] = UInt64(truncatingIfNeeded: total)
      carry = total >> 64
    }
    longer.append(UInt64(truncatingIfNeeded: carry))
    return longer
  }

  /// `left − right`, where `left` ≥ `right`.
  private static func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    var result = left
    var borrow: UInt64 = 0
    for index in result.indices {
      let (first, under) = result[index].subtractingReportingOverflow(index < right.count ? right[index] : 0)
      let (second, again) = first.subtractingReportingOverflow(borrow)
      result[index] = second
      borrow = under || again ? 1 : 0
    }
    return result
  }

  private static func halve(_ words: inout [UInt64]) {
    var carry: UInt64 = 0
    for index in words.indices.reversed() {
      let low = words[index] & 1
      words[index] = words[index] >> 1 | carry << 63
      carry = low
    }
    while words.last == 0 { words.removeLast() }
  }
}
