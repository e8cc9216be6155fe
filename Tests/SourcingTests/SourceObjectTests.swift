import Files
import Testing

@testable import Sourcing

/// Which pages of an object are asked for, by pages of 4 KiB.
@Suite struct SourceObjectTests {
  private func object(pages: Int64, rest: Int64 = 0) -> SourceObject {
    SourceObject(1, "a", size: pages * 4096 + rest, version: nil)
  }

  @Test func `only what is wanted, as long as places are far apart`() {
    let object = object(pages: 1000)
    for start in [0, 500, 3, 900] as [Int64] {
      #expect(object.want(start..<start + 2, isKept: { _ in false }) == start..<start + 2)
    }
  }

  @Test func `more and more while pages follow each other, and 64 at most`() {
    let object = object(pages: 1000)
    var kept: Set<Int64> = []
    func want(_ pages: Range<Int64>) -> Range<Int64>? {
      let asked = object.want(pages, isKept: kept.contains)
      kept.formUnion(asked ?? 0..<0)
      return asked
    }
    // 1; then twice as many as each time before, of which those are left out that are there.
    #expect(want(0..<1) == 0..<1)
    #expect(want(1..<2) == 1..<3)  // 2 from 1 on
    #expect(want(2..<3) == 3..<7)  // 4 are wanted from 2 on: 2 is there, and 4 are asked for
    #expect(want(3..<4) == 7..<15)  // 8 from 3 on, to 11: 7 is the first that is missing
    #expect(want(4..<5) == 15..<31)  // 16 from 4 on, to 20
    #expect(want(5..<6) == 31..<63)  // 32 from 5 on, to 37
    #expect(want(6..<7) == 63..<127)  // 64 from 6 on, to 70
    #expect(want(7..<8) == nil)  // to 71: all are there
    #expect(want(62..<63) == nil)  // a jump
    #expect(want(63..<64) == nil)  // 2 from 63 on
  }

  @Test func `nothing twice, and nothing behind the end`() {
    let object = object(pages: 10, rest: 1)
    #expect(object.pages(of: 0..<1) == 0..<1)
    #expect(object.pages(of: 4095..<4097) == 0..<2)
    #expect(object.pages(of: 40960..<50000) == 10..<11)
    #expect(object.pages(of: 40961..<50000).isEmpty)
    #expect(object.bytes(of: 9..<11) == 36864..<40961)
    object.asked[9] = 1
    #expect(object.want(8..<11, isKept: { _ in false }) == 8..<9)
    #expect(object.want(8..<11, isKept: { $0 == 8 }) == 10..<11)
    #expect(object.want(10..<11, isKept: { $0 == 10 }) == nil)
  }

  @Test func `a version tells states apart, in each run the same`() {
    func identity(_ name: String, _ size: Int64, _ version: String?) -> FileIdentity? {
      SourceState(name: name, size: size, version: version).identity
    }
    let states = [("a", 1, "x"), ("b", 1, "x"), ("a", 2, "x"), ("a", 1, "y"), ("a", 1, "")].map { name, size, version in
      identity(name, Int64(size), version)
    }
    #expect(Set(states).count == 5 && !states.contains(nil))
    #expect(identity("a", 1, "x") == states[0] && identity("a", 1, nil) == nil)
    // FNV-1a of "a" and "x", by its definition: (offset basis XOR byte) times the prime, modulo 2⁶⁴.
    let basis: UInt64 = 0xcbf2_9ce4_8422_2325
    #expect(states[0]?.inode == (basis ^ 0x61) &* 0x100_0000_01b3)
    #expect(states[0]?.device == .max && states[0]?.size == 1)
  }

  @Test func `pages that are used stay`() {
    var pages = SourcePages()
    func place(_ page: Int64) -> SourcePages.Place { .init(object: 1, page: page) }
    pages.keep([1], place(0))
    for page in 1..<20_000 as Range<Int64> {
      pages.keep([0], place(page))
      #expect(pages.bytes(place(0)) == [1])
    }
    // 16 384 in all, of which an eighth goes at a time.
    let kept = (0..<20_000).filter { pages.has(place($0)) }
    #expect((14_000...16_384).contains(kept.count) && kept.last == 19_999 && !pages.has(place(1)))
    pages.forget(1)
    #expect(!pages.has(place(0)))
  }
}
