import Color
import Files
import Testing

@testable import FrameGrabbing

/// The parts of raw output that need no video.
@Suite struct RawPicturesTests {
  @Test(arguments: [
    ([1, 1, 1, 1], 8, "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 1, 1, 1), }"),
    ([16, 224, 320, 3], 16, "{'descr': '<u2', 'fortran_order': False, 'shape': (16, 224, 320, 3), }"),
    (
      [Int.max, 65535, 65535, 4], 8,
      "{'descr': '|u1', 'fortran_order': False, 'shape': (9223372036854775807, 65535, 65535, 4), }"
    ),
  ])
  func `the header of an array is as NumPy's format 1.0 says`(_ example: (shape: [Int], bits: Int, text: String)) {
    let bytes = ArrayHeader.bytes(shape: example.shape, bitDepth: example.bits)
    // A magic word, a version, the length of the rest in two bytes; all together a multiple of 64.
    #expect(bytes.count == 128 && bytes.prefix(8) == [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0])
    #expect(Int(bytes[8]) + Int(bytes[9]) << 8 == bytes.count - 10)
    let text = String(decoding: bytes[10...], as: UTF8.self)
    #expect(text.hasPrefix(example.text) && text.hasSuffix(" \n"))
    #expect(text.dropFirst(example.text.count).dropLast().allSatisfy { $0 == " " })
  }

  @Test func `places are whole when there is no gap`() {
    var places = PlaceSet()
    #expect(places.wholeCount == 0)
    for (place, whole) in [(1, nil), (3, nil), (0, nil), (3, nil), (2, 4), (2, 4), (5, nil), (4, 6)] as [(Int, Int?)] {
      places.insert(place)
      #expect(places.wholeCount == whole)
    }
  }

  @Test func `places in any order`() {
    var numbers = SystemRandomNumberGenerator()
    for count in 1...40 {
      var places = PlaceSet()
      for (number, place) in (0..<count).shuffled(using: &numbers).enumerated() {
        places.insert(place)
        if number == count - 1 { #expect(places.wholeCount == count) }
      }
    }
  }

  @Test func `a layout's name says how many bits a sample has, or the depth does`() {
    #expect(RawPictures(.rgb24, bitDepth: .sixteen).byteCount(width: 3, height: 2) == 18)
    #expect(RawPictures(.rgb48).byteCount(width: 3, height: 2) == 36)
    #expect(RawPictures(.rgba, bitDepth: .sixteen).byteCount(width: 3, height: 2) == 48)
    #expect(RawPictures(.gray).byteCount(width: 3, height: 2) == 6)
    #expect(RawPictures(.rgba).byteCount(width: .max, height: 2) == nil)
    #expect(RawPictures(.rgba).byteCount(width: Int.max / 2, height: 2) == nil)
  }

  @Test func `all pictures go to one place if the name is the same for all frames`() throws {
    func joins(_ destination: OutputOptions.Destination, _ raw: RawPictures? = RawPictures(.rgb24)) -> Bool {
      var options = GrabOptions()
      (options.output.destination, options.pixels.raw) = (destination, raw)
      return options.joinsPictures
    }
    func named(_ name: String) throws -> OutputOptions.Destination {
      .files(try OutputTemplate(.init(name)) { _, _ in nil })
    }
    #expect(try joins(named("x.rgb")) && joins(named("{stem}.npy")) && joins(.standardOutput))
    for name in ["{index}", "%d", "{time}", "{pts}", "{label}", "{timecode}", "{moment}", "folder/"] {
      #expect(try !joins(named(name)))
    }
    #expect(try !joins(.nowhere) && !joins(.standardOutput, nil) && !joins(named("x"), nil))
  }
}
