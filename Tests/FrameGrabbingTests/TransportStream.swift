import Foundation
import TestSupport

/// A transport stream whose pictures' timestamps can be changed (ISO/IEC 13818-1, 2.4.3.2 and 2.4.3.6).
struct TransportStream {
  private(set) var bytes: Data
  /// The offsets of each picture's packet header (PES), in file order.
  private var headers: [Int] = []

  /// The clip's bytes repeated this many times; times continue by the number of pictures at 25 per second.
  init(_ clip: Fixture, rounds: Int) throws {
    let round = try clip.bytes()
    bytes = Data((0..<rounds).flatMap { _ in round })
    for packet in stride(from: 0, to: bytes.count, by: 188) where bytes[packet + 1] & 0x40 != 0 {
      let hasAdaptation = bytes[packet + 3] & 0x20 != 0
      let header = packet + 4 + (hasAdaptation ? 1 + Int(bytes[packet + 4]) : 0)
      // Start code, then a video stream's identifier.
      guard bytes[header..<header + 3] == Data([0, 0, 1]), bytes[header + 3] & 0xF0 == 0xE0 else { continue }
      headers.append(header)
    }
    let length = headers.count / rounds
    for picture in length..<max(length, headers.count) {
      let shift = UInt64(picture / length * length * 90_000 / 25)
      for field in fields(of: picture) { setTime(time(at: field) + shift, at: field) }
    }
  }

  /// Swaps the presentation timestamps of two pictures.
  mutating func swapTimes(of one: Int, and other: Int) {
    let (first, second) = (headers[one] + 9, headers[other] + 9)
    let times = (time(at: first), time(at: second))
    setTime(times.1, at: first)
    setTime(times.0, at: second)
  }

  /// Removes both timestamps of a picture; their bytes become stuffing.
  mutating func removeTimes(of picture: Int) { bytes[headers[picture] + 7] &= 0x3F }

  /// The offsets of the presentation timestamp and, if the flags say so, the decode timestamp.
  private func fields(of picture: Int) -> [Int] {
    let header = headers[picture]
    return bytes[header + 7] >> 6 == 3 ? [header + 9, header + 14] : [header + 9]
  }

  /// 33 bits: 3, 15 and 15, with a bit that is always 1 after each.
  private func time(at field: Int) -> UInt64 {
    let part = bytes[field..<field + 5].map { UInt64($0) }
    return (part[0] >> 1 & 7) << 30 | part[1] << 22 | (part[2] >> 1) << 15 | part[3] << 7 | part[4] >> 1
  }

  private mutating func setTime(_ time: UInt64, at field: Int) {
    let prefix = bytes[field] & 0xF0
    let parts = [time >> 29 & 0xE | 1, time >> 22, time >> 14 | 1, time >> 7, time << 1 | 1]
    for (place, part) in parts.enumerated() { bytes[field + place] = UInt8(truncatingIfNeeded: part) }
    bytes[field] |= prefix
  }
}
