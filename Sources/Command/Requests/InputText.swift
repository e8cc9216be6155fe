import Files

/// The text of a file that a request names besides the video: a gesture, a slider, or a list of moments.
struct InputText {
  let name: Path
  let bytes: [UInt8]
  /// Identifies the file; nil for standard input, and in a worker.
  let identity: FileIdentity?
}
