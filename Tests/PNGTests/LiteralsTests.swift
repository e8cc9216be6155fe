import CPNG
import TestSupport
import Testing

/// The code words of bytes, written by the fastest way of this processor and by the one that all have.
struct LiteralsTests {
  /// The bits that a writer appends to `waiting`, whose `count` lowest bits are used; with the bits of the last byte.
  private func written(
    _ codes: literal_codes, _ bytes: [UInt8], after waiting: UInt64, count: UInt32,
    by write: (UnsafePointer<literal_codes>, UnsafePointer<UInt8>, UInt32, UnsafeMutablePointer<bit_end>) -> Void
  ) throws -> (bytes: [UInt8], waiting: UInt64, count: UInt32) {
    // Two bytes for each of the words, at most 14 bits long, and eight more.
    var room = [UInt8](repeating: 0xAA, count: 2 * bytes.count + 9)
    let place = try room.withUnsafeMutableBufferPointer { room in
      let start = try #require(room.baseAddress)
      var end = bit_end(next: start, waiting: waiting, count: count)
      let bytes = bytes + [0]
      withUnsafePointer(to: codes) { write($0, bytes, UInt32(bytes.count - 1), &end) }
      return (length: end.next - start, waiting: end.waiting, count: end.count)
    }
    return (Array(room.prefix(place.length)), place.waiting, place.count)
  }

  /// The same one bit at a time: the lowest bit of a word first, the first bit of a byte lowest (RFC 1951, 3.1.1).
  private func expected(
    _ words: [UInt32], _ bytes: [UInt8], after waiting: UInt64, count: UInt32
  ) -> (bytes: [UInt8], waiting: UInt64, count: UInt32) {
    var bits = (0..<count).map { UInt8(waiting >> UInt64($0) & 1) }
    for byte in bytes {
      let word = words[Int(byte)]
      bits += (0..<word >> 16).map { UInt8(word >> $0 & 1) }
    }
    let whole = bits.count / 8
    var written = [UInt8](repeating: 0, count: whole)
    var rest: UInt64 = 0
    for (place, bit) in bits.enumerated() {
      if place < 8 * whole {
        written[place / 8] |= bit << (place % 8)
      } else {
        rest |= UInt64(bit) << (place - 8 * whole)
      }
    }
    return (written, rest, UInt32(bits.count - 8 * whole))
  }

  @Test func `both ways write the bits of any words`() throws {
    var numbers = SeededNumbers(seed: 29)
    for round in 0..<2000 {
      // No word at all is what a byte has that does not occur; here it is written as no bit.
      let words = (0..<256).map { _ in
        let length = UInt32.random(in: 0...14, using: &numbers)
        return UInt32.random(in: 0..<1 << length, using: &numbers) | length << 16
      }
      // Around the 64 bytes that are looked up together, and some of each number below.
      let count = round < 400 ? round : Int.random(in: 0...131, using: &numbers)
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      let pending = UInt32(round % 8)
      let waiting = numbers.next() & (1 << UInt64(pending) - 1)
      var codes = literal_codes()
      take_apart(&codes, words)
      let right = expected(words, bytes, after: waiting, count: pending)
      for way in [literals_write, literals_write_portably] {
        let result = try written(codes, bytes, after: waiting, count: pending) { way($0, $1, $2, $3) }
        #expect(result == right, "\(round)")
      }
    }
  }
}
