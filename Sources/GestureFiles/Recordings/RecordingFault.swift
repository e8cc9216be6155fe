/// The error of an invalid recording, at one of its bytes.
struct RecordingFault: Error, Hashable {
  /// The number of the byte, from 0.
  let offset: Int
  /// What is wrong, and what to do.
  let reason: String
  /// Whether a limit is exceeded.
  let isLimit: Bool

  init(_ offset: Int, _ reason: String, isLimit: Bool = false) {
    self.offset = offset
    self.reason = reason
    self.isLimit = isLimit
  }
}
