import Files
public import GestureFiles
import Scrubbing
public import Seeking
public import Timeline
import Video

/// A gesture's values as requests for frames, to be played through a seeker.
public struct GestureReplay {
  /// How seeks are performed.
  public enum Pace {
    /// The decoder, in real time.
    case decoding(SliderVideo)
    /// A fixed latency in microseconds, on a simulated clock.
    case simulated(latency: Int64)
  }

  /// The notified values in order, as frame indexes.
  public let requests: [SeekRequest]
  /// When the gesture starts on its own clock, in microseconds.
  private let start: Int64
  /// The frame at the slider's value before the gesture; nil if it is unknown.
  private let firstFrame: Int?

  /// Plays the gesture on its slider and keeps every value that it sends.
  ///
  /// - Throws: `GrabError` as `GestureRehearsal.play` does.
  public init(_ gesture: Gesture, in timeline: FrameTable) throws(GrabError) {
    if let refusal = try GestureRehearsal(gesture, in: timeline).refusal() { throw refusal.error }
    try self.init(showing: gesture, in: timeline)
  }

  /// Does the same for a gesture that is only shown: one that never catches the knob sends nothing.
  ///
  /// - Parameter other: Another slider in place of the gesture's own.
  /// - Throws: `GrabError` when a touch is invalid.
  public init(
    showing gesture: Gesture, on other: GestureControl? = nil, in timeline: FrameTable
  ) throws(GrabError) {
    var rehearsal = try GestureRehearsal(gesture, on: other, in: timeline)
    let scale = rehearsal
    var requests: [SeekRequest] = []
    _ = try rehearsal.playThrough { played throws(GrabError) in
      for value in played.event.sentValues {
        guard let frame = scale.frame(at: value) else { continue }
        requests.append(SeekRequest(timeInMicroseconds: played.timeInMicroseconds, frame: frame.index))
      }
    }
    self.requests = requests
    firstFrame = scale.frame(at: scale.configuration.initialValue)?.index
    start = gesture.file.events.first?.timeInMicroseconds ?? 0
  }

  /// Decodes the frame at the slider's value before the gesture, as a player shows it before the first touch.
  ///
  /// - Throws: `GrabError` when it cannot be decoded.
  public func show(_ source: SliderVideo) throws(GrabError) {
    guard let firstFrame else { return }
    let missing = try blaming(source.path, GrabError.Fault.video) { () throws(VideoError) in
      try source.video.pictures(of: [source.frames.reference(to: firstFrame)]) { _, _ in }
    }
    guard missing.isEmpty else {
      throw GrabError(source.path, .video(VideoError("frame \(firstFrame)", .missingPicture)))
    }
  }

  /// Seeks as the values arrive, and hands out each seek when it has ended.
  public func run(
    _ seeker: SeekerKind, _ pace: Pace, report: (SeekRecord) throws(GrabError) -> Void
  ) throws(GrabError) -> SeekSummary {
    let replay = SeekReplay(requests: requests, seeker: seeker, shown: firstFrame)
    switch pace {
    case .decoding(let source):
      var performer = DecodingPerformer(source, start: start)
      return try replay.run(&performer, report: report)
    case .simulated(let latency):
      var performer = FixedLatency(microseconds: latency)
      return try replay.run(&performer, report: report)
    }
  }
}
