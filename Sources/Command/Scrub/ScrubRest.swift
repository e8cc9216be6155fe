/// When the hand of a scrubbing session did something last, and what follows once it rests; times in microseconds.
struct ScrubRest {
  /// When bytes came from the terminal.
  var lastInput: Int64 = 0
  /// When another frame was wanted.
  private var lastWish: Int64 = 0
  /// Whether what follows a rest was done.
  var hasRested = false
  /// The last line that was said of a frame, on a screen of text.
  var spoken: String?

  /// Another frame is wanted.
  mutating func begin(at time: Int64) { (lastWish, hasRested) = (time, false) }

  /// When an escape character is a key of its own, and not the start of a sequence.
  var escapeTime: Int64 { lastInput + 100_000 }
  /// When the hand rests.
  var restTime: Int64 { lastWish + 200_000 }
  /// When a frame is said, on a screen of text.
  var speakingTime: Int64 { lastWish + 150_000 }
}
