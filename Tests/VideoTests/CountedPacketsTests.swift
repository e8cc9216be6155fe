import Packing
import TestSupport
import Testing
import Timeline
@testable import Video

/// The packets of counted pictures, and from where the pictures can be decoded again.
struct CountedPacketsTests {
  /// Packets written as letters: I a start, O an open start, P any other; with the pictures' packets in output order.
  private func made(_ letters: String, pictures: [Int?]) -> CountedPackets {
    var packets = CountedPackets()
    for (place, letter) in letters.enumerated() {
      packets.append(
        CountedPackets.Packet(
          decode: Int64(place), position: Int64(100 * place), size: 90, isStart: letter != "P", isOpen: letter == "O"))
    }
    for number in pictures { packets.append(pictureOf: number) }
    return packets
  }

  @Test func `a picture is decoded from the last start that is shown no later`() {
    // I0 P1 P2 I3 P4 P5, shown as 0 2 1 3 5 4.
    let packets = made("IPPIPP", pictures: [0, 2, 1, 3, 5, 4])
    #expect((0..<6).map { packets.start(forPicture: $0) } == [nil, nil, nil, 3, 3, 3])
    #expect(packets.start(forPicture: 6) == nil)
    // Picture 4 comes from packet 5, picture 5 from packet 4: both can come out once packet 5 was fed.
    #expect(packets.lastNeeded(forPicture: 3, from: 3) == 3)
    #expect(packets.lastNeeded(forPicture: 4, from: 3) == 5)
    #expect(packets.lastNeeded(forPicture: 5, from: 3) == 5)
  }

  @Test func `leading pictures of an open start belong to the previous start`() {
    // I0 P1 O2 P3 P4: 3 is shown before 2. The first packet does not count as a start: it needs no seek.
    let packets = made("IPOPP", pictures: [0, 1, 3, 2, 4])
    #expect((0..<5).map { packets.start(forPicture: $0) } == [nil, nil, nil, 2, 2])
    let three = made("IIPOPP", pictures: [0, 1, 2, 4, 3, 5])
    #expect((0..<6).map { three.start(forPicture: $0) } == [nil, 1, 1, 1, 3, 3])
  }

  @Test func `a start that gives no picture is not used`() {
    let packets = made("IPIPP", pictures: [0, 1, 3, 4])
    #expect((0..<4).allSatisfy { packets.start(forPicture: $0) == nil })
  }

  @Test(arguments: [[0, nil, 2], [0, 0, 1], [0, 7, 1], [0, -1, 1]] as [[Int?]])
  func `pictures whose packets are unknown are decoded from the beginning`(_ pictures: [Int?]) {
    let packets = made("IPI", pictures: pictures)
    #expect(packets.numbers.isEmpty && packets.start(forPicture: 2) == nil)
  }

  @Test func `packed data is unpacked again, and invalid data is refused`() throws {
    let packets = made("IPOPPIPPP", pictures: [0, 1, 3, 2, 4, 5, 8, 6, 7])
    var packing = VarintWriter()
    packets.pack(into: &packing)
    var unpacking = VarintReader(packing.bytes)
    let again = try CountedPackets(unpacking: &unpacking)
    #expect(unpacking.remaining == 0 && again.numbers == packets.numbers && again.packets.count == 9)
    for (one, other) in zip(packets.packets, again.packets) {
      #expect(one.position == other.position && one.size == other.size && one.decode == other.decode)
      #expect(one.isStart == other.isStart && one.isOpen == other.isOpen)
    }
    var numbers = SeededNumbers(seed: 4)
    for _ in 0..<4000 {
      var bytes = packing.bytes
      for _ in 0...Int.random(in: 0...2, using: &numbers) {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      if Bool.random(using: &numbers) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers)) }
      var hostile = VarintReader(bytes)
      guard let read = try? CountedPackets(unpacking: &hostile) else { continue }
      #expect(read.packets.allSatisfy { $0.position >= -1 && $0.size >= 0 })
      for picture in -1...12 {
        guard let start = read.start(forPicture: picture) else { continue }
        #expect(read.packets.indices.contains(start))
        #expect(read.packets.indices.contains(read.lastNeeded(forPicture: picture, from: start)))
      }
    }
  }
}

extension Decoding {
  /// Counted pictures, each from its keyframe.
  @Suite struct CountedDecodeTests {
    @Test(arguments: [Fixture.h264Raw, .mpeg4AVI, .mpeg2ProgramStream, .xvidPacked])
    func `every counted picture is the same from its own keyframe as from the beginning`(_ clip: Fixture) throws {
      let expected = try clip.expectedFrames()
      let video = try VideoFile.open(clip)
      try #require(try video.timeline(.whole).count == expected.count && video.isCounted)
      for frame in expected.reversed() {
        // A decoder that has seen the beginning knows more than one that starts in the middle.
        for asked in [video, try VideoFile.open(clip)] {
          _ = try asked.timeline(.whole)
          let (pictures, missing) = try asked.hashes(of: [frame.index], in: .main)
          #expect(missing.isEmpty && pictures[frame.index]?.hash == frame.md5, "\(clip.name), frame \(frame.index)")
        }
      }
    }

    @Test func `the reader seeks to the keyframe instead of reading from the beginning`() throws {
      let video = try VideoFile.open(.h264Raw)
      let count = try video.timeline(.whole).count
      let before = video.seekCount
      _ = try video.hashes(of: [count - 1], in: .main)
      #expect(video.seekCount == before + 1)
      // The frames of the first group of pictures need no seek.
      _ = try video.hashes(of: [0], in: .main)
      #expect(video.seekCount == before + 1)
    }
  }
}
