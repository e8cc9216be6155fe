import TestSupport
import Testing
@testable import Video

struct NALUnitsTests {
  private func units(_ bytes: [UInt8], lengthSize: Int) -> [[UInt8]] {
    bytes.withUnsafeBytes { buffer in NALUnits(buffer, lengthSize: lengthSize).map { Array($0) } }
  }

  /// The starts of units after a start code, found by checking every position.
  private func starts(_ bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    for index in bytes.indices.dropLast(2) where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 {
      if index + 3 < bytes.count { starts.append(index + 3) }
    }
    return starts
  }

  @Test(arguments: 1...4)
  func `units with their lengths in front`(_ size: Int) {
    let made: [[UInt8]] = [[0x67, 1, 2], [0x68], [0x65, 9, 9, 9, 9]]
    #expect(units(withLengths(made, size: size), lengthSize: size) == made)
  }

  @Test func `a length is read most significant byte first`() {
    let long = [UInt8](repeating: 7, count: 258)
    #expect(units([1, 2] + long + [0, 1, 5], lengthSize: 2) == [long, [5]])
    #expect(units([0, 0, 1, 2] + long + [0, 0, 0, 1, 5], lengthSize: 4) == [long, [5]])
  }

  @Test func `a unit with a length beyond the packet ends with the packet`() {
    #expect(units([0, 0, 0, 9, 1, 2], lengthSize: 4) == [[1, 2]])
    #expect(units([0xFF, 0xFF, 0xFF, 0xFF, 1], lengthSize: 4) == [[1]])
    #expect(units([0, 2, 1, 2, 0, 9, 3], lengthSize: 2) == [[1, 2], [3]])
  }

  @Test func `a length without a unit gives no unit`() {
    for bytes: [UInt8] in [[], [0], [0, 0, 0], [0, 0, 0, 5], [0, 0, 0, 0]] {
      #expect(units(bytes, lengthSize: 4) == [])
    }
    #expect(units([3, 1, 2, 3, 1], lengthSize: 1) == [[1, 2, 3]])
  }

  @Test func `units of length 0 are skipped`() {
    #expect(units([0, 0, 1, 7, 0, 0, 1, 8], lengthSize: 1) == [[7], [8]])
    #expect(units([UInt8](repeating: 0, count: 400_000) + [0, 0, 0, 1, 6], lengthSize: 4) == [[6]])
  }

  @Test func `units after start codes of three and of four bytes`() {
    let bytes: [UInt8] = [0, 0, 0, 1, 0x67, 5, 0, 0, 1, 0x68, 0, 0, 0, 1, 0x65, 9]
    // A unit is returned with everything after it.
    #expect(units(bytes, lengthSize: 0).map(\.first) == [0x67, 0x68, 0x65])
    #expect(units(bytes, lengthSize: 0).last == [0x65, 9])
  }

  @Test func `bytes without a start code contain no unit`() {
    for bytes: [UInt8] in [[], [0], [0, 0], [0, 0, 1], [0, 0, 0, 1], [0, 0, 2, 1], [0x65, 0x88], [1, 0, 0]] {
      #expect(units(bytes, lengthSize: 0) == [], "\(bytes)")
    }
    #expect(units([9, 9, 0, 0, 1, 4], lengthSize: 0) == [[4]])
  }

  @Test func `every start code is found at any position`() {
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...24, using: &numbers)).map { _ in UInt8.random(in: 0...2, using: &numbers) }
      #expect(units(bytes, lengthSize: 0).map { bytes.count - $0.count } == starts(bytes), "\(bytes)")
    }
  }

  @Test func `the size of lengths is in the configuration record`() {
    func size(_ record: [UInt8], isHEVC: Bool) -> Int {
      record.withUnsafeBytes { NALUnits.lengthSize(configuration: $0, isHEVC: isHEVC) }
    }
    // ISO/IEC 14496-15, 5.3.3.1.2: the fifth byte is 111111 and lengthSizeMinusOne.
    #expect(size([1, 66, 0, 30, 0xFF, 0xE1, 0], isHEVC: false) == 4)
    #expect(size([1, 66, 0, 30, 0xFD, 0xE1, 0], isHEVC: false) == 2)
    #expect(size([1, 66, 0, 30, 0xFC, 0xE1, 0], isHEVC: false) == 1)
    // 8.3.3.1.2: the twenty-second byte ends with lengthSizeMinusOne.
    let head = [1] + [UInt8](repeating: 0, count: 20)
    #expect(size(head + [0x0F, 0], isHEVC: true) == 4 && size(head + [0xF4, 0], isHEVC: true) == 1)
    // Parameter sets with start codes, and data that is too short, are not records.
    #expect(size([0, 0, 0, 1, 0x67, 66, 0, 30], isHEVC: false) == 0)
    #expect(
      size([1, 66, 0, 30, 0xFF], isHEVC: false) == 0 && size([], isHEVC: false) == 0 && size([1], isHEVC: true) == 0)
  }
}
