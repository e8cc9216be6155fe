@testable import Screen
import TestSupport
import Testing

struct GarbageTests {
  /// Bytes of which sequences consist, so that chance makes many of them, and any others.
  private static let likely = Array("\u{1B}\u{1B}\u{1B}[[[OP_]X^\\<>?;;:-0123456789$~mMyRtcSnuDHq~\u{7}\u{3}\r ".utf8)

  private static func garbage(_ numbers: inout SeededNumbers) -> [UInt8] {
    (0..<numbers.below(60)).map { _ in
      numbers.below(5) == 0 ? UInt8(truncatingIfNeeded: numbers.next()) : likely[numbers.below(likely.count)]
    }
  }

  @Test func `30 000 strings of garbage are read alike whole and in pieces`() {
    var numbers = SeededNumbers(seed: 7)
    var whole = InputReader()
    var torn = InputReader()
    for round in 0..<30_000 {
      let bytes = Self.garbage(&numbers)
      let cut = numbers.below(bytes.count + 1)
      let first = torn.read(bytes[..<cut])
      let isSame = whole.read(bytes) == first + torn.read(bytes[cut...])
      let waits = whole.isWaiting == torn.isWaiting && (numbers.below(4) > 0 || whole.expire() == torn.expire())
      // Not an expectation each: a million of them would take longer than the reading.
      if !isSame || !waits { Issue.record("string \(round): \(bytes)") }
    }
  }

  @Test func `no input makes the reader keep more than it promises`() {
    var numbers = SeededNumbers(seed: 8)
    let starts = [
      "\u{1B}[", "\u{1B}[?", "\u{1B}P", "\u{1B}_G", "\u{1B}]", "\u{1B}O", "\u{1B}[200~", "\u{1B}[200~\u{1B}[20",
    ]
    for start in starts {
      var reader = InputReader()
      _ = reader.read(start.utf8)
      var most = 0
      for _ in 0..<200 {
        // No byte that ends anything: a final byte, a control, the end of a paste.
        let bytes = (0..<1000).map { _ in UInt8(0x30 + numbers.below(10)) }
        #expect(reader.read(bytes) == [])
        most = max(most, reader.heldBytes)
      }
      // What is dropped is not kept either.
      #expect(reader.heldBytes == 0)
      #expect(most <= (start.contains("200~") ? 65_536 + 6 : 4096), "after \(start.dropFirst())")
    }
  }
}
