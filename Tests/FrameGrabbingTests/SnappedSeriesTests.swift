import Files
import Foundation
import TestSupport
import Testing
import Timeline
import Video

@testable import FrameGrabbing

/// Series of moments that are moved to keyframes: each keyframe once, at the first moment that leads to it.
struct SnappedSeriesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Three frames at 0, 1 and 4 s, of which the first and the last are keyframes.
  private func clip() throws -> Path {
    let words =
      "-f lavfi -i testsrc2=s=160x128:r=1:d=3 -vf settb=1/1000,setpts=if(eq(N\\,2)\\,4000\\,N*1000) "
      + "-fps_mode passthrough -enc_time_base 1/1000 -c:v libx264 -bf 0 -g 2 -sc_threshold 0 gap.mp4"
    try ffmpeg(words.split(separator: " ").map(String.init), in: scratch.folder)
    return scratch.path("gap.mp4")
  }

  /// What each frame was asked by, and its time.
  private func found(_ moment: Moment, repeats: Bool = false) throws -> [String] {
    var options = GrabOptions()
    options.output.destination = .nowhere
    options.wantsHash = true
    (options.choice.snap, options.choice.repeatsFrames) = (.nearest, repeats)
    options.choice.span = TimeSpan(from: nil, to: .time(Rational(4)))
    let path = try clip()
    var found: [String] = []
    try Grabber(try VideoFile(opening: path), input: path, options: options).grab([moment]) { result in
      switch result {
      case .success(let frame): found.append("\(frame.asked) \(frame.printedTime)")
      case .failure(let error): found.append("\(error)")
      }
    }
    return found
  }

  // From 1 s on, one frame is on screen; up to 2 s the keyframe at 0 is nearer or as near, then the one at 4 s.
  @Test(arguments: [(1, 3), (100, 201), (1_000_000, 2_000_001)])
  func `the moments of one frame may lead to two keyframes`(_ perSecond: Int64, _ second: Int64) throws {
    let step = try #require(Rational(1, perSecond))
    let moment = Moment(.every(step), text: "--every")
    let series = try #require(moment.series(from: .zero, to: Rational(4), inMiddles: false))
    #expect(try found(moment) == ["\(series.text(0)) 0.000", "\(series.text(second)) 4.000"])
  }

  @Test func `each moment has its own keyframe if frames are repeated`() throws {
    let times = try found(Moment(.every(Rational(1)), text: "--every 1s"), repeats: true).map { $0.suffix(5) }
    #expect(times == ["0.000", "0.000", "0.000", "4.000"])
  }

  // Both frames that start before 4 s are nearer to the keyframe at 0.
  @Test(arguments: [false, true]) func `all frames give each keyframe once, whether a series repeats or not`(
    _ repeats: Bool
  ) throws {
    #expect(try found(Moment(.all, text: "--all"), repeats: repeats) == ["--all 0.000"])
  }
}
