package import Files
package import FrameGrabbing
package import Video

/// A video that the broker opened, for a job that cannot open files.
package final class VideoInput: Sendable {
  package let path: Path
  package let file: InputFile
  /// When it was about to be opened.
  package let openedAfter: WallTime

  /// Opens a video (open(2)).
  ///
  /// - Throws: `GrabError` for a file that is missing, empty or no regular one.
  package init(opening path: Path) throws(GrabError) {
    self.path = path
    openedAfter = .now
    do throws(FileError) {
      file = try InputFile(opening: path)
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }

  /// Takes over a file that another process opened.
  package init(adopting number: Int32, path: Path, openedAfter: WallTime) throws(GrabError) {
    self.path = path
    self.openedAfter = openedAfter
    do throws(FileError) {
      file = try InputFile(adopting: number, path: path)
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }

  package var identity: FileIdentity { file.identity }

  /// The open file for one more reader.
  package func reader() throws(GrabError) -> InputFile {
    do throws(FileError) {
      return try file.duplicate()
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }
}
