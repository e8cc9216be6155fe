public import Files
import Synchronization

/// The files that a job has written, so that a second try knows them as its own, and no other job takes or replaces them.
public final class PublishedFiles: Sendable {
  private let files = Mutex<[Path: Published]>([:])
  private let run: WrittenFiles?

  /// Makes an empty list for a job of a run; with nil, for a run of its own, nothing is noted.
  public init(of run: WrittenFiles?) { self.run = run }

  /// Every file, with what its publication did.
  public var all: [Path: Published] { files.withLock { $0 } }

  /// Publishes an output and notes it.
  ///
  /// - Throws: `FileError` if another job has written the file, under whatever name, and what the body throws.
  func publish(
    _ output: Output, _ body: () throws(FileError) -> Published
  ) throws(FileError) -> Published {
    guard let run else { return try body() }
    try check(output)
    let published = try body()
    if published != .skipped {
      files.withLock { $0[output.path] = published }
      run.note(output.path)
    }
    return published
  }

  /// Refuses an output that would replace a file of another job, or leave it in place of its own.
  ///
  /// What may be a file of an earlier run is compared with the new one, and needs no check.
  func check(_ output: Output) throws(FileError) {
    guard let run, output.policy.alwaysWrites, files.withLock({ $0[output.path] == nil }), run.contain(output.path)
    else { return }
    throw FileError(path: output.path, fault: .isOutputOfOther)
  }

  /// The same of an output by its name.
  ///
  /// - Throws: `GrabError` for a file of another job.
  public func check(_ path: Path, _ options: OutputOptions) throws(GrabError) {
    try blaming(path, GrabError.Fault.output) { () throws(FileError) in try check(Output(path, options)) }
  }
}

/// The files that all jobs of a run have written, by their numbers on their devices, sizes and times: a number is given
/// to another file when another program has replaced its own.
public final class WrittenFiles: Sendable {
  private let hashes = Mutex<Set<Int>>([])

  /// Nothing is written yet.
  public init() {}

  /// Notes a file by its name.
  public func note(_ path: Path) {
    guard let hash = Self.hash(path) else { return }
    _ = hashes.withLock { $0.insert(hash) }
  }

  func contain(_ path: Path) -> Bool {
    Self.hash(path).map { hash in hashes.withLock { $0.contains(hash) } } ?? false
  }

  private static func hash(_ path: Path) -> Int? {
    FileIdentity(of: path).map { file in
      var hasher = Hasher()
      hasher.combine(file.device)
      hasher.combine(file.inode)
      hasher.combine(file.size)
      hasher.combine(file.modificationSeconds)
      hasher.combine(file.modificationNanoseconds)
      return hasher.finalize()
    }
  }
}
