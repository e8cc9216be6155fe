import TestSupport
import Testing

@testable import Roads

struct SpoilerTests {
  @Test(arguments: [
    (Fixture.h264BFrames, ["stss", "stts", "ctts", "elst", "stco"]),
    (.h264Matroska, ["blocks-flags", "blocks-times", "blocks-orders"]), (.mpeg4AVI, ["idx1-flags", "idx1-orders"]),
    (.h264Raw, []),
  ])
  func `each variant is another file, and the same each time`(_ clip: Fixture, _ tables: [String]) throws {
    let bytes = [UInt8](try clip.bytes())
    let spoiler = Spoiler(bytes, seed: 7)
    let variants = (0..<spoiler.count).map { spoiler.bytes(of: $0) }
    #expect(variants == (0..<spoiler.count).map { Spoiler(bytes, seed: 7).bytes(of: $0) })
    let names = (0..<spoiler.count).map { spoiler.name(of: $0) }
    #expect(Set(names).count == names.count && Set(tables).isSubset(of: names))
    #expect(variants.prefix(10).map(\.count) == variants.prefix(10).map(\.count).sorted())
    for (name, variant) in zip(names, variants).dropFirst(10) {
      let changed = zip(variant, bytes).count { $0 != $1 }
      #expect(variant.count == bytes.count && changed <= 256 && (changed > 0 || name.hasSuffix("order")), "\(name)")
    }
    #expect(spoiler.chosen(3).count == 3 && spoiler.chosen(3) == spoiler.chosen(3))
  }

  @Test func `an empty file is not spoilt`() {
    #expect(Spoiler([], seed: 1).count == 0 && Spoiler([], seed: 1).chosen(3).isEmpty)
  }
}
