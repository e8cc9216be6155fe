package import Screen

/// What takes the messages of a scrubbing session's worker.
package protocol PreviewSink: AnyObject {
  /// Takes the timeline, the first one or a better one.
  func receive(_ timeline: PackedTimeline)

  /// Takes a picture; without a frame's number it is the first of the video.
  func receive(_ picture: RGBPicture, of frame: Int?)

  /// Takes how much of the file was read, in per cent.
  func note(reading percent: Int)

  /// Takes the end of a run.
  func ended(_ end: ScrubRunEnd, of run: Int)
}
