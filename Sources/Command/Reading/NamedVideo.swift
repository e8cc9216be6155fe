import Broker
import Files
import FrameGrabbing

/// A video by its name, and where it has to lie if someone else chose that name.
struct NamedVideo {
  let path: Path
  /// The folders below which it has to be, and the error if it is not; nil for a name that the user gave.
  private let bounds: (folders: FolderBounds, refusal: GrabError)?

  /// A video that the user named, or that may lie anywhere.
  init(_ path: Path) { (self.path, bounds) = (path, nil) }

  /// A video that a file named, which may be the work of someone else: it must not choose which files are read.
  ///
  /// - Throws: `refusal` for a name that leads out of the folders, so that the answer does not tell which files exist
  ///   elsewhere.
  init(_ path: Path, within folders: FolderBounds, or refusal: GrabError) throws(GrabError) {
    (self.path, bounds) = (path, (folders, refusal))
    guard folders.contain(path) else { throw refusal }
  }

  /// Opens it.
  ///
  /// - Throws: `GrabError` for a file that is missing, empty, no regular one, or not below the folders: what counts is
  ///   the file that is open, since the name may mean another one by now.
  func open() throws(GrabError) -> VideoInput {
    let input = try VideoInput(opening: path)
    if let bounds, !bounds.folders.contain(input.file) { throw bounds.refusal }
    return input
  }
}
