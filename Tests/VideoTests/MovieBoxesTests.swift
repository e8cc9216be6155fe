import Files
import Foundation
import TestSupport
import Testing
@testable import Video

/// Boxes of ISO base media files, written by hand as in ISO/IEC 14496-12, 4.2.
struct MovieBoxesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func hasFragments(_ bytes: [UInt8]) throws -> Bool {
    let path = try scratch.write(Data(bytes), to: "boxes")
    let source = ByteSource(
      file: try InputFile(opening: path), limits: Limits(), deadline: Deadline(nanoseconds: .max / 2))
    return MovieBoxes(reading: source.bytes(at:count:)).hasFragments
  }

  private func number(_ value: UInt64, bytes: Int) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// A box with its real size, unless another one is given.
  private func box(_ type: String, _ content: [UInt8] = [], claiming size: UInt64? = nil) -> [UInt8] {
    number(size ?? UInt64(8 + content.count), bytes: 4) + Array(type.utf8) + content
  }

  /// The same with a 64-bit size: the 32-bit field is 1.
  private func large(_ type: String, _ content: [UInt8] = [], claiming size: UInt64? = nil) -> [UInt8] {
    box(type, number(size ?? UInt64(16 + content.count), bytes: 8) + content, claiming: 1)
  }

  private let some = [UInt8](repeating: 0x33, count: 100)
  private var start: [UInt8] { box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]) + box("moov", some) }

  @Test func `a movie behind a whole one is found by its first box`() {
    func another(_ boxes: [UInt8]...) -> Int64? {
      let bytes = boxes.flatMap(\.self)
      return MovieBoxes.another(
        reading: { place, count in Array(bytes.dropFirst(Int(place)).prefix(count)) }, size: Int64(bytes.count))
    }
    let (type, index, data) = (box("ftyp", [1, 2, 3, 4]), box("moov"), box("mdat", [5, 6]))
    #expect(another(type, index, data) == nil && another(type, data, index, box("free")) == nil)
    // 12 and 8 and 10 bytes.
    #expect(another(type, index, data, type, index, data) == 30)
    #expect(another(type, data, index, type, data, index) == 30)
    #expect(another(index, data, index) == 18 && another(type, type, index) == nil)
    // Joints of fragmented movies are seen elsewhere.
    #expect(another(type, index, box("moof"), data, type, index) == nil)
  }

  @Test func `a fragment is found after boxes with every kind of size`() throws {
    #expect(try hasFragments(start + box("moof", some) + box("mdat", some)))
    #expect(try hasFragments(start + box("mdat", some) + box("moof", some)))
    #expect(try hasFragments(start + large("mdat", some) + box("moof", some)))
    #expect(try hasFragments(large("moov", some) + large("free") + box("free") + large("moof", some)))
    // Neither its own size nor its content is needed.
    #expect(try hasFragments(start + box("moof")) && hasFragments(box("moof", claiming: 0)))
    #expect(try hasFragments(start + box("moof", claiming: 1)))
  }

  /// A track with a handler of this type (ISO/IEC 14496-12, 8.4.3: version and flags, a word of 0, the type).
  private func track(_ handler: String) -> [UInt8] {
    let words = [UInt8](repeating: 0, count: 8)
    return box(
      "trak", box("tkhd", some) + box("mdia", box("mdhd", some) + box("hdlr", words + Array(handler.utf8) + words)))
  }

  private func auxiliaryTracks(_ bytes: [UInt8]) -> Set<Int> {
    MovieBoxes.auxiliaryTracks { position, count in
      guard let start = Int(exactly: position), start < bytes.count else { return [] }
      return Array(bytes[start..<min(bytes.count, start + count)])
    }
  }

  @Test func `auxiliary tracks are recognised by their handlers`() {
    let head = box("ftyp", Array("avis".utf8) + [0, 0, 0, 0]) + box("meta", some)
    let movie = box("moov", box("mvhd", some) + track("pict") + track("auxv") + track("soun") + track("auxv"))
    #expect(auxiliaryTracks(head + movie + box("mdat", some)) == [1, 3])
    #expect(auxiliaryTracks(head + large("mdat", some) + movie) == [1, 3])
    #expect(auxiliaryTracks(head + box("moov", track("vide") + track("vide"))) == [])
    // Only headers, a handler that is cut off, and a handler outside a track.
    #expect(auxiliaryTracks(box("moov", box("trak", box("mdia", box("hdlr"))))) == [])
    #expect(auxiliaryTracks(Array((head + movie).dropLast(30))) == [1])
    #expect(auxiliaryTracks(head + box("moov", box("mdia", box("hdlr", Array("00000000auxv".utf8))))) == [])
    #expect(auxiliaryTracks([]) == [] && auxiliaryTracks(box("moov", claiming: 3)) == [])
  }

  /// Whether a file of so many of these bytes ends within its index.
  private func cutsIndex(_ bytes: [UInt8], to size: Int) -> Bool {
    let bytes = Array(bytes.prefix(size))
    return MovieBoxes.cutsIndex(
      reading: { position, count in
        guard let start = Int(exactly: position), start < bytes.count else { return [] }
        return Array(bytes[start..<min(bytes.count, start + count)])
      }, size: Int64(bytes.count))
  }

  @Test func `an index is whole if all of its tracks are`() {
    let head = box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]) + box("mdat", some)
    // Behind the tracks are 108 bytes of user data, behind the index 108 bytes of free space.
    let movie = box("moov", box("mvhd", some) + track("soun") + track("vide") + box("udta", some))
    let file = head + movie + box("free", some)
    let indexEnd = head.count + movie.count
    for size in 0...file.count {
      // From the index's own header on, all of both tracks and the header of the user data are needed.
      let isWithin = size >= head.count + 8 && size < indexEnd - 100
      #expect(cutsIndex(file, to: size) == isWithin, "\(size) of \(file.count) bytes")
    }
    let last = head + box("moov", box("mvhd", some) + box("udta", some) + track("vide"))
    #expect(cutsIndex(last, to: last.count - 1) && !cutsIndex(last, to: last.count))
    // A size of 0 reaches to the end of the file.
    #expect(!cutsIndex(head + box("moov", track("vide"), claiming: 0), to: .max) && !cutsIndex([], to: 0))
  }

  @Test func `a stream's first part has a description of segments, and none of them`() {
    func isFirstPart(_ bytes: [UInt8]) -> Bool {
      MovieBoxes.isInitialSegment { position, count in
        guard let start = Int(exactly: position), start < bytes.count else { return [] }
        return Array(bytes[start..<min(bytes.count, start + count)])
      }
    }
    let (head, movie) = (box("ftyp", some), box("moov", track("vide") + box("mvex", box("trex", some))))
    #expect(isFirstPart(head + movie) && isFirstPart(head + large("free", some) + movie))
    #expect(!isFirstPart(head + movie + box("moof", some)) && !isFirstPart(head + movie + box("mdat", some)))
    #expect(!isFirstPart(head + box("moov", track("vide"))) && !isFirstPart(head) && !isFirstPart([]))
  }

  @Test func `a file without fragments has none`() throws {
    #expect(try !hasFragments(start + box("mdat", some)))
    #expect(try !hasFragments(box("ftyp") + large("mdat", some) + box("moov", some)))
    // Bytes inside a box that look like another box.
    #expect(try !hasFragments(start + box("mdat", box("moof", some)) + box("free", box("moof"))))
    #expect(try !hasFragments(start + large("mdat", box("moof", some))))
  }

  @Test func `a box of size 0 reaches to the end of the file`() throws {
    #expect(try !hasFragments(start + box("mdat", box("moof", some), claiming: 0)))
    #expect(try !hasFragments(start + box("mdat", claiming: 0) + box("moof", some)))
  }

  @Test func `impossible sizes end the search`() throws {
    // Less than the header.
    for size: UInt64 in 2...7 {
      #expect(try !hasFragments(start + box("free", claiming: size) + box("moof", some)), "\(size)")
    }
    for size: UInt64 in 0...15 {
      #expect(try !hasFragments(start + large("free", claiming: size) + box("moof", some)), "64 bits: \(size)")
    }
    // Beyond the file, and beyond any file.
    #expect(try !hasFragments(start + box("free", claiming: 0xFFFF_FFFF) + box("moof", some)))
    for size: UInt64 in [1 << 40, 1 << 63 - 1, 1 << 63, .max - 7, .max] {
      #expect(try !hasFragments(start + large("free", claiming: size) + box("moof", some)), "\(size)")
      #expect(try !hasFragments(large("free", claiming: size) + box("moof", some)), "\(size) at the beginning")
    }
  }

  @Test func `a box with an incomplete header is ignored`() throws {
    let file = start + box("moof")
    for count in 1..<file.count { #expect(try !hasFragments(Array(file.prefix(count))), "\(count) bytes") }
    // A 64-bit size with only 7 bytes.
    #expect(try !hasFragments(Array((start + large("free")).dropLast())))
    #expect(try !hasFragments([0]) && !hasFragments(some))
  }

  @Test func `only the first 64 boxes are searched`() throws {
    func file(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in box("free") } + box("moof", some) }
    #expect(try hasFragments(file(1)) && hasFragments(file(63)))
    #expect(try !hasFragments(file(64)) && !hasFragments(file(1000)))
  }
}
