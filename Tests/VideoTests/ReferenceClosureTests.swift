import TestSupport
import Testing
@testable import Video

/// Which frames are reached from a wanted one.
struct ReferenceClosureTests {
  /// A pyramid over four pictures, in decoding order: P4 and P2 hidden, b1 shown; P2 shown again; b3; P4 shown again.
  private let pyramid: [[AV1Frame]] = {
    func frame(_ reads: UInt8, _ writes: UInt8, _ isShown: Bool, _ place: Range<Int>, again: Bool = false) -> AV1Frame {
      var frame = AV1Frame(reads: reads, writes: writes, isShown: isShown, place: place)
      frame.showsExisting = again
      return frame
    }
    return [
      [frame(0, 0xFF, true, 2..<90)],
      [frame(1, 2, false, 2..<40), frame(3, 4, false, 40..<60), frame(5, 0, true, 60..<70)],
      [frame(4, 0, true, 2..<5, again: true)],
      [frame(6, 0, true, 2..<10)],
      [frame(2, 0, true, 2..<5, again: true)],
    ]
  }()

  private func parts(wanted: Set<Int>) -> [[Range<Int>]?] {
    let closure = ReferenceClosure(of: pyramid, from: 10) { wanted.contains($0) }
    return (10..<15).map { closure.unreached(of: $0) }
  }

  @Test func `only what the wanted picture is predicted from is decoded`() {
    // b1 needs both; what follows it is not needed.
    #expect(parts(wanted: [11]) == [[], [], nil, nil, nil])
    // P2, shown again: b1 is cut off.
    #expect(parts(wanted: [12]) == [[], [60..<70], [], nil, nil])
    // b3 needs P4 and P2, and P2's second showing is left out.
    #expect(parts(wanted: [13]) == [[], [60..<70], nil, [], nil])
    // P4 alone.
    #expect(parts(wanted: [14]) == [[], [40..<60, 60..<70], nil, nil, []])
    // The first frame always.
    #expect(parts(wanted: []) == [[], nil, nil, nil, nil])
    #expect(parts(wanted: [11, 12, 13, 14]) == [[], [], [], [], []])
  }

  @Test func `a packet whose hidden frame is decoded alone gives no picture`() {
    let closure = ReferenceClosure(of: pyramid, from: 10) { $0 == 14 }
    #expect((10..<15).map { closure.leavesOut($0) } == [false, true, true, true, false])
    // The key frame and P4; what is shown again is not decoded again.
    #expect(closure.count == 2 && closure.start == 10 && closure.end == 15)
    // Packets that are not known.
    #expect(!closure.leavesOut(9) && !closure.leavesOut(15) && closure.unreached(of: 15) == [])
  }

  @Test func `a picture depends on a packet by some of its frames`() {
    let closure = ReferenceClosure(of: pyramid, from: 10) { _ in true }
    // Bit 0 is P4, bit 1 is P2, bit 2 is b1.
    #expect(closure.dependence(on: 11) == [0b111, 0b011, 0b011, 0b001])
    #expect(closure.dependence(on: 10) == [1, 1, 1, 1, 1] && closure.dependence(on: 13) == [1, 0])
  }

  /// References followed one by one, without bits: the definition.
  private func reached(_ packets: [[AV1Frame]], from wanted: Int) -> Set<[Int]> {
    var writers: [[Int]?] = Array(repeating: nil, count: 8)
    var sources: [[Int]: [[Int]]] = [:]
    for packet in packets.indices {
      for (number, frame) in packets[packet].enumerated() {
        sources[[packet, number]] = (0..<8).filter { frame.reads & 1 << $0 != 0 }.compactMap { writers[$0] }
        for slot in 0..<8 where frame.writes & 1 << slot != 0 { writers[slot] = [packet, number] }
      }
    }
    var found: Set<[Int]> = [[0, 0]]
    var open = packets[wanted].indices.filter { packets[wanted][$0].isShown }.map { [wanted, $0] }
    while let frame = open.popLast() { if found.insert(frame).inserted { open += sources[frame] ?? [] } }
    return found
  }

  @Test func `random streams agree with references followed one by one`() {
    var numbers = SeededNumbers(seed: 29)
    for _ in 0..<400 {
      var packets = [[AV1Frame(reads: 0, writes: 0xFF, isShown: true, place: 0..<1)]]
      for _ in 0..<numbers.below(24) {
        let count = 1 + numbers.below(4)
        packets.append(
          (0..<count).map { number in
            // One slot or none; seldom all.
            let writes = numbers.below(9)
            return AV1Frame(
              reads: UInt8(numbers.below(256)) & UInt8(numbers.below(256)),
              writes: numbers.below(20) == 0 ? 0xFF : writes == 8 ? 0 : 1 << UInt8(writes),
              isShown: number == count - 1,
              place: number..<number + 1)
          })
      }
      let wanted = numbers.below(packets.count)
      let closure = ReferenceClosure(of: packets, from: 0) { $0 == wanted }
      let truth = reached(packets, from: wanted)
      for packet in packets.indices {
        let cut = packets[packet].indices.filter { !truth.contains([packet, $0]) }.map { $0..<$0 + 1 }
        #expect(closure.unreached(of: packet) == (cut.count == packets[packet].count ? nil : cut))
        // The same the other way round: what the wanted picture depends on.
        if packet > 0, packet <= wanted {
          let mask = closure.dependence(on: packet)[wanted - packet]
          #expect(packets[packet].indices.allSatisfy { (mask >> UInt32($0) & 1 != 0) == truth.contains([packet, $0]) })
        }
      }
      #expect(closure.count == truth.count)
    }
  }
}
