import Foundation
import TestSupport
import Testing

@testable import Bench

@Suite struct NumberTests {
  /// 170 by 150 samples of grey with the panel of a number at the top left: ten by nine blocks of 16 pixels, of which six
  /// rows of eight, one block below the top, are the bits of its bytes, each row followed by its inverse.
  private func plane(_ number: Int) -> Data {
    let (high, low) = (UInt8(number >> 8), UInt8(number & 0xFF))
    let bytes = [high, low, CodedNumber.crc(of: [high, low])].flatMap { [$0, ~$0] }
    return Data(
      (0..<150).flatMap { y in
        (0..<170).map { x -> UInt8 in
          let (column, row) = (x / 16, y / 16 - 1)
          guard column < 8, (0..<6).contains(row) else { return 77 }
          return bytes[row] & (0x80 >> UInt8(column)) == 0 ? 0 : 255
        }
      })
  }

  @Test func `the number of a floor's picture is read from its first plane`() {
    let head = Data("P5\n170 150\n255\n".utf8)
    let others = Data(repeating: 128, count: 2 * 85 * 75)
    #expect(PictureFolder.number(in: head + plane(0x1234) + others) == 0x1234)
    // Samples that look like lines of the header.
    #expect(PictureFolder.number(in: head + Data(repeating: 10, count: 170) + plane(7).dropFirst(170)) == 7)
    #expect(PictureFolder.number(in: head + plane(7).dropLast()) == nil)
    #expect(PictureFolder.number(in: Data("P5\n170\n255\n".utf8) + plane(7)) == nil)
  }
}
