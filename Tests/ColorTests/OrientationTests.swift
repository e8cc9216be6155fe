import CFFmpeg
import Color
import Memory
import TestSupport
import Testing
import Video

struct OrientationTests {
  /// Stored 2 columns × 3 rows:  A B / C D / E F, and what each of Exif's eight orientations shows of it (Exif 2.3,
  /// tag Orientation: which side of the shown picture the 0th row and the 0th column are).
  static let table: [(isMirrored: Bool, turns: Int, shown: [String])] = [
    (false, 0, ["AB", "CD", "EF"]),  // 1: row 0 top, column 0 left
    (true, 0, ["BA", "DC", "FE"]),  // 2: row 0 top, column 0 right
    (false, 2, ["FE", "DC", "BA"]),  // 3: row 0 bottom, column 0 right
    (true, 2, ["EF", "CD", "AB"]),  // 4: row 0 bottom, column 0 left
    (true, 3, ["ACE", "BDF"]),  // 5: row 0 left, column 0 top
    (false, 1, ["ECA", "FDB"]),  // 6: row 0 right, column 0 top
    (true, 1, ["FDB", "ECA"]),  // 7: row 0 right, column 0 bottom
    (false, 3, ["BDF", "ACE"]),  // 8: row 0 left, column 0 bottom
  ]

  /// Formats of 1, 2, 3, 4, 6 and 8 bytes a pixel.
  static let formats = [
    AV_PIX_FMT_GRAY8, AV_PIX_FMT_GRAY16LE, AV_PIX_FMT_RGB24, AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB48LE,
    AV_PIX_FMT_RGBA64LE, AV_PIX_FMT_YA8,
  ]

  @Test(arguments: table.indices)
  func `the picture is shown as Exif says`(index: Int) throws {
    let (isMirrored, turns, shown) = Self.table[index]
    for format in Self.formats {
      let frame = try Frame(format, width: 2, height: 3)
      let factor = frame.depth(0) > 8 ? 257 : 1
      for component in 0..<frame.componentCount {
        frame.fill(component) { x, y in UInt16((65 + y * 2 + x + component * 20) * factor) }
      }
      let orientation = Orientation(isMirrored: isMirrored, quarterTurns: turns)
      let bitmap = try convert(frame.picture(orientation: orientation))
      #expect(bitmap.width == shown[0].count)
      #expect(bitmap.height == shown.count)
      #expect(bitmap.bytesPerRow == bitmap.width * bitmap.channels.count * bitmap.bitDepth.byteCount)
      for channel in 0..<bitmap.channels.count {
        let letters = (0..<bitmap.height).map { y in
          (0..<bitmap.width).map { x in
            String(UnicodeScalar(UInt8(bitmap.sample(x, y, channel) / factor - channel * 20)))
          }.joined()
        }
        #expect(letters == shown)
      }
    }
  }

  @Test func `as stored when orientation is not applied`() throws {
    for (isMirrored, turns, _) in Self.table {
      let frame = try Frame(AV_PIX_FMT_GRAY8, width: 2, height: 3)
      frame.fill(0) { x, y in UInt16(y * 2 + x) }
      let orientation = Orientation(isMirrored: isMirrored, quarterTurns: turns)
      let bitmap = try convert(frame.picture(orientation: orientation), flags: [.asStored])
      #expect(bitmap.width == 2)
      #expect(bitmap.height == 3)
      #expect(bitmap.pixels == [0, 1, 2, 3, 4, 5])
    }
  }

  @Test func `a picture larger than a tile`() throws {
    var random = SeededNumbers(seed: 8)
    let codes = (0..<131 * 67).map { _ in UInt16(random.below(256)) }
    for (isMirrored, turns, _) in Self.table {
      let frame = try Frame(AV_PIX_FMT_GRAY8, width: 131, height: 67)
      frame.fill(0) { x, y in codes[y * 131 + x] }
      let bitmap = try convert(frame.picture(orientation: Orientation(isMirrored: isMirrored, quarterTurns: turns)))
      // Mirroring and single quarter turns, one after the other, on an array of rows.
      var rows = (0..<67).map { y in (0..<131).map { Int(codes[y * 131 + $0]) } }
      if isMirrored { rows = rows.map { $0.reversed() } }
      for _ in 0..<turns { rows = rows[0].indices.map { x in rows.reversed().map { $0[x] } } }
      #expect(bitmap.pixels.map { Int($0) } == rows.flatMap { $0 })
    }
  }
}
