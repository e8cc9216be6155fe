import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// A reused decoder: earlier pictures must not affect later ones. For each codec, frames are decoded in random order
  /// with one open video, and compared with a decode from the beginning.
  @Suite struct ForgettingTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
    }

    /// Pictures that change completely every 17 frames, so that a stale one differs strongly from the right one.
    private static let cuts =
      "testsrc2=r=25:s=128x96,hue=h='90*floor(n/17)',rotate=a='PI/2*floor(n/17)':ow=128:oh=96"
    /// The same, with a moving alpha plane that also changes completely every 23 frames.
    private static let alpha =
      "split[a][b];[b]format=gray,geq=lum='mod((X+Y*floor(N/23))*3+5*N\\,256)'[c];[a][c]alphamerge,format=yuva420p"

    private static let coders: [(name: String, options: String)] = [
      ("mpeg1.mkv", "-c:v mpeg1video -bf 2 -g 9"), ("mpeg2.mkv", "-c:v mpeg2video -bf 2 -g 9"),
      ("mpeg4.mp4", "-c:v mpeg4 -bf 2 -g 9"), ("h264.mp4", "-c:v libx264 -bf 2 -g 9"),
      ("hevc.mp4", "-c:v libx265 -x265-params log-level=error:keyint=9:bframes=3"),
      ("theora.mkv", "-c:v libtheora -g 9"),
      ("vp8.webm", "-c:v libvpx -g 9 -b:v 200k"), ("vp9.webm", "-c:v libvpx-vp9 -g 9 -b:v 200k -cpu-used 8"),
      ("av1.mkv", "-c:v libsvtav1 -g 9 -preset 10"), ("flv1.flv", "-c:v flv1 -g 9"),
      ("h263.mkv", "-s 176x144 -c:v h263 -g 9"), ("overlap.mkv", "-s 176x144 -c:v h263 -obmc 1 -g 9"),
      ("overlap.mov", "-s 176x144 -c:v h263p -obmc 1 -g 9"),
      ("msmpeg4.avi", "-c:v msmpeg4 -g 9"), ("msmpeg4v2.avi", "-c:v msmpeg4v2 -g 9"), ("wmv1.mkv", "-c:v wmv1 -g 9"),
      ("wmv2.mkv", "-c:v wmv2 -g 9"), ("snow.mkv", "-c:v snow -strict -2 -g 9"),
      ("svq1.mov", "-c:v svq1 -g 9 -pix_fmt yuv410p"),
      ("cinepak.mov", "-s 64x48 -c:v cinepak -g 9 -pix_fmt rgb24 -max_extra_cb_iterations 0"),
      ("qtrle.mov", "-c:v qtrle -g 9 -pix_fmt rgb24"),
      ("rpza.mov", "-c:v rpza -g 9 -pix_fmt rgb555"), ("zmbv.mkv", "-s 64x48 -c:v zmbv -g 9 -pix_fmt bgr0"),
      ("flashsv.flv", "-c:v flashsv -g 9 -pix_fmt bgr24"), ("flashsv2.flv", "-c:v flashsv2 -g 9 -pix_fmt bgr24"),
      ("gif.gif", "-c:v gif"), ("apng.apng", "-c:v apng -f apng"), ("ffv1.mkv", "-c:v ffv1 -g 9"),
      ("mjpeg.mov", "-c:v mjpeg -pix_fmt yuvj420p"), ("asv1.mkv", "-c:v asv1"), ("dirac.mkv", "-c:v vc2"),
      ("alpha8.webm", "-c:v libvpx -auto-alt-ref 0 -g 40 -b:v 200k"),
      ("alpha9.webm", "-c:v libvpx-vp9 -auto-alt-ref 0 -g 30 -b:v 200k -cpu-used 8"),
    ]

    @Test(arguments: coders.indices)
    func `pictures do not depend on earlier decoding`(coder: Int) throws {
      let (name, options) = Self.coders[coder]
      let isAlpha = name.hasPrefix("alpha")
      let filter = isAlpha ? Self.cuts + "," + Self.alpha : Self.cuts
      let format = isAlpha || options.contains("-pix_fmt") || name.hasSuffix("gif") ? [] : ["-pix_fmt", "yuv420p"]
      try ffmpeg(
        ["-f", "lavfi", "-i", filter, "-frames:v", "54", "-threads", "1"] + format
          + options.split(separator: " ").map(String.init) + [name],
        in: scratch.folder)
      let decoder = isAlpha ? ["-c:v", name.hasPrefix("alpha8") ? "libvpx" : "libvpx-vp9"] : []
      let truth = try linearHashes(of: name, in: scratch.folder, decoder: decoder, isFirstVideo: true)
      try #require(truth.count >= 48, "\(truth.count) pictures")
      let video = try VideoFile(opening: scratch.path(name))
      try #require(try video.timeline(.whole).count == truth.count)
      let isCounted = video.frames.isCounted
      var numbers = SeededNumbers(seed: 7)
      for index in truth.indices.shuffled(using: &numbers) {
        var pictures = try video.hashes(of: [index], in: .main).pictures
        // The first one may show that pictures have to be counted.
        if pictures[index] == nil { pictures = try video.hashes(of: [index], in: .main).pictures }
        #expect(pictures[index]?.hash == truth[index], "\(name), frame \(index)")
      }
      // A picture that waited in the decoder over a flush would be taken for a contradiction to the packets.
      #expect(video.frames.isCounted == isCounted || isAlpha, "\(name)")
    }
  }
}
