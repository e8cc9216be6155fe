public import Files

/// What happened to the index of a video at the end of a run.
public enum IndexKeeping: Hashable, Sendable {
  /// There is nothing to store, or nothing more than is stored already.
  case nothingNew
  /// It was stored, in a file of this many bytes.
  case kept(bytes: Int)
  /// The file was changed so shortly before it was opened that another change might get the same timestamp.
  case tooYoung
  /// The file was changed while it was read.
  case changed
  /// It is larger than one index may be.
  case tooLarge
  /// The folder cannot be used, or the file cannot be written.
  case failed(FileError)
  /// The same, in the words of the process that tried to store it.
  case refused(String)
}
