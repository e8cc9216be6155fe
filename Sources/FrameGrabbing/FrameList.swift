public import Files
import JSON
import Timeline
public import Video

/// The frames of a video, one a line: what a script needs to choose among them.
public struct FrameList {
  private let timeline: FrameTable

  /// Reads the whole timeline.
  ///
  /// - Throws: `GrabError` when the video cannot be read or holds no frame.
  public init(_ video: VideoFile, path: Path) throws(GrabError) {
    do throws(VideoError) {
      timeline = try video.timeline(.whole)
    } catch {
      throw GrabError(path, .video(error))
    }
  }

  /// Hands out a line for each frame in presentation order, without line ends.
  ///
  /// As text: index, start in seconds that select the frame again, raw timestamp, and `K` for a keyframe or `-`,
  /// separated by tabs.
  public func write(asJSON: Bool, _ body: (String) throws(GrabError) -> Void) throws(GrabError) {
    for (index, frame) in timeline.frames.enumerated() {
      let printed = timeline.printedTime(ofFrame: index) ?? ""
      guard asJSON else {
        try body("\(index)\t\(printed)\t\(frame.timestamp)\t\(frame.isKeyframe ? "K" : "-")")
        continue
      }
      var object = JSONObjectWriter()
      object.add("index", .integer(Int64(index)))
      object.add("time", .time(timeline.time(ofFrame: index), decimal: printed))
      object.add("until", .time(timeline.interval(ofFrame: index)?.end))
      object.add("pts", .integer(frame.timestamp))
      object.add("timeBase", .string(timeline.timeBase.secondsPerTick.description))
      object.add("timecode", .string(timeline.timecode(ofFrame: index)?.description))
      object.add("label", .string(timeline.label(ofFrame: index)))
      object.add("keyframe", .boolean(frame.isKeyframe))
      try body(object.finished().description)
    }
  }
}
