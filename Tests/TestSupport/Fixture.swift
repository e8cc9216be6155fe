public import Foundation

/// A file in Fixtures/clips. The purpose of each is in its comment.
public enum Fixture: String, Hashable, Sendable, CaseIterable {
  // H.264: kinds of GOP
  /// A pyramid of B-frames, keyframes 60 apart, and AAC with priming.
  case h264BFrames = "h264-bframes.mp4"
  /// Open GOPs: keyframes 12 apart that are I pictures with a recovery point; only the first is IDR.
  case h264OpenGOP = "h264-open-gop.mp4"
  /// The same in a transport stream, from 1.48 s on.
  case h264OpenGOPTransportStream = "h264-open-gop.ts"
  /// The same from the middle of a GOP: 9 packets before the first keyframe and its 2 leading pictures cannot be
  /// decoded, and frame 0 is picture 24.
  case h264MidGOP = "h264-mid-gop.ts"
  /// Each picture is two packets, one per field; keyframes 6 apart.
  case h264Fields = "h264-fields.ts"
  /// The same in Matroska.
  case h264FieldsMatroska = "h264-fields.mkv"
  /// Intra-refresh: one IDR picture; later recovery points are clean only after 8 more pictures.
  case h264IntraRefresh = "h264-intra-refresh.mp4"

  // H.264: times
  /// 30000/1001 frames per second, in ticks of 1/30000 s.
  case h264NTSC = "h264-ntsc.mp4"
  /// Variable frame rate: pictures missing from 25 per second, so that frames last 40, 80 or 120 ms.
  case h264VFR = "h264-vfr.mp4"
  /// Index before pictures; short closed GOPs. Cut it anywhere to make a truncated file.
  case h264Faststart = "h264-faststart.mp4"
  /// The same pictures without a container, so without timestamps.
  case h264Raw = "h264.h264"
  /// The same pictures in Matroska, in ticks of 1 ms.
  case h264Matroska = "h264.mkv"
  /// The same pictures in fragments, from 0.08 s on.
  case h264Fragmented = "h264-fragmented.mp4"
  /// A transport stream from 11.4 s on whose sound starts 1920 ticks before the first picture.
  case h264Offset = "h264-offset.ts"
  /// A transport stream whose 33-bit timestamps wrap in the middle, so that early ones are negative.
  case h264Wrap = "h264-wrap.ts"
  /// Two transport streams in a row: from frame 36 on the timestamps restart.
  case h264Discontinuity = "h264-discontinuity.ts"
  /// An edit list that hides 25 pictures, including the keyframe.
  case h264EditList = "h264-edit-list.mp4"
  /// An edit list that starts in the middle of picture 25, so that frame 0 is picture 26.
  case h264EditMidFrame = "h264-edit-mid-frame.mp4"
  /// One frame only.
  case oneFrame = "one-frame.mp4"
  /// Timecode 01:00:00:00 at 25 frames per second, in a track of its own.
  case timecode = "timecode.mov"

  // Chapters
  /// Four chapters, at 0, 0.28, 0.42 and 0.61 s of 25 frames per second; the third has no title.
  case chaptersMatroska = "chapters.mkv"
  /// The same with `.` as the title of the third.
  case chapters = "chapters.mp4"

  // H.264: shape
  /// Coded 120 by 160, shown 160 by 120: the display matrix rotates by 90° clockwise.
  case h264Rotated = "h264-rotated.mp4"
  /// The display matrix mirrors left and right.
  case h264Flipped = "h264-flipped.mp4"
  /// The display matrix mirrors top and bottom.
  case h264FlippedVertical = "h264-flipped-vertical.mp4"
  /// Pixels of the shape 4:3.
  case sar = "sar.mp4"
  /// Coded 176 by 128, cropped to 166 by 122.
  case h264Cropped = "h264-cropped.mp4"
  /// 160 by 120, then 240 by 180 from frame 12 on.
  case h264SizeChange = "h264-size-change.ts"
  /// 161 by 121 in 4:2:0 (VP9).
  case oddSize = "odd-size.webm"

  // Other codecs
  /// HEVC Main 10, open GOPs: CRA pictures with RASL pictures.
  case hevc10Bit = "hevc-10bit.mp4"
  /// MPEG-2 with B-frames and open GOPs in a transport stream.
  case mpeg2TransportStream = "mpeg2.ts"
  /// The same in a program stream, where a third of the frames have no timestamp.
  case mpeg2ProgramStream = "mpeg2.mpg"
  /// MPEG-4 part 2 with B-frames; AVI has no presentation timestamps.
  case mpeg4AVI = "mpeg4.avi"
  /// Single B-frames packed into the previous chunk, and placeholders in their own.
  case xvidPacked = "xvid-packed.avi"
  /// VP9 with a picture that is never shown.
  case vp9 = "vp9.webm"
  /// AV1 with pictures that are not shown, or shown later.
  case av1 = "av1.mp4"

  // Pixels
  /// VP9 with a second stream for alpha; only libvpx decodes both. Alpha is 128 outside numbers and marks.
  case vp9Alpha = "vp9-alpha.webm"
  /// PNG pictures with alpha 128 outside numbers and marks.
  case rgba = "rgba.mov"
  /// Grey, FFV1.
  case gray = "gray.mkv"
  /// 4:2:2 with 10 bits, FFV1.
  case yuv422TenBit = "yuv422p10.mkv"
  /// GIF with frames of different duration.
  case gif = "delays.gif"

  // Additional or missing streams
  /// A cover as stream 1.
  case cover = "cover.mp4"
  /// A cover as stream 0, the video as stream 1.
  case coverFirst = "cover-first.mp4"
  /// No video at all.
  case audioOnly = "audio-only.m4a"
  /// A text that refers to h264-faststart.mp4.
  case playlist = "playlist.m3u8"

  /// The folder Fixtures of the repository.
  public static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(component: "Fixtures", directoryHint: .isDirectory)

  /// The clips with pictures, which have a table of expected frames.
  public static let withPictures = allCases.filter { $0 != .audioOnly && $0 != .playlist }

  /// The file's name.
  public var name: String { rawValue }

  /// The file's URL.
  public var url: URL { Self.folder.appending(components: "clips", name) }

  /// The file's path for a command line.
  public var path: String { url.path(percentEncoded: false) }

  /// The index of the video stream among all streams of the file.
  public var videoStream: Int { self == .coverFirst ? 1 : 0 }

  /// The frames that the clip has, in presentation order.
  ///
  /// Throws ``FixtureFault`` if the table is damaged, or Foundation's error if it cannot be read.
  public func expectedFrames() throws -> [ExpectedFrame] {
    let table = Self.folder.appending(components: "expected", name + ".tsv")
    return try ExpectedFrame.table(String(contentsOf: table, encoding: .utf8))
  }

  /// The bytes of the file.
  public func bytes() throws -> Data { try Data(contentsOf: url) }
}
