import Color
import Foundation
import Files
import TestSupport
import Testing
import Video
@testable import FrameGrabbing

/// Small pictures for a drawing.
struct ThumbnailTests {
  private func thumbnail(of clip: Fixture, frame: Int) throws -> (picture: DecodedPNG, width: Int, height: Int) {
    let video = try VideoFile(opening: Path(clip.path))
    let all = try video.lookUp(.whole)
    var converter = BitmapConverter(depth: .eight)
    var resampler = Resampler()
    var found: Thumbnail?
    _ = try video.pictures(of: [all.reference(to: frame)]) { _, picture in
      found = try? Thumbnail(picture, &converter, &resampler)
    }
    let thumbnail = try #require(found)
    return (try DecodedPNG(Data(thumbnail.png)), thumbnail.width, thumbnail.height)
  }

  @Test func `a picture that is small enough keeps its size, and its number`() throws {
    let (picture, width, height) = try thumbnail(of: .h264BFrames, frame: 77)
    #expect(width == 160 && height == 120 && BurntNumber.read(from: picture) == 77)
  }

  @Test func `a larger one fits into 192 by 144`() throws {
    // From frame 12 on 240 by 180.
    let (picture, width, height) = try thumbnail(of: .h264SizeChange, frame: 15)
    #expect(width == 192 && height == 144 && picture.width == 192 && picture.height == 144)
    #expect(BurntNumber.read(from: picture) == 15)
  }

  @Test func `it has the display shape of the picture`() throws {
    // 160 by 120 pixels that are 4/3 as wide as high: 213 by 120, so 192 by 108.
    let (_, width, height) = try thumbnail(of: .sar, frame: 0)
    #expect(width == 192 && height == 108)
    // Rotated by a quarter turn it is 160 by 120 again.
    let turned = try thumbnail(of: .h264Rotated, frame: 3)
    #expect(turned.width == 160 && turned.height == 120 && BurntNumber.read(from: turned.picture) == 3)
  }
}
