public import Files
import JSON
public import Timeline

/// The frames of a video, one per line, for scripts that choose among them.
public struct FrameList {
  private let timeline: FrameTable
  private let isCutOff: Bool
  /// Whether every picture was decoded to find the frames.
  private let isDecoded: Bool
  private let path: Path

  /// Lists these frames.
  ///
  /// - Parameters:
  ///   - timeline: All frames.
  ///   - isCutOff: Whether the file ends too early.
  ///   - isDecoded: Whether every picture was decoded to find the frames.
  ///   - path: The name of the video.
  public init(_ timeline: FrameTable, isCutOff: Bool, isDecoded: Bool, path: Path) {
    (self.timeline, self.isCutOff, self.isDecoded, self.path) = (timeline, isCutOff, isDecoded, path)
  }

  /// A warning about a file that is cut off, nil for one that is complete.
  public var warning: String? {
    guard isCutOff else { return nil }
    let words = GrabError.cutOff(after: timeline.lastDecodable)
    let end = timeline.lacksEnd ? timeline.end.map { "; it should last until \($0.decimal(fractionDigits: 3)) s" } : nil
    return "\(printable(path.bytes)): warning: \(words)\(end ?? "")"
  }

  /// Hands out a line for each frame in presentation order, without line ends.
  ///
  /// As text: index, start in seconds that select the frame again, raw timestamp, and `K` for a keyframe, `x` for a
  /// frame whose picture is known to be unavailable, or `-`, separated by tabs.
  ///
  /// - Parameters:
  ///   - asJSON: Whether each line is an object.
  ///   - namesVideo: Whether the objects have the name of the video, since there are several.
  ///   - body: Takes a line.
  public func write(asJSON: Bool, namesVideo: Bool = false, _ body: (String) throws(GrabError) -> Void)
    throws(GrabError)
  {
    for (index, frame) in timeline.frames.enumerated() {
      let printed = timeline.printedTime(ofFrame: index) ?? ""
      guard asJSON else {
        let mark = !frame.isDecodable ? "x" : frame.isKeyframe ? "K" : "-"
        try body("\(index)\t\(printed)\t\(frame.timestamp)\t\(mark)")
        continue
      }
      var object = JSONObjectWriter()
      if namesVideo { object.add("input", as: "inputBytes", path) }
      object.add("index", .integer(Int64(index)))
      object.add("time", .time(timeline.time(ofFrame: index), decimal: printed))
      object.add("until", .time(timeline.interval(ofFrame: index)?.end, asPrinted: printed))
      object.add("pts", .integer(frame.timestamp))
      object.add("timeBase", .string(timeline.timeBase.secondsPerTick.description))
      object.add("timecode", .string(timeline.timecode(ofFrame: index)?.description))
      object.add("label", .string(timeline.label(ofFrame: index)))
      object.add("keyframe", .boolean(frame.isKeyframe))
      // Without decoding it is only known of some frames that they have no picture.
      object.add("decodable", .boolean(!frame.isDecodable ? false : isDecoded ? true : nil))
      object.add("cutOff", .boolean(isCutOff))
      try body(object.finished().description)
    }
  }
}
