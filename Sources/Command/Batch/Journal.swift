import Files
import FrameGrabbing

/// The file of results: a line for each job that ended, added as soon as it ends.
final class Journal {
  private var file: AppendedFile
  private var records: JournalRecords
  private let syncs: Bool
  private var synced = SystemClock.steady.nanoseconds
  private var isDirty = false
  /// Why a line could not be written, or did not reach the disk: nothing is written after that, so that what may be an
  /// incomplete line stays the last one.
  private(set) var fault: GrabError?
  /// Where the lines start that belong to jobs of this run.
  private var taken: Set<Int64> = []

  /// Lines reach the disk after at most this many nanoseconds.
  private static let pause: Int64 = 1_000_000_000
  /// Bytes that are read at a time.
  private static let piece = 1 << 20

  /// Opens or makes the file, and reads its lines if the run continues it.
  ///
  /// An incomplete last line, left by a run that was killed, is removed.
  /// - Throws: `GrabError` for a file that exists, is locked, or is no file of results.
  init(_ path: Path, resuming: BatchSettings.Resuming?, syncs: Bool) throws(GrabError) {
    records = JournalRecords(isOfAnyVersion: resuming == .anyVersion)
    do throws(FileError) {
      file = try AppendedFile(path, resuming != nil ? .extend : .refuse)
      if syncs { try file.synchronizeName() }
    } catch {
      if error.fault == .exists {
        // What cannot be gone on with has a fault of its own.
        _ = try blaming(path, GrabError.Fault.output) { () throws(FileError) in try AppendedFile(path, .extend).size }
        throw Self.error(path, "exists; add --resume to go on with it, or give --results another name")
      }
      throw GrabError(path, .output(error))
    }
    self.syncs = syncs
    if resuming != nil { try readAll() }
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
    var number = 1
    var records = records
    let (start, rest) = try readLines { (line, offset) throws(GrabError) in
      guard records.note(line, at: offset) else { throw Self.notResults(path, number) }
      number += 1
    }
    self.records = records
    guard !rest.isEmpty else { return }
    // File systems may leave zeros where a write did not reach the disk before the power failed.
    let torn = start > 0 ? rest.prefix(through: rest.lastIndex { $0 != 0 } ?? -1) : rest[...]
    guard JournalRecords.mayBegin(torn) else { throw Self.notResults(path, number) }
    try blaming(path, GrabError.Fault.output) { () throws(FileError) in try file.cut(to: start) }
  }

  /// Reads all lines, with where they start.
  ///
  /// - Returns: What follows the last line end, and where.
  private func readLines(
    _ take: ([UInt8], Int64) throws(GrabError) -> Void
  ) throws(GrabError) -> (start: Int64, rest: [UInt8]) {
    var (offset, start, line) = (Int64(0), Int64(0), [UInt8]())
    while true {
      let piece = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
        try file.read(at: offset, count: Self.piece)
      }
      if piece.isEmpty { return (start, line) }
      offset += Int64(piece.count)
      var rest = piece[...]
      while let end = rest.firstIndex(of: 0x0A) {
        line += rest[..<end]
        try take(line, start)
        start += Int64(line.count) + 1
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      line += rest
    }
  }

  // MARK: What it says

  /// The last result of a job in the file; nil if there is none.
  func record(of key: JobKey) -> JournalRecord? { records[key].flatMap(read) }

  /// Whether there is a line of a job, under any number.
  func knows(_ key: JobKey) -> Bool { records[key] != nil }

  /// The line of a job under the number that it has; nil if there is none. It is no other job's.
  func takeOwn(_ key: JobKey, number: Int) -> JournalRecord? {
    guard let place = records[number], let record = read(place), records.isSame(record.key, key) else { return nil }
    taken.insert(place.offset)
    return record
  }

  /// The last line of a job under another number, up to a greatest one; nil if it is another job's, as equal ones have
  /// a line each.
  func takeMoved(_ key: JobKey, upTo number: Int) -> JournalRecord? {
    guard let place = records[key], !taken.contains(place.offset), let record = read(place), record.number <= number
    else { return nil }
    taken.insert(place.offset)
    return record
  }

  /// What became of the job of a number.
  func record(ofJob number: Int) -> JournalRecord? { records[number].flatMap(read) }

  private func read(_ place: JournalRecords.Place) -> JournalRecord? {
    guard let line = try? file.read(at: place.offset, count: place.count) else { return nil }
    return JournalRecord(line)
  }

  // MARK: Writing

  /// Adds the line of a job.
  func append(_ line: [UInt8]) {
    write { () throws(FileError) in
      try file.append(line + [0x0A])
      isDirty = true
      if syncs || SystemClock.steady.nanoseconds - synced >= Self.pause { try synchronize() }
    }
  }

  /// Waits until all lines are on the disk.
  func finish() {
    if isDirty { write(synchronize) }
  }

  private func write(_ body: () throws(FileError) -> Void) {
    guard fault == nil else { return }
    do throws(FileError) { try body() } catch { fault = GrabError(path, .output(error)) }
  }

  // MARK: As it stands now

  /// Removes outdated lines in one step, once all jobs of a run have results: of each of its jobs the last line stays,
  /// and other lines stay unless a job of the run has the same video and output.
  ///
  /// If that fails, the file stays as it is: its last line about each job says the same.
  func rewrite(_ jobs: RunJobs) {
    do throws(GrabError) {
      let (kept, isWhole) = try keptParts(jobs)
      if isWhole { return }
      try blaming(file.path, GrabError.Fault.output) { () throws(FileError) in try write(kept) }
    } catch {
      return
    }
  }

  /// The ranges of the file that stay, and whether that is all of it.
  private func keptParts(_ jobs: RunJobs) throws(GrabError) -> (parts: [Range<Int64>], isWhole: Bool) {
    var jobs = jobs
    // Where the last line of a job is: with the number that it has now, else with others.
    var numbered: [RunJobs.Numbered: Int64] = [:]
    var moved: [JobKey: [Int: Int64]] = [:]
    var unkeyed: [Int: Int64] = [:]
    _ = try readLines { (line, offset) throws(GrabError) in
      guard let record = JournalRecord(line) else { return }
      guard let key = record.key else {
        unkeyed[record.number] = offset
        return
      }
      guard jobs.keys.contains(key) else { return }
      let job = RunJobs.Numbered(key: key, number: record.number)
      if jobs.numbered.contains(job) { numbered[job] = offset } else { moved[key, default: [:]][job.number] = offset }
      jobs.note(outputsOf: record)
    }
    // Equal jobs have a line each.
    var missing: [JobKey: Int] = [:]
    for job in jobs.numbered where numbered[job] == nil { missing[job.key, default: 0] += 1 }
    var ours = Set(numbered.values)
    for (key, count) in missing { ours.formUnion(moved[key]?.values.sorted().suffix(count) ?? []) }
    var (parts, isWhole): ([Range<Int64>], Bool) = ([], true)
    let all = jobs
    _ = try readLines { (line, offset) throws(GrabError) in
      let record = JournalRecord(line)
      let counts =
        if let key = record?.key, all.keys.contains(key) {
          ours.contains(offset)
        } else if let record {
          // A line without a key is about a text that is no valid job.
          record.key == nil && unkeyed[record.number] == offset && all.faults.contains(record.number)
            || !all.replaces(record)
        } else {
          true
        }
      guard counts else {
        isWhole = false
        return
      }
      let end = offset + Int64(line.count) + 1
      if let before = parts.last, before.upperBound == offset {
        parts[parts.count - 1] = before.lowerBound..<end
      } else {
        parts.append(offset..<end)
      }
    }
    return (parts, isWhole)
  }

  private func write(_ parts: [Range<Int64>]) throws(FileError) {
    guard var new = try file.replacement() else { return }
    var offset: Int64 = 0
    for part in parts {
      var place = part.lowerBound
      while place < part.upperBound {
        let piece = try file.read(at: place, count: min(Self.piece, Int(part.upperBound - place)))
        guard !piece.isEmpty else { return }
        let target = offset
        try piece.withUnsafeBufferPointer { (bytes) throws(FileError) in
          try new.write(UnsafeRawBufferPointer(bytes), at: target)
        }
        place += Int64(piece.count)
        offset += Int64(piece.count)
      }
    }
    _ = try new.publish()
  }

  private func synchronize() throws(FileError) {
    try file.synchronize()
    (isDirty, synced) = (false, SystemClock.steady.nanoseconds)
  }
}
