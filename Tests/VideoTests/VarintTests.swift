import Packing
import TestSupport
import Testing
@testable import Video

struct VarintTests {
  private static let numbers: [UInt64] = [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 1 << 35, 1 << 63, .max - 1, .max]

  @Test func `small numbers take few bytes, and all are read back`() throws {
    // Seven bits per byte: 64 bits take ten.
    let sizes = [1, 1, 1, 2, 2, 3, 6, 10, 10, 10]
    for (number, size) in zip(Self.numbers, sizes) {
      var packing = VarintWriter()
      packing.append(number)
      #expect(packing.bytes.count == size)
      var unpacking = VarintReader(packing.bytes)
      #expect(try unpacking.number() == number)
      try unpacking.finish()
    }
    for number: Int64 in [0, -1, 1, 63, -64, 64, -65, .min, .max, .min + 1] {
      var packing = VarintWriter()
      packing.append(signed: number)
      #expect(packing.bytes.count == 1 || !(-64...63).contains(number))
      var unpacking = VarintReader(packing.bytes)
      #expect(try unpacking.signed() == number)
    }
  }

  @Test func `data that is cut off, too long or invalid is refused`() {
    func refuses(_ bytes: [UInt8], _ take: (inout VarintReader) throws(VarintError) -> Void) -> Bool {
      var unpacking = VarintReader(bytes)
      do throws(VarintError) {
        try take(&unpacking)
        return false
      } catch {
        return true
      }
    }
    #expect(refuses([]) { (unpacking) throws(VarintError) in _ = try unpacking.byte() })
    #expect(refuses([0x80]) { (unpacking) throws(VarintError) in _ = try unpacking.number() })
    // The tenth byte holds only the 64th bit.
    let ten = [UInt8](repeating: 0xFF, count: 9)
    #expect(!refuses(ten + [1]) { (unpacking) throws(VarintError) in _ = try unpacking.number() })
    #expect(refuses(ten + [2]) { (unpacking) throws(VarintError) in _ = try unpacking.number() })
    #expect(refuses(ten + [0x81, 0]) { (unpacking) throws(VarintError) in _ = try unpacking.number() })
    #expect(refuses([2]) { (unpacking) throws(VarintError) in _ = try unpacking.flag() })
    #expect(refuses([3, 1, 2]) { (unpacking) throws(VarintError) in _ = try unpacking.blob() })
    #expect(refuses(ten + [1]) { (unpacking) throws(VarintError) in _ = try unpacking.blob() })
    #expect(refuses([2, 0, 0, 0]) { (unpacking) throws(VarintError) in _ = try unpacking.count(ofAtLeast: 2) })
    #expect(refuses([0]) { (unpacking) throws(VarintError) in try unpacking.finish() })
  }

  @Test func `a file is only accepted when another change would show in its timestamps`() {
    func isClear(_ time: (Int64, Int64), _ stamp: (Int64, Int64)) -> Bool {
      WallTime(seconds: time.0, nanoseconds: time.1).isClear(ofStamp: stamp.0, stamp.1)
    }
    // Timestamps with fractions have a resolution of at least 10 ms, and twice that is waited for; whole ones may have
    // a resolution of 2 s.
    #expect(!isClear((100, 500), (100, 400)) && !isClear((100, 20_000_400), (100, 400)))
    #expect(isClear((100, 20_000_401), (100, 400)) && isClear((101, 0), (100, 979_999_999)))
    #expect(!isClear((101, 999_999_999), (100, 0)) && !isClear((102, 0), (100, 0)) && isClear((102, 1), (100, 0)))
    // The near future is not past; the far future is accepted.
    #expect(!isClear((100, 0), (101, 5)) && isClear((100, 0), (1_000_000, 0)))
    #expect(isClear((.max, 0), (.min, 0)) && isClear((.min, 0), (.max, 0)))
  }
}
