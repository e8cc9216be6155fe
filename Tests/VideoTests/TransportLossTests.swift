import Foundation
import TestSupport
import Testing
import Timeline

@testable import Video

/// Bytes that are missing in a transport stream, in packets written by hand as in ISO/IEC 13818-1, 2.4.3.
struct TransportLossTests {
  private static let video = 0x100

  /// A packet of 188 bytes; the payload fills it, behind an adaptation field if it is shorter.
  private func packet(
    _ counter: Int, _ payload: [UInt8]? = nil, pid: Int = video, starts: Bool = false, errors: Bool = false,
    jumps: Bool = false
  ) -> [UInt8] {
    let payload = payload ?? Array(repeating: 9, count: jumps ? 100 : 184)
    let head = [
      0x47, UInt8((errors ? 0x80 : 0) | (starts ? 0x40 : 0) | pid >> 8), UInt8(pid & 0xFF),
      UInt8((payload.isEmpty ? 0x20 : payload.count < 184 ? 0x30 : 0x10) | counter),
    ]
    guard payload.count < 184 else { return head + payload }
    let rest = 183 - payload.count
    return head + [UInt8(rest)] + (rest > 0 ? [jumps ? 0x80 : 0] + Array(repeating: 0xFF, count: rest - 1) : [])
      + payload
  }

  /// A packet in which one of the stream begins, with a time in ticks of 90 kHz.
  private func start(
    _ counter: Int, time: Int64? = nil, length: Int = 0, isAtPicture: Bool = true, errors: Bool = false
  ) -> [UInt8] {
    let stamp: [UInt8] =
      time.map { time in
        [
          0x21 | UInt8(time >> 30 & 7) << 1, UInt8(time >> 22 & 0xFF), 1 | UInt8(time >> 15 & 0x7F) << 1,
          UInt8(time >> 7 & 0xFF), 1 | UInt8(time & 0x7F) << 1,
        ]
      } ?? []
    let head: [UInt8] = [0, 0, 1, 0xE0, UInt8(length >> 8), UInt8(length & 0xFF), 0x80, time == nil ? 0 : 0x80]
    let body = head + [UInt8(stamp.count)] + stamp + (isAtPicture ? [0, 0, 1, 0x09] : [7, 7, 7, 7])
    return packet(counter, body + Array(repeating: 9, count: 184 - body.count), starts: true, errors: errors)
  }

  private func table(_ counter: Int) -> [UInt8] { packet(counter, pid: 0, starts: true) }

  /// Which of the packets, counted from 0, lack bytes of the pictures that begin in them: those in which some begin.
  ///
  /// - Parameter pieces: how many bytes are seen at a time.
  private func broken(_ packets: [[UInt8]], size: Int = 188, pieces: Int = .max) -> [Int] {
    // Before the first packet, others without video make the size known.
    let all = (0..<6).map { packet($0, pid: 0x1F0) } + packets
    var bytes: [UInt8] = []
    for packet in all {
      if size == 192 { bytes += [1, 1, 1, 1] }
      bytes += packet
      if size == 204 { bytes += Array(repeating: 2, count: 16) }
    }
    return bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> [Int] in
      guard var losses = TransportLosses(bytes) else { return [-1] }
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place.addingReportingOverflow(pieces).overflow ? .max : place + pieces)
        losses.pass(UnsafeRawBufferPointer(rebasing: bytes[place..<end]), at: Int64(place))
        place = end
      }
      // FFmpeg's positions: 188 bytes after the sync byte, less the size.
      let lead = size == 192 ? 0 : 188 - size
      var position = 0
      return all.enumerated().filter { number, packet in
        let own = position + lead
        position += size == 188 ? packet.count : size
        return packet[1] & 0x40 != 0 && Int(packet[1] & 0x1F) << 8 | Int(packet[2]) == Self.video
          && losses.isBroken(at: Int64(own), of: Self.video, isLast: true) ?? false
      }.map { $0.offset - 6 }
    }
  }

  @Test(arguments: [(188, Int.max), (188, 1), (188, 187), (192, Int.max), (192, 100), (204, Int.max), (204, 205)])
  func `the picture that lacks a packet is told, in pieces of any length`(_ size: Int, _ pieces: Int) {
    func told(_ packets: [[UInt8]]) -> [Int] { broken(packets, size: size, pieces: pieces) }
    let whole = [
      start(0, time: 0), packet(1), start(2, time: 3600), packet(3), packet(4), start(5, time: 7200), packet(6),
    ]
    #expect(told(whole) == [])
    // In the middle of one, at the end of one, the beginning of one (whose rest goes to the one before).
    #expect(told(whole.dropping(3)) == [2])
    #expect(told(whole.dropping(4)) == [2])
    #expect(told(whole.dropping(2)) == [0])
    // Nothing shows that the last one is not complete.
    #expect(told(whole.dropping(6)) == [])
    // Packets behind bytes that are none are looked at, too: of the second picture, the packet with 4 is missing.
    let none = [UInt8](repeating: 0, count: 188)
    let overwritten = [
      start(0, time: 0), none, none, start(3, time: 3600), packet(5), start(6, time: 7200), packet(7), packet(8),
      packet(9),
    ]
    #expect(told(overwritten) == [0, 3])
    // Other streams count for themselves; without a payload the counter stands still.
    let mixed = [
      start(15, time: 0), packet(9, pid: 0x101), packet(15, []), packet(0), packet(3, pid: 0x101), start(1, time: 3600),
    ]
    #expect(told(mixed) == [])
  }

  @Test func `what else breaks a picture, and what does not`() {
    #expect(broken([start(0, time: 0), packet(1, errors: true), start(2, time: 3600)]) == [0])
    #expect(broken([start(0, time: 0), packet(1), start(2, time: 3600, errors: true), packet(3)]) == [2])
    #expect(broken([start(0, time: 0), packet(7, jumps: true), start(8, time: 3600)]) == [])
    // A packet that came twice is appended twice.
    #expect(broken([start(0, time: 0), packet(1), packet(1), start(2, time: 3600)]) == [0])
    // 16 packets are lost, so that the counter is right: 184 bytes have come of the 3128 = 17 · 184 stated; 6 are the head.
    #expect(broken([start(0, time: 0, length: 17 * 184 - 6), start(1, time: 3600)]) == [0])
    #expect(broken([start(0, time: 0, length: 2 * 184 - 6), packet(1), start(2, time: 3600)]) == [])
    #expect(broken([start(0, time: 0), packet(1), start(2, time: 3600, length: 2 * 184 - 6)]) == [2])
    // Ten bytes are lost within a packet: the next one does not begin where it should.
    #expect(
      broken(
        [start(0, time: 0), packet(1).dropLast(10) + [], packet(1, pid: 0x101), start(2, time: 3600), packet(3)]
          + (4...9).map { packet($0) }) == [0])
  }

  @Test func `units go from one time to the next`() {
    // A packet of the stream without a time continues the picture before.
    #expect(broken([start(0, time: 0), start(1), packet(3), start(4, time: 3600)]) == [0, 1])
    // One that begins with the rest of a picture: that one is not whole, either.
    let rest = [start(0, time: 0), start(1, time: 3600, isAtPicture: false), packet(3), start(4, time: 7200)]
    #expect(broken(rest) == [0, 1])
  }

  @Test func `where another file begins, nothing is missing`() {
    let ninety = Int64(90_000)
    func joined(_ time: Int64, _ next: Int64, _ counter: Int = 9, tables: [[UInt8]] = []) -> [Int] {
      broken(
        [table(4), start(0, time: time), packet(1)] + tables + [start(counter, time: next), packet((counter + 1) & 15)])
    }
    // The clock is behind by more than a second.
    #expect(joined(2 * ninety, ninety - 1) == [])
    #expect(joined(2 * ninety, ninety) == [1])
    #expect(joined(2 * ninety, 9 * ninety) == [1])
    // It passed 33 bits: it goes on.
    #expect(joined(1 << 33 - ninety, ninety) == [1])
    // All counters begin at 0 again; the table's does in its turn.
    #expect(joined(0, 3600, 0, tables: [table(0)]) == [])
    #expect(joined(0, 3600, 0, tables: [table(5)]) == [1])
    #expect(joined(0, 3600, 3, tables: [table(0)]) == [1])
    #expect(broken([table(15), start(0, time: 0), packet(1), table(0), start(0, time: 3600)]) == [1])
  }

  @Test func `reading may begin anywhere`() throws {
    let packets =
      (0..<6).map { packet($0, pid: 0x1F0) } + [
        start(0, time: 0), packet(2), start(3, time: 3600), packet(5), start(6, time: 7200),
      ]
    let bytes = Array(packets.joined())
    func told(_ ranges: Range<Int>...) throws -> [Bool?] {
      try bytes.withUnsafeBytes { bytes in
        var losses = try #require(TransportLosses(bytes))
        for range in ranges {
          losses.pass(UnsafeRawBufferPointer(rebasing: bytes[range]), at: Int64(range.lowerBound))
        }
        return [6, 8, 10].map { losses.isBroken(at: Int64(188 * $0), of: Self.video, isLast: false) }
      }
    }
    #expect(try told(0..<bytes.count) == [true, true, false])
    // From within the first picture, twice, and back.
    #expect(try told(188 * 7 + 50..<bytes.count) == [false, true, false])
    #expect(try told(188 * 8..<bytes.count, 0..<188 * 9, 188 * 8..<bytes.count) == [true, true, false])
    #expect(try told(0..<188 * 6) == [nil, nil, nil])
  }
}

extension Array {
  fileprivate func dropping(_ index: Int) -> [Element] { Array(self[..<index] + self[(index + 1)...]) }
}

extension Decoding {
  /// Transport streams that lost packets, and such that were joined.
  @Suite struct LostTransportTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func make(_ name: String, _ coding: String, source: String = "testsrc2", _ options: String = "") throws
      -> [UInt8]
    {
      let words = """
        -f lavfi -i \(source)=s=128x96:r=25:d=1,noise=alls=20:allf=t:all_seed=1 -pix_fmt yuv420p \(coding) \(options)
        """
      try makeOnce(name, words.split(whereSeparator: \.isWhitespace).map(String.init), in: scratch.folder)
      return try scratch.bytes(of: name)
    }

    private static let codings = [
      "-c:v libx264 -preset veryfast -g 12 -bf 2 -qp 26", "-c:v mpeg2video -g 12 -bf 2 -q:v 4",
      "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=12:qp=26",
    ]

    private func pictures(_ file: [UInt8], alone: [Int] = []) throws -> [Rational: (hash: String, isDamaged: Bool)] {
      let path = try scratch.write(Data(file), to: "lost.ts")
      func read(_ frames: [Int]?) throws -> [(Rational, (hash: String, isDamaged: Bool))] {
        let video = try VideoFile(opening: path)
        let table = try video.timeline(.whole)
        let (found, _) = try video.hashes(of: frames ?? Array(0..<table.count), in: .main)
        return try found.map { (try #require(table.time(ofFrame: $0.key)), $0.value) }
      }
      let all = Dictionary(try read(nil)) { first, _ in
        Issue.record("two pictures at one time")
        return first
      }
      for frame in alone {
        for (time, picture) in try read([frame]) {
          #expect(all[time].map { $0 == picture } ?? false, "frame \(frame) alone")
        }
      }
      return all
    }

    @Test(arguments: codings) func `a picture that lacks a packet is damaged, whatever the decoder says`(
      _ coding: String
    ) throws {
      let file = try make("whole.ts", coding)
      let whole = try pictures(file)
      #expect(whole.count == 25 && !whole.values.contains { $0.isDamaged })
      let packets = stride(from: 0, to: file.count, by: 188).filter { file[$0 + 1] == 1 && file[$0 + 2] == 0 }
      var damaged = 0
      for place in stride(from: 3, to: packets.count, by: packets.count / 24).map({ packets[$0] }) {
        let left = try pictures(Array(file[..<place] + file[(place + 188)...]), alone: [0, 12, 24])
        damaged += left.values.count { $0.isDamaged }
        for (time, picture) in left where !picture.isDamaged {
          #expect(picture.hash == whole[time]?.hash, "without the packet at \(place): \(time)")
        }
      }
      #expect(damaged > 24)
    }

    @Test(arguments: codings, ["", "-output_ts_offset 1.08"])
    func `no picture of joined files is damaged`(_ coding: String, _ options: String) throws {
      let (first, second) = try (make("first.ts", coding), make("second.ts", coding, source: "testsrc", options))
      let (one, two) = try (pictures(first), pictures(second))
      let both = try pictures(first + second, alone: [23, 24, 25])
      #expect(both.count == 50 && !both.values.contains { $0.isDamaged })
      #expect(Set(both.values.map(\.hash)) == Set((Array(one.values) + Array(two.values)).map(\.hash)))
    }
  }
}
