import Files
import FrameGrabbing
import Video

/// A video that the broker opened, for a job that cannot open files.
final class VideoInput: Sendable {
  let path: Path
  let file: InputFile
  /// When it was about to be opened.
  let openedAfter: WallTime

  /// Opens a video (open(2)).
  ///
  /// - Throws: `GrabError` for a file that is missing, empty or no regular one.
  init(opening path: Path) throws(GrabError) {
    self.path = path
    openedAfter = .now
    do throws(FileError) {
      file = try InputFile(opening: path)
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }

  /// Takes over a file that another process opened.
  init(adopting number: Int32, path: Path, openedAfter: WallTime) throws(GrabError) {
    self.path = path
    self.openedAfter = openedAfter
    do throws(FileError) {
      file = try InputFile(adopting: number, path: path)
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }

  var identity: FileIdentity { file.identity }

  /// The open file for one more reader.
  func reader() throws(GrabError) -> InputFile {
    do throws(FileError) {
      return try file.duplicate()
    } catch {
      throw GrabError(path, .video(VideoError("opening", .file(error))))
    }
  }
}
