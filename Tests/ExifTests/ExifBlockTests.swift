import Testing
import Timeline
@testable import Exif

/// The block's bytes by TIFF 6.0, section 2, and the tags of Exif 2.32, written out by hand.
@Suite struct ExifBlockTests {
  private func fraction(_ above: Int64, _ below: Int64 = 1) throws -> Rational { try #require(Rational(above, below)) }

  private func date(_ text: String) throws -> CalendarTime { try #require(CalendarTime(parsing: text)) }

  private func place(_ text: String) throws -> GeographicPosition { try #require(GeographicPosition(parsing: text)) }

  @Test func `without metadata there is no block`() throws {
    #expect(ExifBlock(Shot(), time: .zero) == nil)
    // A date without the picture's time would be another picture's; an uncertainty without a place is meaningless.
    #expect(try ExifBlock(Shot(date: date("2024-01-01T00:00:00Z")), time: nil) == nil)
    #expect(ExifBlock(Shot(horizontalError: Rational(5)), time: .zero) == nil)
    #expect(try ExifBlock(Shot(date: date("9999-12-31T23:59:59Z")), time: Rational(1)) == nil)
  }

  @Test func `a maker alone, byte by byte`() throws {
    let block = try #require(ExifBlock(Shot(make: "Maker"), time: .zero))
    let main: [UInt8] = [
      0, 2,  // two fields
      // Make: ASCII, 6 bytes with the NUL, after the table at 8 + 2 + 2 · 12 + 4.
      0x01, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38,
      0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 44,  // the Exif directory: LONG, at 38 + 6
      0, 0, 0, 0,  // no next directory
    ]
    let details: [UInt8] = [
      0, 1,
      0x90, 0x00, 0, 7, 0, 0, 0, 4, 0x30, 0x32, 0x33, 0x32,  // ExifVersion: UNDEFINED, "0232", in the table
      0, 0, 0, 0,
    ]
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    #expect(block.bytes == header + main + Array("Maker\0".utf8) + details)
  }

  @Test func `short texts are stored in the table, odd ones are padded after it`() throws {
    // "M1" with its NUL is 3 bytes; "Make" is 5, padded to 6; both are written before the pointer to the directory.
    let block = try #require(ExifBlock(Shot(make: "Make", model: "M1"), time: .zero)).bytes
    #expect(block[10..<22] == [0x01, 0x0F, 0, 2, 0, 0, 0, 5, 0, 0, 0, 50])
    #expect(block[22..<34] == [0x01, 0x10, 0, 2, 0, 0, 0, 3, 0x4D, 0x31, 0, 0])
    #expect(block[34..<46] == [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 56])
    #expect(block[50..<56] == [0x4D, 0x61, 0x6B, 0x65, 0, 0])
  }

  @Test func `every value is in its tag`() throws {
    let shot = Shot(
      date: try date("2024-02-29T23:59:59.5-05:00"), position: try place("-33.8688+151.2093-2.5CRSWGS_84/"),
      horizontalError: try fraction(57, 4), make: "Maker", model: "Model", software: "1.0")
    let reader = try TIFFReader(#require(ExifBlock(shot, time: fraction(2, 3))).bytes)
    #expect(reader.main.keys.sorted() == [0x010F, 0x0110, 0x0131, 0x8769, 0x8825])
    #expect(reader.main[0x010F]?.text == "Maker" && reader.main[0x0110]?.text == "Model")
    #expect(reader.main[0x0131]?.text == "1.0")
    let details = try reader.directory(0x8769)
    // 59.5 + 0.666… s is 0.166667 s past midnight, rounded up to a microsecond.
    #expect(details.keys.sorted() == [0x9000, 0x9003, 0x9011, 0x9291])
    #expect(details[0x9003]?.text == "2024:03:01 00:00:00" && details[0x9003]?.count == 20)
    #expect(details[0x9011]?.text == "-05:00" && details[0x9011]?.count == 7)
    #expect(details[0x9291]?.text == "166667")
    let place = try reader.directory(0x8825)
    #expect(place.keys.sorted() == [0, 1, 2, 3, 4, 5, 6, 0x12, 0x1F])
    #expect(place[0]?.bytes == [2, 3, 0, 0] && place[0]?.kind == 1)
    // 33.8688° = 33° 52' 7.68", 151.2093° = 151° 12' 33.48".
    #expect(place[1]?.text == "S" && place[3]?.text == "E")
    #expect(place[2]?.fractions == [[33, 1], [52, 1], [192, 25]])
    #expect(place[4]?.fractions == [[151, 1], [12, 1], [837, 25]])
    #expect(place[5]?.bytes == [1] && place[6]?.fractions == [[5, 2]])
    #expect(place[0x12]?.text == "WGS-84" && place[0x1F]?.fractions == [[57, 4]])
  }

  @Test func `the order of the directories' fields is that of their tags`() throws {
    let shot = Shot(date: try date("2024-01-01T00:00:00.5Z"), position: try place("+01+001+1/"), make: "A", model: "B")
    let reader = try TIFFReader(#require(ExifBlock(shot, time: .zero)).bytes)
    for order in reader.orders { #expect(order == order.sorted() && Set(order).count == order.count) }
    #expect(reader.orders.count == 3)
  }

  @Test func `unknown values have no tag`() throws {
    let reader = try TIFFReader(
      #require(ExifBlock(Shot(date: date("2024-01-01T00:00:00"), position: place("+01-001/")), time: .zero)).bytes)
    #expect(try reader.directory(0x8769).keys.sorted() == [0x9000, 0x9003])
    #expect(try reader.directory(0x8825).keys.sorted() == [0, 1, 2, 3, 4])
    #expect(reader.main.keys.sorted() == [0x8769, 0x8825])
  }

  @Test func `an angle that does not fit in 32 bits is rounded, with carry`() throws {
    func latitude(_ text: String) throws -> [[UInt32]]? {
      try TIFFReader(#require(ExifBlock(Shot(position: place(text)), time: .zero)).bytes).directory(0x8825)[2]?
        .fractions
    }
    // 0.123456789012° = 7' 24.4444404432", to the ten-millionth 24.4444404 = 61111101/2500000.
    #expect(try latitude("+00.123456789012+000/") == [[0, 1], [7, 1], [61_111_101, 2_500_000]])
    // 0.999999999999° is less than a ten-millionth of a second below 1°.
    #expect(try latitude("+00.999999999999+000/") == [[1, 1], [0, 1], [0, 1]])
    #expect(try latitude("-90.000000000000+000/") == [[90, 1], [0, 1], [0, 1]])
  }

  @Test func `texts beyond ASCII are UTF-8`() throws {
    let reader = try TIFFReader(#require(ExifBlock(Shot(make: "Caméra"), time: .zero)).bytes)
    #expect(reader.main[0x010F]?.bytes == [0x43, 0x61, 0x6D, 0xC3, 0xA9, 0x72, 0x61, 0])
  }
}
