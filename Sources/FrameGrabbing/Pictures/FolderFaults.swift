public import Files
import Synchronization

/// The folders of a run's outputs: what is wrong with those that take no files, so that no more work is done for them.
public final class FolderFaults: Sendable {
  /// By the folders that were looked at; nil for one without a fault.
  private let faults = Mutex<[Path: FileError.Fault?]>([:])

  /// Nothing is known of any folder.
  public init() {}

  /// What is wrong with a folder, and why; nil if nothing is known.
  public func fault(of folder: Path) -> FileError.Fault? { faults.withLock { $0[folder] ?? nil } }

  /// Makes sure that the folder of an output takes a file: looks at it the first time.
  ///
  /// - Throws: `FileError` if it takes none, as far as that was found out.
  public func check(_ output: Output) throws(FileError) {
    let folder = output.path.parent
    if let known = faults.withLock({ $0[folder] }) {
      if let known { throw FileError(path: output.path, fault: known) }
      return
    }
    do throws(FileError) {
      try output.checkFolder()
      faults.withLock { $0[folder] = .some(nil) }
    } catch {
      note(error)
      throw error
    }
  }

  /// Notes why an output could not be written, if its folder is at fault.
  public func note(_ error: FileError) {
    if error.isAboutFolder { faults.withLock { $0[error.path.parent] = error.fault } }
  }

  /// The folders that take no files.
  public var folders: [Path] { faults.withLock { $0.filter { $0.value != nil }.map(\.key) } }
}
