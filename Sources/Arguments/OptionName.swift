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
  /// Frames at a regular time interval.
  case every
  /// A number of frames, evenly spaced.
  case count
  /// Every frame.
  case all
  /// Every keyframe.
  case keyframes
  /// The start of every chapter.
  case chapters
  /// Give a frame again for each moment that selects it.
  case `repeat`
  /// The start of the part of the video that many frames are taken from.
  case from
  /// The end of that part.
  case to
  /// A gesture file.
  case gesture
  /// Several gesture files.
  case gestures
  /// The sliders that gestures are compared on.
  case compare
  /// The slider of a recorded gesture.
  case control
  /// The size of the screen on which a gesture was recorded.
  case screen
  /// Pixels per point of that screen.
  case density
  /// Move forwards or backwards by this many frames.
  case step
  /// Move to a keyframe.
  case snap
  /// Take a later frame in place of a blank one.
  case skipBlank = "skip-blank"
  /// For a time: select the frame whose start is nearest.
  case nearest
  /// For a moment outside the video: use the first or last frame.
  case clamp
  /// The stream of the file.
  case stream
  /// The position of time zero.
  case clock
  /// Accept a gesture without a final lift.
  case allowUnfinished = "allow-unfinished"
  /// Take the video that a gesture file names from any folder.
  case trustPaths = "trust-paths"
  /// The program that reads the videos.
  case source

  /// The output of the pictures.
  case output
  /// The folder of the pictures, taken literally.
  case into
  /// Replace an output that exists.
  case overwrite
  /// Leave an output that exists as it is.
  case skipExisting = "skip-existing"
  /// Create missing folders.
  case mkdir
  /// Wait until the output is on the disk.
  case sync
  /// Print a JSON object for each frame.
  case json
  /// End each printed path with NUL.
  case print0
  /// Resolve and report, write nothing.
  case dryRun = "dry-run"
  /// Print the checksum of the decoded picture.
  case hash
  /// Leave pictures as they are stored.
  case noRotate = "no-rotate"
  /// The part of the picture to keep.
  case crop
  /// Both sides of the picture.
  case size
  /// How a picture of another shape fills that size.
  case fit
  /// The picture's width in pixels.
  case width
  /// The picture's height in pixels.
  case height
  /// A scale for both sides.
  case scale
  /// The shape of pixels.
  case pixels
  /// Only the first field.
  case deinterlace
  /// Bits per channel.
  case depth
  /// Keep the colours or convert them.
  case color
  /// The metadata in the PNG.
  case metadata
  /// The trade-off between size and time.
  case compression
  /// Plain samples in place of PNG.
  case raw
  /// Put pictures side by side.
  case sheet
  /// Draw its time in each tile.
  case stamp
  /// Count damage as an error.
  case strict
  /// End the run at the first failure.
  case failFast = "fail-fast"
  case jobs
  /// Answer requests from standard input.
  case serve
  /// Work on the jobs of a file.
  case batch
  /// A file with names of videos.
  case videos
  /// The file of results.
  case results
  /// Go on with a file of results.
  case resume
  /// One part of the videos.
  case shard
  /// Answers as they come.
  case unordered
  /// Exit with 0 even if requests failed.
  case exitZero = "exit-zero"
  /// The most videos that stay open.
  case maxOpen = "max-open"
  /// The most bytes of pictures in an answer.
  case maxPayload = "max-payload"

  /// Compare each picture with a linear decode.
  case verify

  /// Scrub in the terminal.
  case scrub
  /// The file for what was dragged.
  case record
  /// How the picture is shown in the terminal.
  case view

  /// Print facts about the video.
  case info
  /// Print the frame table.
  case listFrames = "list-frames"
  /// Print what a gesture does, event by event.
  case trace
  /// Play a gesture's seeks against the decoder.
  case replay
  /// The seeker in a replay.
  case seeker
  /// A fixed latency instead of the decoder.
  case simulate
  /// Draw a gesture.
  case plot
  /// Let the drawing move.
  case animate

  /// Make a gesture file.
  case newGesture = "new-gesture"
  /// The slider that is dragged.
  case model
  /// The moment on which the drag ends.
  case reach
  /// How far the finger moves away from the slider.
  case away
  /// Whether it comes back.
  case `return`
  /// How long the drag takes.
  case over
  /// How many events a second it has.
  case rate
  /// Correct a gesture file.
  case solve
  /// The touch that is moved.
  case solveTouch = "solve-touch"

  /// Wall time for each frame.
  case timeout
  /// Largest picture.
  case maxPixels = "max-pixels"
  /// Most memory for a picture.
  case maxPicture = "max-picture"
  /// Largest single allocation.
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
  /// Read every packet of a video.
  case whole
  /// Report the number of each frame.
  case index
  /// The folder of the index cache.
  case cache
  /// Neither read nor write the index cache.
  case noCache = "no-cache"

  /// The sandbox of the process that reads a video.
  case sandbox
  /// When progress is shown.
  case progress
  /// Print errors only.
  case quiet
  /// Print more; repeats.
  case verbose
  /// Print the times of the stages.
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
  /// An example of a gesture file.
  case exampleGesture = "example-gesture"
  /// A completion script.
  case completions

  /// The long name with its dashes, or nil for an option that is only a letter.
  public var long: String? {
    rawValue.utf8.count > 1 ? "--" + rawValue : nil
  }
}
