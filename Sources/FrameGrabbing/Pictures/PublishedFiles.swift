public import Files
import Synchronization

/// The files that a job has written, so that a second try knows them as its own, and no other job takes or replaces them.
public final class PublishedFiles: Sendable {
  private let files = Mutex<[Path: Published]>([:])
  private let run: RunFiles?

  /// Makes an empty list for a job of a run; with nil, for a run of its own, nothing is noted.
  public init(of run: RunFiles?) { self.run = run }

  /// Every file, with what its publication did.
  public var all: [Path: Published] { files.withLock { $0 } }

  /// Publishes an output and notes it.
  ///
  /// - Throws: `FileError` if another job has written the file, or has it as its video, under whatever name, and what the
  ///   body throws.
  func publish(
    _ output: Output, _ body: () throws(FileError) -> Published
  ) throws(FileError) -> Published {
    guard let run else { return try body() }
    try check(output)
    let published = try body()
    if published != .skipped {
      files.withLock { $0[output.path] = published }
      run.note(written: output.path)
    }
    return published
  }

  /// Refuses an output that would replace a file or the video of another job, or leave it in place of its own.
  ///
  /// What may be a file of an earlier run is compared with the new one, and needs no check.
  func check(_ output: Output) throws(FileError) {
    guard let run, output.policy.alwaysWrites, files.withLock({ $0[output.path] == nil }),
      let fault = run.fault(of: output.path)
    else { return }
    throw FileError(path: output.path, fault: fault)
  }

  /// The same of an output by its name.
  ///
  /// - Throws: `GrabError` for a file or a video of another job.
  public func check(_ path: Path, _ options: OutputOptions) throws(GrabError) {
    try blaming(path, GrabError.Fault.output) { () throws(FileError) in try check(Output(path, options)) }
  }
}

/// What all jobs of a run have written, and their videos: by the files' numbers on their devices, sizes and times, since a
/// number is given to another file when another program has replaced its own.
public final class RunFiles: Sendable {
  private struct Hashes {
    var written: Set<Int> = []
    var videos: Set<Int> = []
  }

  private let hashes = Mutex(Hashes())

  /// Nothing is known yet.
  public init() {}

  /// Notes an output by its name.
  public func note(written path: Path) {
    guard let hash = Self.hash(path) else { return }
    _ = hashes.withLock { $0.written.insert(hash) }
  }

  /// Notes a video by its name.
  public func note(video path: Path) {
    guard let hash = Self.hash(path) else { return }
    _ = hashes.withLock { $0.videos.insert(hash) }
  }

  /// Why a job that did not write this file may not have it as its output; nil if it may.
  func fault(of path: Path) -> FileError.Fault? {
    guard let hash = Self.hash(path) else { return nil }
    return hashes.withLock {
      $0.written.contains(hash) ? .isOutputOfOther : $0.videos.contains(hash) ? .isVideoOfRun : nil
    }
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
