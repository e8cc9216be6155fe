public import Files
import Synchronization

/// The output folders to which no file can be written, and why, so that no more work is done for them.
public final class FolderFaults: Sendable {
  /// By folder; nil for one without a fault.
  private let faults = Mutex<[Path: FileError.Fault?]>([:])

  /// Makes a list without folders.
  public init() {}

  /// The fault of a folder; nil if none is known.
  public func fault(of folder: Path) -> FileError.Fault? { faults.withLock { $0[folder] ?? nil } }

  /// Makes sure that a file can be written to the folder of an output; each folder is examined once.
  ///
  /// - Throws: `FileError` if none can.
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

  /// Stores the error of an output if its folder is the cause.
  public func note(_ error: FileError) {
    if error.isAboutFolder { faults.withLock { $0[error.path.parent] = error.fault } }
  }

  /// The folders to which no file can be written.
  public var folders: [Path] { faults.withLock { $0.filter { $0.value != nil }.map(\.key) } }
}
