package import Screen

/// Receives the messages of a scrubbing session's worker.
package protocol PreviewSink: AnyObject {
  /// Receives the timeline, first a provisional one and then the video's own.
  func receive(_ timeline: PackedTimeline)

  /// Receives a picture; without a frame index it is the first of the video.
  func receive(_ picture: RGBPicture, of frame: Int?)

  /// Takes how much of the file was read, in per cent.
  func note(reading percent: Int)

  /// Takes the end of a run.
  func ended(_ end: ScrubRunEnd, of run: Int)
}
