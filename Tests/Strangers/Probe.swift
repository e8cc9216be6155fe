import Foundation
import TestSupport

/// What ffprobe says of each picture of a stream in a decode from the beginning.
struct Probe: Sendable {
  struct Frame: Sendable {
    /// The time that the file gives.
    fileprivate(set) var pts: Int64?
    fileprivate(set) var isKeyframe = false
    fileprivate(set) var format = ""
  }

  let frames: [Frame]
  /// Whether the times are those of decoding: AVI has no others, and with reordered frames they are not when a frame
  /// appears.
  let isShifted: Bool

  init(of path: String, stream: Int, decoder: [String], timeLimit: Double) {
    let words =
      ["ffprobe", "-v", "quiet", "-threads", "1"] + decoder
      + ["-select_streams", "\(stream)", "-of", "compact", "-show_entries"]
      + ["frame=pts,key_frame,pix_fmt:stream=has_b_frames:format=format_name", "file:" + path]
    let printed = (try? run(words, timeLimit: timeLimit))?.stdout ?? Data()
    var frames: [Frame] = []
    var isReordered = false
    var isAVI = false
    for line in String(decoding: printed, as: UTF8.self).split(separator: "\n") {
      let fields = Self.fields(line)
      switch line.prefix(6) {
      case "frame|":
        frames.append(
          Frame(
            pts: fields["pts"].flatMap { Int64($0) }, isKeyframe: fields["key_frame"] == "1",
            format: String(fields["pix_fmt"] ?? "")))
      case "stream": isReordered = isReordered || fields["has_b_frames"] ?? "0" != "0"
      case "format": isAVI = fields["format_name"] == "avi"
      default: break
      }
    }
    self.frames = frames
    isShifted = isAVI && isReordered
  }

  private static func fields(_ line: Substring) -> [Substring: Substring] {
    line.split(separator: "|").reduce(into: [:]) { fields, field in
      let parts = field.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1] }
    }
  }
}
