import Packing
import Testing
import Timeline
@testable import Video

/// Positions and times of counted pictures if some could not be decoded, or if timestamps contradict the order.
struct KeptPlacesTests {
  /// Packets written as letters: I a start, P a reference picture, B not; with the packets that gave pictures, in
  /// output order.
  private func packets(_ letters: String, shown: [Int], decode: [Int64]? = nil) -> CountedPackets {
    var packets = CountedPackets()
    for (number, letter) in letters.enumerated() {
      packets.append(
        CountedPackets.Packet(
          decode: decode?[number] ?? Int64(number), position: Int64(100 * number), size: 90, isStart: letter == "I",
          isOpen: false))
    }
    for number in shown { packets.append(pictureOf: number) }
    return packets
  }

  /// A timeline of pictures with these timestamps. It is unpacked from bytes, since only a decoder makes pictures with
  /// known packets; bit 2 of a picture's first byte means that a timestamp follows, as the change of its step.
  private func timeline(
    _ timestamps: [Int64?], of packets: CountedPackets = CountedPackets(), repeats: [Int] = []
  ) throws -> CountedTimeline {
    var packing = VarintWriter()
    packing.append(true)
    packing.append(false)
    packing.append(signed: 0)
    packing.append(count: 0)
    packing.append(count: timestamps.count)
    var (last, step) = (Int64(0), Int64(0))
    for (index, timestamp) in timestamps.enumerated() {
      packing.append(byte: timestamp == nil ? 0 : 4)
      packing.append(count: repeats.indices.contains(index) ? repeats[index] : 0)
      guard let timestamp else { continue }
      packing.append(signed: timestamp - last - step)
      (last, step) = (timestamp, timestamp - last)
    }
    packets.pack(into: &packing)
    packing.append(count: 0)
    var unpacking = VarintReader(packing.bytes)
    let made = try CountedTimeline(unpacking: &unpacking)
    try unpacking.finish()
    return made
  }

  /// Ticks of 1/90000 s, at 25 frames per second: 3600 a frame.
  private func frames(
    _ timeline: CountedTimeline, jump: (back: Int64, forward: Int64)? = nil
  ) throws -> FrameList {
    let table = timeline.frameTable(
      timeBase: try tick(1, 90_000), origin: .zero, rate: Rational(25), timecodeStart: nil, jump: jump)
    return try #require(table).frames
  }

  // MARK: Times

  @Test func `if all pictures have timestamps, these are sorted and assigned in order`() throws {
    // In output order: decode timestamps (I0 P1 B2 B3), two exchanged, and two equal ones.
    for (times, sorted, ordinals) in [
      ([0, 2, 3, 1], [0, 1, 2, 3], [0, 0, 0, 0]), ([5, 4, 6, 9], [4, 5, 6, 9], [0, 0, 0, 0]),
      ([7, 3, 7, 8], [3, 7, 7, 8], [0, 0, 1, 0]), ([-2, -3], [-3, -2], [0, 0]),
    ] as [([Int64], [Int64], [Int])] {
      let found = try frames(timeline(times))
      #expect(found.map(\.timestamp) == sorted && found.map(\.tick) == sorted && found.map(\.ordinal) == ordinals)
    }
  }

  @Test func `timestamps of the stretches between jumps are not mixed`() throws {
    // Three pictures, decode timestamps fall by more than a second, three more; in each stretch two are exchanged.
    let times: [Int64] = [500_000, 507_200, 503_600, 506_000, 513_200, 509_600]
    let jumping = packets("IPBIPB", shown: [0, 2, 1, 3, 5, 4], decode: [500_000, 503_600, 507_200, 1, 2, 3])
    let found = try frames(timeline(times, of: jumping), jump: (back: 90_000, forward: 900_000))
    #expect(found.map(\.timestamp) == [500_000, 503_600, 507_200, 506_000, 509_600, 513_200])
    // The second one starts where the first ended, 3600 after 507 200.
    #expect(found.map(\.tick) == [500_000, 503_600, 507_200, 510_800, 514_400, 518_000])
    // Without a jump they are one stretch.
    let steady = packets("IPBIPB", shown: [0, 2, 1, 3, 5, 4])
    for jump in [nil, (back: Int64(90_000), forward: Int64(900_000))] {
      let found = try frames(timeline(times, of: steady), jump: jump)
      #expect(found.map(\.tick) == times.sorted() && found.map(\.timestamp) == times.sorted())
    }
  }

  @Test func `a second back and ten seconds forwards are not jumps yet`() throws {
    func starts(_ decode: [Int64]) throws -> [Int64] {
      let times: [Int64] = [7200, 3600, 0]
      let counted = packets("III", shown: [0, 1, 2], decode: decode)
      return try frames(timeline(times, of: counted), jump: (back: 90_000, forward: 900_000)).map(\.timestamp)
    }
    #expect(try starts([0, 1, -89_999]) == [0, 3600, 7200] && starts([0, 1, 900_001]) == [0, 3600, 7200])
    #expect(try starts([0, 1, -90_000]) == [3600, 7200, 0] && starts([0, 1, 900_002]) == [3600, 7200, 0])
    #expect(try starts([0, -90_001, 900_001]) == [7200, 3600, 0])
    // From the first to the third it is no jump: the second is a stray one.
    #expect(try starts([0, -90_001, 900_000]) == [0, 3600, 7200])
  }

  @Test func `frames between two timestamps share the time if the rate would pass the second`() throws {
    // Two between 1000 and 5000, which at the rate would be at 4600 and 8200: 1333 1/3 for each of three frames.
    let found = try frames(timeline([1000, nil, nil, 5000, 8600])).map(\.tick)
    for (place, tick) in found.prefix(4).enumerated() {
      #expect(abs(3 * (tick - 1000) - Int64(place) * 4000) < 3, "frame \(place) is less than a tick off")
    }
    #expect(found.first == 1000 && found[3...] == [5000, 8600])
    // At the rate the second frame would be on screen for no time at all.
    #expect(try frames(timeline([0, nil, 3600])).map(\.tick) == [0, 1800, 3600])
    #expect(try frames(timeline([0, nil, 3601])).map(\.tick) == [0, 3600, 3601])
    // Three half frames, then two.
    #expect(try frames(timeline([0, nil, 4500], repeats: [1])).map(\.tick) == [0, 2700, 4500])
    // The next interval is not affected.
    #expect(try frames(timeline([0, nil, 3600, nil, 10_800])).map(\.tick) == [0, 1800, 3600, 7200, 10_800])
  }

  @Test(arguments: [1, 2, 3, 7, 40]) func `each frame between two timestamps is on screen for a while`(
    _ between: Int
  ) throws {
    for room: Int64 in [100, 3599, 3600, 3601, 20_000, 200_000] {
      let times: [Int64?] = [500] + [Int64?](repeating: nil, count: between) + [500 + room]
      let ticks = try frames(timeline(times)).map(\.tick)
      #expect(ticks.last == 500 + room && zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 }, "\(ticks)")
    }
  }

  // MARK: Positions of pictures that could not be decoded

  /// The packets in the order of their pictures, after those without a picture got their positions.
  private func order(_ letters: String, _ right: [Int], without lost: [Int]) -> [Int] {
    var packets = packets(letters, shown: right.filter { !lost.contains($0) })
    let kinds = Array(letters)
    for number in packets.withoutPicture ?? [] { _ = packets.keepPlace(of: number, at: nil) { kinds[$0] == "B" } }
    for (place, number) in packets.numbers.enumerated() where packets.picture(of: number) != place { return [] }
    return packets.withoutPicture == [] && packets.lost == Set(lost) ? packets.numbers : []
  }

  @Test func `without reordering a lost picture has the position of its packet`() {
    for letters in ["IPPPP", "IPBPB"] {
      for lost in [[0], [1], [2], [4], [1, 2], [0, 4], [2, 3, 4]] {
        #expect(order(letters, [0, 1, 2, 3, 4], without: lost) == [0, 1, 2, 3, 4], "\(letters) without \(lost)")
      }
    }
  }

  @Test func `with B pictures a lost one has the position where it would be shown`() {
    // I0 P1 B2 B3 P4 B5 B6: each B is shown at once, each P after the B pictures that follow it.
    let (letters, right) = ("IPBBPBB", [0, 2, 3, 1, 5, 6, 4])
    for lost in 0..<7 { #expect(order(letters, right, without: [lost]) == right, "without \(lost)") }
    for lost in [[2, 3], [1, 2], [3, 4], [4, 5], [5, 6], [0, 1]] {
      #expect(order(letters, right, without: lost) == right, "without \(lost)")
    }
  }

  @Test func `any two may be lost`() {
    let (letters, right) = ("IPBBPBBPBB", [0, 2, 3, 1, 5, 6, 4, 8, 9, 7])
    for first in 0..<10 {
      for second in first + 1..<10 {
        #expect(order(letters, right, without: [first, second]) == right, "without \(first) and \(second)")
      }
    }
  }

  @Test func `timestamps give the position if they can`() throws {
    // A pyramid: I0 P1 P2 B3 B4, shown as 0 3 2 4 1; which pictures are unreferenced does not give the order.
    var timeline = try timeline([0, 3600, 7200, 14_400], of: packets("IPPBB", shown: [0, 3, 2, 1]))
    timeline.keepPlace(of: 4, try MadePacket(10_800, key: true).record()) { $0 > 2 }
    #expect(timeline.packets.numbers == [0, 3, 2, 4, 1] && timeline.packets.lost == [4] && timeline.count == 5)
    #expect((0..<5).map(timeline.isLost) == [false, false, false, true, false])
    let found = try frames(timeline)
    #expect(found.map(\.tick) == [0, 3600, 7200, 10_800, 14_400])
    #expect(found.map(\.isDecodable) == [true, true, true, false, true])
    #expect(found.map(\.isKeyframe) == [false, false, false, true, false])
  }

  @Test func `a lost picture may be the first or the last`() throws {
    var timeline = try timeline([3600, 7200], of: packets("IPPP", shown: [1, 2]))
    timeline.keepPlace(of: 0, try MadePacket(0).record()) { _ in false }
    timeline.keepPlace(of: 3, try MadePacket(10_800).record()) { _ in false }
    #expect(timeline.packets.numbers == [0, 1, 2, 3] && timeline.packets.lost == [0, 3])
    #expect(try frames(timeline).map(\.tick) == [0, 3600, 7200, 10_800])
  }

  @Test func `timestamps that contradict the order do not give the position`() throws {
    // Decode timestamps, I0 P1 B2 B3 P4 B5 B6, of which B3 is lost: the others keep their positions.
    let shown = [0, 2, 1, 5, 6, 4]
    var timeline = try timeline(shown.map { Int64($0) }, of: packets("IPBBPBB", shown: shown))
    timeline.keepPlace(of: 3, try MadePacket(3).record()) { [2, 3, 5, 6].contains($0) }
    #expect(timeline.packets.numbers == [0, 2, 3, 1, 5, 6, 4])
    let found = try frames(timeline)
    #expect(found.map(\.timestamp) == [0, 1, 2, 3, 4, 5, 6])
    #expect(found.map(\.isDecodable) == [true, true, false, true, true, true, true])
  }

  @Test func `without its own timestamp or one near it the decoding order gives the position`() throws {
    let shown = [0, 2, 1, 5, 6, 4]
    for (times, own) in [([0, 1, nil, 4, 5, 6], 2), ([0, 1, 3, 4, 5, 6], nil)] as [([Int64?], Int64?)] {
      var timeline = try timeline(times, of: packets("IPBBPBB", shown: shown))
      timeline.keepPlace(of: 3, try MadePacket(own).record()) { [2, 3, 5, 6].contains($0) }
      #expect(timeline.packets.numbers == [0, 2, 3, 1, 5, 6, 4])
      #expect(timeline.isStamped == false && timeline.count == 7)
    }
  }

  @Test func `a timestamp that moves a picture further than any codec does gives no position`() throws {
    // Forty pictures in the order in which they were sent, of which number 20 is lost. H.264 and HEVC hold back 16
    // pictures at most: behind the one of time 36, those of 21 to 36 come before it, behind that of 37 one more.
    let shown = (0..<40).filter { $0 != 20 }
    let letters = "I" + String(repeating: "P", count: 39)
    for (own, place) in [(36, 36), (37, 20), (39, 20), (3, 4), (2, 20)] as [(Int64, Int)] {
      var timeline = try timeline(shown.map { Int64($0) }, of: packets(letters, shown: shown))
      timeline.keepPlace(of: 20, try MadePacket(own).record()) { _ in false }
      #expect(timeline.packets.numbers.firstIndex(of: 20) == place, "\(own)")
    }
  }

  // MARK: Starts and packing

  @Test func `a lost start is not a start`() {
    // I0 P1 B2 B3 I4 P5 B6 B7, shown as 0 2 3 1 4 6 7 5.
    let whole = packets("IPBBIPBB", shown: [0, 2, 3, 1, 4, 6, 7, 5])
    #expect((4..<8).map { whole.start(forPicture: $0) } == [4, 4, 4, 4])
    var packets = packets("IPBBIPBB", shown: [0, 2, 3, 1, 6, 7, 5])
    let place = packets.keepPlace(of: 4, at: nil) { [2, 3, 6, 7].contains($0) }
    #expect(place == 4 && packets.numbers == whole.numbers)
    #expect((0..<8).allSatisfy { packets.start(forPicture: $0) == nil })
  }

  @Test func `lost packets are stored, with their effects`() throws {
    var counted = packets("IPBBIPBB", shown: [0, 3, 1, 6, 7, 5])
    for number in [2, 4] { _ = counted.keepPlace(of: number, at: nil) { [2, 3, 6, 7].contains($0) } }
    #expect(counted.numbers == [0, 2, 3, 1, 4, 6, 7, 5])
    let timeline = try timeline((0..<8).map { Int64($0 * 3600) }, of: counted)
    var packing = VarintWriter()
    timeline.pack(into: &packing)
    var unpacking = VarintReader(packing.bytes)
    let again = try CountedTimeline(unpacking: &unpacking)
    try unpacking.finish()
    #expect(again.packets.lost == [2, 4] && again.packets.numbers == counted.numbers)
    #expect((0..<8).map(again.isLost) == [false, true, false, false, true, false, false, false])
    #expect((0..<8).allSatisfy { again.packets.start(forPicture: $0) == nil })
    #expect(try frames(again) == frames(timeline))
  }

  @Test func `only packets that have a position can be lost`() throws {
    var packing = VarintWriter()
    packets("IPP", shown: [0, 2]).pack(into: &packing)
    // The last byte is the number of lost packets: none.
    let head = Array(packing.bytes.dropLast())
    try #require(packing.bytes.last == 0)
    func lost(_ bytes: [UInt8]) -> Set<Int>? {
      var unpacking = VarintReader(head + bytes)
      return try? CountedPackets(unpacking: &unpacking).lost
    }
    #expect(lost([0]) == [] && lost([1, 2]) == [2] && lost([2, 0, 2]) == [0, 2])
    // The second gave no picture; there is no fourth; one is missing.
    #expect(lost([1, 1]) == nil && lost([1, 3]) == nil && lost([2, 0]) == nil && lost([]) == nil)
  }
}
