import Files
import Testing

@testable import Sourcing

/// Which pages of an object are asked for, by pages of 1 KiB.
@Suite struct SourceObjectTests {
  private func object(pages: Int64, rest: Int64 = 0) -> SourceObject {
    SourceObject(1, "a", size: pages * 1024 + rest, version: nil)
  }

  @Test func `only what is wanted, as long as places are far apart`() {
    let object = object(pages: 1000)
    for start in [0, 500, 3, 900] as [Int64] {
      #expect(object.want(start..<start + 40, isKept: { _ in false }) == start..<start + 40)
    }
  }

  @Test func `more and more while pages follow each other, and 256 at most`() {
    let object = object(pages: 2000)
    var kept: Set<Int64> = []
    func want(_ pages: Range<Int64>) -> Range<Int64>? {
      let asked = object.want(pages, isKept: kept.contains)
      kept.formUnion(asked ?? 0..<0)
      return asked
    }
    // Up to 31 in a row are what is wanted and no more; the same page again changes nothing.
    #expect(want(0..<16) == 0..<16)
    #expect(want(15..<16) == nil)
    #expect(want(16..<31) == 16..<31)
    // 32 in a row: 32 from the first that is wanted on.
    #expect(want(31..<32) == 31..<63)
    // 64 in a row: 64 from 32 on, of which 63 is the first that is missing; that many are asked for.
    #expect(want(32..<64) == 63..<127)
    #expect(want(64..<128) == 127..<255)
    // 256 in a row, and so it stays.
    #expect(want(128..<256) == 255..<511)
    #expect(want(256..<300) == 511..<767)
    #expect(want(300..<310) == nil)
    // A jump back, and one to the end.
    #expect(want(3..<10) == nil)
    #expect(want(1990..<2000) == 1990..<2000)
  }

  @Test func `nothing twice, and nothing behind the end`() {
    let object = object(pages: 10, rest: 1)
    #expect(object.pages(of: 0..<1) == 0..<1)
    #expect(object.pages(of: 1023..<1025) == 0..<2)
    #expect(object.pages(of: 10240..<50000) == 10..<11)
    #expect(object.pages(of: 10241..<50000).isEmpty)
    #expect(object.bytes(of: 9..<11) == 9216..<10241)
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
    for page in 1..<80_000 as Range<Int64> {
      pages.keep([0], place(page))
      if page % 5000 == 0 { #expect(pages.bytes(place(0)) == [1]) }
    }
    // 65 536 in all, of which an eighth goes at a time.
    let kept = (0..<80_000).filter { pages.has(place($0)) }
    #expect((57_000...65_536).contains(kept.count) && kept.last == 79_999 && !pages.has(place(1)))
    pages.forget(1)
    #expect(!pages.has(place(0)))
  }
}
