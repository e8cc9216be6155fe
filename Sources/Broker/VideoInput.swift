package import Files
package import FrameGrabbing
package import Video

/// A video that the broker opened, for a job that cannot open files.
package final class VideoInput: Sendable {
  /// Its name, as people see it.
  package let path: Path
  /// Its version, if a helper reads it and gives one.
  package let version: String?
  package let file: InputFile
  /// When it was about to be opened.
  package let openedAfter: WallTime

  /// Opens a video (open(2)).
  ///
  /// - Throws: `GrabError` for a file that is missing, empty or no regular one.
  package init(opening path: Path) throws(GrabError) {
    (self.path, version) = (path, nil)
    openedAfter = .now
    file = try blaming(path, Self.notOpened) { () throws(FileError) in try InputFile(opening: path) }
  }

  /// Takes over a file that another process opened, or lends.
  package init(adopting number: Int32, path: Path, openedAfter: WallTime, version: String? = nil) throws(GrabError) {
    (self.path, self.version) = (path, version)
    self.openedAfter = openedAfter
    file = try blaming(path, Self.notOpened) { () throws(FileError) in try InputFile(adopting: number, path: path) }
  }

  package var identity: FileIdentity { file.identity }

  /// Its identity, if that identifies the same state in other runs, too.
  package var lastingIdentity: FileIdentity? { identity.isLasting ? identity : nil }

  /// The open file, for another reader.
  package func reader() throws(GrabError) -> InputFile {
    try blaming(path, Self.notOpened) { () throws(FileError) in try file.duplicate() }
  }

  private static func notOpened(_ error: FileError) -> GrabError.Fault { .video(VideoError("opening", .file(error))) }
}
