import Broker
import FrameGrabbing
import Seeking

/// What a job has found in a video, to be printed or drawn.
final class Findings {
  private(set) var timeline: PackedTimeline?
  private(set) var seeks: [SeekRecord] = []
  private(set) var summary: SeekSummary?
  /// The result of the sheets of a run.
  var sheets: SheetFiles?
  /// Small pictures by the indexes of their frames.
  private(set) var thumbnails: [Int: Thumbnail] = [:]

  /// The description of the video, to be printed.
  private(set) var description: [UInt8] = []

  /// Stores a finding.
  func collect(_ finding: Finding) {
    switch finding {
    case .description(let text): description += text
    case .timeline(let timeline): self.timeline = timeline
    case .seeks(let records): seeks += records
    case .summary(let summary): self.summary = summary
    case .thumbnail(let thumbnail, let frame): thumbnails[frame] = thumbnail
    }
  }
}
