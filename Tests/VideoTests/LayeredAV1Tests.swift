import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Spatial layers of AV1 with a packet each, and sizes that a sequence only allows.
  @Suite struct LayeredAV1Tests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private static let count = 60
    private static let spatialLayer: UInt8 = 1 << 3

    /// Splits an IVF packet into its units: type, flags and content.
    private func units(of packet: ArraySlice<UInt8>) throws -> [(header: UInt8, content: ArraySlice<UInt8>)] {
      var units: [(header: UInt8, content: ArraySlice<UInt8>)] = []
      var rest = packet
      while let header = rest.popFirst() {
        // No extension yet, and a length in groups of 7 bits (AV1, 5.3.2 and 4.10.5).
        try #require(header & 0b110 == 0b010)
        var (length, shift) = (0, 0)
        while let byte = rest.popFirst() {
          length |= Int(byte & 0x7F) << shift
          shift += 7
          if byte < 0x80 { break }
        }
        units.append((header, rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      return units
    }

    private func packed(_ header: UInt8, _ extensionByte: UInt8?, _ content: [UInt8]) -> [UInt8] {
      var (length, digits) = (content.count, [UInt8]())
      repeat {
        digits.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
        length >>= 7
      } while length > 0
      return [extensionByte == nil ? header : header | 0b100] + [extensionByte].compactMap { $0 } + digits + content
    }

    /// A packet of a stream whose first operating point has two spatial layers, as the packet of one of them.
    private func layered(_ packet: ArraySlice<UInt8>, layer: UInt8) throws -> [UInt8] {
      try units(of: packet).flatMap { header, content -> [UInt8] in
        var content = Array(content)
        switch header >> 3 {
        // Only the lowest layer begins a temporal unit.
        case 2: return layer == 0 ? packed(header, nil, content) : []
        case 1:
          // Profile 3 bits, still picture, reduced header, timing (none of them set), display delay, number of operating
          // points 5 bits; then the layers of the first one: spatial 0 and 1, temporal 0 (AV1, 5.5.1).
          try #require(content[0] & 0b1_1100 == 0)
          content[1] = content[1] & 0xF0 | 0x3
          content[2] = 0x01
          return packed(header, nil, content)
        default: return packed(header, layer * Self.spatialLayer, content)
        }
      }
    }

    /// Makes each second picture of a clip, in which each is predicted from the one before it, one of the upper layer at
    /// the time of the picture before it.
    private func makeLayers() throws -> Path {
      try makeOnce(
        "plain.ivf",
        ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25", "-frames:v", "\(Self.count)", "-pix_fmt", "yuv420p", "-c:v"]
          + ["libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-lag-in-frames", "0", "-g", "250", "-crf", "40"],
        in: scratch.folder)
      let plain = try [UInt8](scratch.bytes(of: "plain.ivf"))
      var bytes = Array(plain.prefix(32))
      var (place, number) = (32, 0)
      while place < plain.count {
        let size = (0..<4).reduce(0) { $0 | Int(plain[place + $1]) << (8 * $1) }
        let packet = try layered(plain[place + 12..<place + 12 + size], layer: UInt8(number & 1))
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: packet.count >> (8 * $0)) }
        bytes += [UInt8(number / 2), 0, 0, 0, 0, 0, 0, 0] + packet
        (place, number) = (place + 12 + size, number + 1)
      }
      try #require(number == Self.count)
      return try scratch.write(Data(bytes), to: "layers.ivf")
    }

    /// dav1d with several threads gives the upper layer only, so the second picture was taken for the first one.
    @Test func `layers with a packet each are a frame each, however many are wanted`() throws {
      let path = try makeLayers()
      let truth = try linearHashes(of: "layers.ivf", in: scratch.folder)
      try #require(truth.count == Self.count && Set(truth).count == Self.count)
      let video = try VideoFile(opening: path)
      try #require(try video.timeline(.whole).count == Self.count)
      let (pictures, missing) = try video.hashes(of: Array(truth.indices), in: .main)
      #expect(missing.isEmpty && truth.indices.allSatisfy { pictures[$0]?.hash == truth[$0] })
      let (two, _) = try VideoFile(opening: path).hashes(of: [0, 48], in: .main)
      #expect(two[0]?.hash == truth[0] && two[48]?.hash == truth[48])
    }

    /// The sequence allows 4096 × 2304, 9.4 million pixels, and the container says 64 × 64. SVT-AV1 writes sequences that
    /// allow more than their pictures have. A decoder counts its padding, 2²³ pixels, so that the limit is between.
    @Test func `a larger size in the coded stream is the limit of pixels, as one in the container`() throws {
      try makeOnce(
        "large.mp4",
        ["-f", "lavfi", "-i", "color=gray:s=4096x2304:r=25", "-frames:v", "1", "-c:v", "libaom-av1", "-cpu-used", "8"]
          + ["-usage", "realtime", "-crf", "60"], in: scratch.folder)
      var bytes = try [UInt8](scratch.bytes(of: "large.mp4"))
      let name = Array("av01".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
      let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
      // Behind the type: 6 reserved bytes, an index of 2, 16 bytes, width and height (ISO/IEC 14496-12, 12.1.3).
      try #require(Array(bytes[entry + 28..<entry + 32]) == [0x10, 0, 0x09, 0])
      bytes.replaceSubrange(entry + 28..<entry + 32, with: [0, 64, 0, 64])
      let path = try scratch.write(Data(bytes), to: "small.mp4")
      var limits = Limits()
      limits.pixels = 100_000
      #expect {
        try VideoFile(opening: path, limits: limits).hashes(of: [0], in: .main)
      } throws: { error in
        guard case .limit(.pixels)? = (error as? VideoError)?.fault else { return false }
        return true
      }
    }
  }
}
