import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// A track of fragments that is described as encrypted: of a plain one, the description is changed.
  @Suite struct EncryptedFragmentsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Calls the samples encrypted (`encv`), and names the format that they had (`frma`, ISO/IEC 14496-12, 8.12).
    private func encrypted(_ bytes: [UInt8]) throws -> [UInt8] {
      let place = try #require(Data(bytes).range(of: Data("stsd".utf8))).lowerBound
      let size = bytes[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
      // The version, the number of descriptions, and the only one: its size, its type and more.
      let content = bytes[place + 4..<place - 4 + size]
      let format = Array(content.dropFirst(12).prefix(4))
      let own = Array(content.dropFirst(16)) + Movie.box("sinf", Movie.box("frma", format))
      return try Movie.adding(
        content.prefix(8) + Movie.box("encv", own), to: Movie.tables + ["stsd"], inPlace: true, of: bytes)
    }

    @Test func `fragments of an encrypted track give no pictures, whatever a decoder makes of them`() throws {
      try makeOnce(
        "plain.mp4",
        ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-c:v", "libx264", "-g", "10", "-pix_fmt", "yuv420p"]
          + ["-movflags", "empty_moov+frag_keyframe+default_base_moof"], in: scratch.folder)
      let plain = try VideoFile(opening: scratch.path("plain.mp4"))
      #expect(try plain.timeline(.whole).count == 25 && !plain.isEncrypted)
      try scratch.write(Data(try encrypted(scratch.bytes(of: "plain.mp4"))), to: "encrypted.mp4")
      // FFmpeg opens it and names the codec.
      let video = try VideoFile(opening: scratch.path("encrypted.mp4"))
      #expect(video.isEncrypted && video.lackOfPictures.isEncrypted)
      #expect(try video.hashes(of: Array(0..<video.timeline(.whole).count), in: .main).pictures.isEmpty)
    }
  }
}

extension VideoError.Fault {
  fileprivate var isEncrypted: Bool { if case .encrypted = self { true } else { false } }
}
