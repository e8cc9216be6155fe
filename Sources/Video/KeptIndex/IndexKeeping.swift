public import Files

/// What became of the index of a video at the end of a run.
public enum IndexKeeping: Hashable, Sendable {
  /// There is nothing to keep, or nothing more than is kept already.
  case nothingNew
  /// It was kept, in a file of so many bytes.
  case kept(bytes: Int)
  /// The file was changed so shortly before it was opened that another change might look the same.
  case tooYoung
  /// The file was changed while it was read.
  case changed
  /// It takes more bytes than one index may.
  case tooLarge
  /// The folder cannot be used, or the file cannot be written.
  case failed(FileError)
}
