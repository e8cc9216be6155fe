import Testing
@testable import Video

/// Codecs that FFmpeg does not know, in files made by hand.
struct UnreadableCodecTests {
  private func read(_ bytes: [UInt8]) -> MovieBoxes.Read {
    { position, count in
      guard position >= 0, position < bytes.count else { return [] }
      return Array(bytes[Int(position)...].prefix(count))
    }
  }

  /// A tag of FLV (video file format, version 10, E.4.1): its type, its length, a time, a stream, and the length again.
  private func tag(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = [0, 0, UInt8(content.count)]
    return [type] + length + [0, 0, 0, 0, 0, 0, 0] + content + [0] + [0, 0, UInt8(content.count + 11)]
  }

  @Test func `a codec named by four letters is found behind sound and scripts`() {
    let name = Array("hvc1".utf8)
    var head = Array("FLV".utf8)
    head += [1, 5, 0, 0, 0, 9, 0, 0, 0, 0]
    let before = head + tag(18, Array("onMetaData".utf8)) + tag(8, [0xAF, 0, 0x12, 0x10])
    // The highest bit, a keyframe (1) and a beginning (0), then the name; and H.264 (7) as before.
    let enhanced = tag(9, [0x90] + name + [1, 2, 3])
    let ordinary = tag(9, [0x17, 0, 0, 0, 0] + name)
    #expect(UnreadableCodec.ofEnhancedFLV(reading: read(before + enhanced)) == "hvc1")
    #expect(UnreadableCodec.ofEnhancedFLV(reading: read(before + ordinary + enhanced)) == nil)
    #expect(UnreadableCodec.ofEnhancedFLV(reading: read(before)) == nil)
    // What is no name is not one.
    let strange = tag(9, [0x90, 0x1B, 0x5B, 0x33, 0x31, 1, 2, 3])
    #expect(UnreadableCodec.ofEnhancedFLV(reading: read(head + strange)) == nil)
  }

  @Test func `an animation of WebP has its bit`() {
    func file(_ flags: UInt8) -> [UInt8] {
      var file = Array("RIFF".utf8) + [22, 0, 0, 0]
      file += Array("WEBPVP8X".utf8)
      return file + [10, 0, 0, 0, flags]
    }
    #expect(UnreadableCodec.isAnimatedWebP(reading: read(file(0x12))))
    #expect(!UnreadableCodec.isAnimatedWebP(reading: read(file(0x10))))
    #expect(!UnreadableCodec.isAnimatedWebP(reading: read(file(0x12).dropLast())))
  }
}
