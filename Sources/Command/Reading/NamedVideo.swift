import Broker
import Files
import FrameGrabbing
import Sourcing
import Video

/// A video by its name, and the folders in which it must be if a file chose that name.
struct NamedVideo {
  /// Its name as shown to people.
  let path: Path
  /// The helper that reads it, and its name there; nil for a file.
  private let source: (link: SourceLink, name: String)?
  /// The folders that must contain it, and the error if they do not; nil for a name that the user gave.
  private let bounds: (folders: FolderBounds, refusal: GrabError)?

  /// A video that the user named, which may be anywhere.
  init(_ path: Path) { (self.path, source, bounds) = (path, nil, nil) }

  /// A video that a helper reads.
  init(_ name: SourceName, by link: SourceLink) {
    (path, source, bounds) = (name.shown, (link, name.whole), nil)
  }

  /// A video named in a file, which may come from someone else: that file must not choose which files are read.
  ///
  /// - Throws: `refusal` for a name that leads out of the folders, so that the answer does not tell which files exist
  ///   elsewhere.
  init(_ path: Path, within folders: FolderBounds, or refusal: GrabError) throws(GrabError) {
    (self.path, source, bounds) = (path, nil, (folders, refusal))
    guard folders.contain(path) else { throw refusal }
  }

  /// Its whole name.
  var name: [UInt8] { source.map { Array($0.name.utf8) } ?? path.bytes }

  /// The identity that tells its present state from others, in other runs, too; nil if unknown.
  var lastingIdentity: FileIdentity? {
    guard let source else { return FileIdentity(of: path) }
    return (try? source.link.open(source.name, isRead: false))?.state.identity
  }

  /// Opens it.
  ///
  /// - Throws: `GrabError` for a file that is missing, empty or not regular, or that is outside of the folders: the
  ///   opened file is checked, since its name may have changed its meaning.
  func open() throws(GrabError) -> VideoInput {
    if let source { return try open(by: source.link, source.name) }
    let input = try VideoInput(opening: path)
    if let bounds, !bounds.folders.contain(input.file) { throw bounds.refusal }
    return input
  }

  private func open(by link: SourceLink, _ name: String) throws(GrabError) -> VideoInput {
    func fault(_ fault: FileError.Fault) -> GrabError {
      GrabError(path, .video(VideoError("opening", .file(FileError(path: path, fault: fault)))))
    }
    let opened: (state: SourceState, socket: Int32?)
    do throws(SourceFault) {
      opened = try link.open(name, isRead: true)
    } catch {
      throw fault(.source(error.words, mayBeRetried: error.mayBeRetried))
    }
    guard let socket = opened.socket else { throw fault(.empty) }
    let input = try VideoInput(
      adopting: socket, path: path, openedAfter: .now, version: opened.state.version)
    guard opened.state.size > 0 else { throw fault(.empty) }
    return input
  }
}

extension GrabRequest {
  /// Starts the helper that reads all videos, before this process has a second thread; nil if they are files.
  ///
  /// - Throws: `RelayedError` for a program that cannot be started.
  func startSource() throws(RelayedError) -> SourceLink? {
    guard let source else { return nil }
    do throws(SourceFault) {
      return try SourceLink(source, patience: limits.nanosecondsPerFrame)
    } catch {
      throw RelayedError(
        line: error.words, code: (error.mayBeRetried ? ExitCode.limit : ExitCode.usage).rawValue)
    }
  }
}
