/// When the user last did something, and what is due after a pause; times in microseconds.
struct ScrubRest {
  /// When the terminal last sent bytes.
  var lastInput: Int64 = 0
  /// When another frame was last wanted.
  private var lastWish: Int64 = 0
  /// Whether what is due after a pause was done.
  var hasRested = false
  /// The last line printed about a frame on a text screen.
  var spoken: String?

  /// Notes that another frame is wanted.
  mutating func begin(at time: Int64) { (lastWish, hasRested) = (time, false) }

  /// From when on an escape character counts as a key, and not as the start of a sequence.
  var escapeTime: Int64 { lastInput + 100_000 }
  /// From when on the slider counts as stopped.
  var restTime: Int64 { lastWish + 200_000 }
  /// When to print the frame on a text screen.
  var speakingTime: Int64 { lastWish + 150_000 }
}
