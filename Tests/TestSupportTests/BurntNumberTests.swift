import Testing

@testable import TestSupport

@Suite struct BurntNumberTests {
  @Test func `the check is the CRC-8 with polynomial 7 and start value FF`() {
    // A byte that cancels the start value gives the plain table: 0 → 00, 1 → 07, 2 → 0E, FF → F3.
    #expect(BurntNumber.crc(of: 0xFF) == 0x00)
    #expect(BurntNumber.crc(of: 0xFE) == 0x07)
    #expect(BurntNumber.crc(of: 0xFD) == 0x0E)
    #expect(BurntNumber.crc(of: 0x00) == 0xF3)
  }

  @Test func `every number is read`() throws {
    for number in UInt8.min...UInt8.max {
      #expect(BurntNumber.read(from: try #require(DrawnPicture(number: number).picture())) == Int(number))
    }
  }

  @Test func `a number is read from an upright picture and from no other`() throws {
    for number in stride(from: UInt8(0), through: 255, by: 15) {
      let drawn = DrawnPicture(number: number)
      for orientation in CornerMarks.Orientation.allCases {
        let picture = try #require(drawn.picture(orientation))
        #expect(CornerMarks.orientation(of: picture) == orientation)
        #expect(BurntNumber.read(from: picture) == (orientation == .upright ? Int(number) : nil))
      }
    }
  }

  @Test(arguments: [(160, 120), (161, 121), (213, 120), (320, 240), (80, 60), (40, 30)])
  func `the number is read at any size`(width: Int, height: Int) throws {
    let picture = try #require(
      DrawnPicture(number: 0xA7).picture(width: width, height: height) { ($0 * 160 / width, $1 * 120 / height) })
    #expect(BurntNumber.read(from: picture) == 0xA7)
    #expect(CornerMarks.orientation(of: picture) == .upright)
  }

  @Test func `a blend of two numbers has no number`() throws {
    let first = try #require(DrawnPicture(number: 6).picture())
    let second = try #require(DrawnPicture(number: 7).picture())
    for percent in [12, 25, 50, 75, 88] {
      let samples = zip(first.samples, second.samples).map { one, other in
        UInt8((Int(one) * (100 - percent) + Int(other) * percent) / 100)
      }
      let blend = try #require(DecodedPNG(width: 160, height: 120, samples: samples))
      #expect(BurntNumber.read(from: blend) == nil, "\(percent) %")
    }
  }

  @Test func `a picture composed of two has no number`() throws {
    let upper = DrawnPicture(number: 41)
    let lower = try #require(DrawnPicture(number: 42).picture())
    for line in [28, 32, 36, 48, 52, 64] {
      let picture = try #require(upper.picture())
      let samples = picture.samples[..<(line * 640)] + lower.samples[(line * 640)...]
      let pieced = try #require(DecodedPNG(width: 160, height: 120, samples: Array(samples)))
      #expect(BurntNumber.read(from: pieced) == nil, "cut at line \(line)")
    }
  }

  @Test func `a picture with one damaged block has no number`() throws {
    for block in 0..<32 {
      var drawn = DrawnPicture(number: 0x35)
      drawn.fill(x: block % 8 * 16 + 4, y: block / 8 * 16 + 20, side: 2, (128, 128, 128))
      #expect(BurntNumber.read(from: try #require(drawn.picture())) == nil)
    }
  }

  @Test func `a picture with one block of the wrong colour has no number`() throws {
    for block in 0..<32 {
      for shade: UInt8 in [0, 255] {
        var drawn = DrawnPicture(number: 0x35)
        let was = drawn.pixels[(block / 8 * 16 + 16) * 160 + block % 8 * 16].0
        drawn.fill(x: block % 8 * 16, y: block / 8 * 16 + 16, (shade, shade, shade))
        #expect(BurntNumber.read(from: try #require(drawn.picture())) == (shade == was ? 0x35 : nil))
      }
    }
  }

  @Test func `a picture with another number's checksum has no number`() throws {
    for check in UInt8.min...UInt8.max where check != 0xF3 {
      #expect(BurntNumber.read(from: try #require(DrawnPicture(number: 0, check: check).picture())) == nil)
    }
  }

  @Test func `a picture with colour or transparency in the blocks has no number`() throws {
    var blue = DrawnPicture(number: 0)
    blue.fill(x: 0, y: 16, (0, 0, 90))
    #expect(BurntNumber.read(from: try #require(blue.picture())) == nil)
    #expect(BurntNumber.read(from: try #require(DrawnPicture(number: 0).picture(alpha: 254))) == nil)
  }

  @Test func `a picture too small for blocks has no number`() throws {
    let dot = try #require(DecodedPNG(width: 1, height: 1, samples: [255, 255, 255, 255]))
    #expect(BurntNumber.read(from: dot) == nil)
    #expect(CornerMarks.orientation(of: dot) == nil)
  }

  @Test func `without three marks there is no orientation`() throws {
    var drawn = DrawnPicture(number: 3)
    drawn.fill(x: 144, y: 0, (128, 128, 128))
    let picture = try #require(drawn.picture())
    #expect(CornerMarks.read(from: picture) == [.topLeft: .red, .bottomLeft: .green])
    #expect(CornerMarks.orientation(of: picture) == nil)
  }
}
