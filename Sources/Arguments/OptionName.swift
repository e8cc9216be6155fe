/// The options by name; the raw value is the long name without its dashes.
///
/// A raw value of one letter has no long form: it is a short option only.
public enum OptionName: String, CaseIterable, Hashable, Sendable {
  /// The frame on screen at a time.
  case at
  /// A file of times.
  case atList = "at-list"
  /// A frame index or a range of them.
  case frame
  /// A frame each so much time.
  case every
  /// So many frames, evenly spaced.
  case count
  /// Every frame.
  case all
  /// Every keyframe.
  case keyframes
  /// Where the part of the video starts that many frames are taken from.
  case from
  /// Where that part ends.
  case to
  /// A gesture file.
  case gesture
  /// So many frames on.
  case step
  /// To a keyframe.
  case snap
  /// For a time: the frame whose start is nearest.
  case nearest
  /// First or last frame for a moment outside the video.
  case clamp
  /// Which stream of the file.
  case stream
  /// Where time zero is.
  case clock
  /// Accept a gesture whose last stroke is not lifted.
  case allowUnfinished = "allow-unfinished"

  /// Where pictures go.
  case output
  /// Replace an output that exists.
  case overwrite
  /// Leave an output that exists as it is.
  case skipExisting = "skip-existing"
  /// Make missing folders.
  case mkdir
  /// Wait until the output is on the disk.
  case sync
  /// Print a JSON object for each frame.
  case json
  /// Resolve and report, write nothing.
  case dryRun = "dry-run"
  /// Print the checksum of the decoded picture.
  case hash
  /// Leave pictures as they are stored.
  case noRotate = "no-rotate"
  /// Both sides of the picture.
  case size
  /// Pixels across.
  case width
  /// Pixels down.
  case height
  /// A part of both sides.
  case scale
  /// The shape of pixels.
  case pixels
  /// The first field alone.
  case deinterlace
  /// Bits per channel.
  case depth
  /// Whose colours the pixels have.
  case color
  /// What the PNG carries besides pixels.
  case metadata
  /// Size against time.
  case compression
  /// Damage is an error.
  case strict
  /// The first failure ends the run.
  case failFast = "fail-fast"
  case jobs
  case serve

  /// Compare each picture with a linear decode.
  case verify

  /// Print facts about the video.
  case info
  /// Print the frame table.
  case listFrames = "list-frames"
  /// Print what a gesture does, event by event.
  case trace
  /// Play a gesture's seeks against the decoder.
  case replay
  /// Who seeks in a replay.
  case seeker
  /// A fixed latency in place of the decoder.
  case simulate
  /// Draw a gesture.
  case plot

  /// Wall time for each frame.
  case timeout
  /// Largest picture.
  case maxPixels = "max-pixels"
  /// Largest single piece of memory.
  case maxAllocation = "max-allocation"
  /// Largest address space.
  case maxMemory = "max-memory"
  /// Most streams in a file.
  case maxStreams = "max-streams"
  /// Bytes read to recognise the file.
  case probeSize = "probe-size"
  /// Media time read to recognise the file.
  case probeDuration = "probe-duration"
  /// Most bytes without a video packet.
  case maxGap = "max-gap"
  /// Where indexes are kept.
  case cache
  /// Neither take an index that was kept nor keep one.
  case noCache = "no-cache"

  /// Whether it is shown how far a run has come.
  case progress
  /// Print failures only.
  case quiet
  /// Print more; repeats.
  case verbose
  /// Print what each stage took.
  case timings
  /// The short help, `-h`.
  case usage = "h"
  /// The long help.
  case help
  /// The version.
  case version
  /// The manual page.
  case man
  /// The JSON Schema of a gesture file.
  case schema
  /// A completion script.
  case completions

  /// The long name with its dashes, or nil for an option that is only a letter.
  public var long: String? {
    rawValue.utf8.count > 1 ? "--" + rawValue : nil
  }
}
