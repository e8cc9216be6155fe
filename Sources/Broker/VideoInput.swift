package import Files
package import FrameGrabbing
package import Video

/// A video that the broker opened, for a job that cannot open files.
package final class VideoInput: Sendable {
  /// Its name, as people see it.
  package let path: Path
  /// How a helper that lends it knows its state; nil for a file of the system.
  package let lent: Lent?
  package let file: InputFile
  /// When it was about to be opened.
  package let openedAfter: WallTime

  /// A state of a video that a helper reads.
  package struct Lent: Sendable {
    /// Its version; nil if it is not known.
    package let version: String?

    /// Makes one.
    package init(version: String?) { self.version = version }
  }

  /// Opens a video (open(2)).
  ///
  /// - Throws: `GrabError` for a file that is missing, empty or no regular one.
  package init(opening path: Path) throws(GrabError) {
    (self.path, lent) = (path, nil)
    openedAfter = .now
    do throws(FileError) {
      file = try InputFile(opening: path)
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }

  /// Takes over a file that another process opened or, with `lent`, lends.
  package init(adopting number: Int32, path: Path, openedAfter: WallTime, lent: Lent? = nil) throws(GrabError) {
    (self.path, self.lent) = (path, lent)
    self.openedAfter = openedAfter
    do throws(FileError) {
      file = try InputFile(adopting: number, path: path)
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }

  package var identity: FileIdentity { file.identity }

  /// The same, if it means the same state in another run.
  package var lastingIdentity: FileIdentity? { lent == nil || lent?.version != nil ? identity : nil }

  /// The open file for one more reader.
  package func reader() throws(GrabError) -> InputFile {
    do throws(FileError) {
      return try file.duplicate()
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }
}
