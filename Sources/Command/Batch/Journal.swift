import Files
import FrameGrabbing

/// The file of results: a line for each job that ended, added as soon as it ends.
final class Journal {
  private var file: AppendedFile
  private var records = JournalRecords()
  private let syncs: Bool
  private var synced = SystemClock.steady.nanoseconds
  private var isDirty = false

  /// Lines are on the disk after at most so many nanoseconds.
  private static let pause: Int64 = 1_000_000_000
  /// Bytes that are read at a time.
  private static let piece = 1 << 20

  /// Opens or makes the file, and reads what it says if the run goes on with it.
  ///
  /// A last line that is torn, since its writer was killed, is cut off.
  /// - Throws: `GrabError` for a file that exists, is locked, or is no file of results.
  init(_ path: Path, isContinued: Bool, syncs: Bool) throws(GrabError) {
    do throws(FileError) {
      file = try AppendedFile(path, isContinued ? .extend : .refuse)
      if syncs { try file.synchronizeName() }
    } catch {
      if error.fault == .exists {
        throw Self.error(path, "exists; --resume goes on with it, another name starts anew")
      }
      throw GrabError(path, .output(error))
    }
    self.syncs = syncs
    if isContinued { try readAll() }
  }

  private static func notResults(_ path: Path, _ line: Int) -> GrabError {
    error(path, "line \(line) is not the result of a job; give --results the name of another file")
  }

  private static func error(_ path: Path, _ words: String) -> GrabError {
    GrabError(path, .relayed(RelayedError(line: "\(path): \(words)", code: ExitCode.output.rawValue)))
  }

  var path: Path { file.path }
  var identity: FileIdentity? { file.identity }

  private func readAll() throws(GrabError) {
    var (offset, start, line) = (Int64(0), Int64(0), [UInt8]())
    var number = 1
    while true {
      let (place, path) = (offset, file.path)
      let piece: [UInt8]
      do throws(FileError) {
        piece = try file.read(at: place, count: Self.piece)
      } catch {
        throw GrabError(path, .output(error))
      }
      if piece.isEmpty { break }
      offset += Int64(piece.count)
      var rest = piece[...]
      while let end = rest.firstIndex(of: 0x0A) {
        line += rest[..<end]
        guard records.note(line, at: start) else { throw Self.notResults(path, number) }
        start += Int64(line.count) + 1
        number += 1
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      line += rest
    }
    guard !line.isEmpty else { return }
    guard JournalRecords.mayBegin(line) else { throw Self.notResults(file.path, number) }
    do throws(FileError) {
      try file.cut(to: start)
    } catch {
      throw GrabError(file.path, .output(error))
    }
  }

  // MARK: What it says

  /// What became of a job, as far as its last line says; nil if there is none.
  func record(of key: JobKey) -> JournalRecord? { records[key].flatMap(read) }

  /// What became of the job of a number.
  func record(ofJob number: Int) -> JournalRecord? { records[number].flatMap(read) }

  private func read(_ place: JournalRecords.Place) -> JournalRecord? {
    guard let line = try? file.read(at: place.offset, count: place.count) else { return nil }
    return JournalRecord(line)
  }

  // MARK: Writing

  /// Adds the line of a job.
  ///
  /// - Throws: `GrabError` when it cannot be written.
  func append(_ line: [UInt8]) throws(GrabError) {
    do throws(FileError) {
      try file.append(line + [0x0A])
      isDirty = true
      if syncs || SystemClock.steady.nanoseconds - synced >= Self.pause { try synchronize() }
    } catch {
      throw GrabError(file.path, .output(error))
    }
  }

  /// Waits until all lines are on the disk.
  ///
  /// - Throws: `GrabError` when the storage fails.
  func finish() throws(GrabError) {
    do throws(FileError) {
      if isDirty { try synchronize() }
    } catch {
      throw GrabError(file.path, .output(error))
    }
  }

  private func synchronize() throws(FileError) {
    try file.synchronize()
    (isDirty, synced) = (false, SystemClock.steady.nanoseconds)
  }
}
