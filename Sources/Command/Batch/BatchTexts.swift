import Files
import FrameGrabbing

extension BatchSource {
  /// The jobs; nil if they come through a pipe, in parts.
  ///
  /// - Throws: `GrabError` for a file that cannot be read.
  func texts() throws(GrabError) -> (any JobTexts)? {
    switch self {
    case .videos(let videos): return HeldJobs(videos: videos)
    case .list(let path):
      return try isPipe(path) ? HeldJobs(names: Self.standardInput()) : try Self.open(path, .videos)
    case .jobs(let path): return try isPipe(path) ? nil : try Self.open(path, .requests)
    }
  }

  /// Whether it is standard input, or another pipe, such as that of a shell's `<(command)`, which then replaces it.
  private func isPipe(_ path: Path) throws(GrabError) -> Bool {
    guard !isStandardInput else { return true }
    guard NamedThing(at: path) == .other else { return false }
    try blaming(path, GrabError.Fault.input) { () throws(FileError) in try replaceStandardInput(by: path) }
    return true
  }

  private static func open(_ path: Path, _ kind: JobTextKind) throws(GrabError) -> any JobTexts {
    let file: InputFile
    do throws(FileError) {
      file = try InputFile(opening: path)
    } catch {
      // An empty file is a list in which another program found nothing.
      if error.fault == .empty { return HeldJobs(kind) }
      throw GrabError(path, .input(error))
    }
    return try JobFile(kind, file)
  }

  /// The most bytes of a list that comes through a pipe.
  private static let mostBytes = 1 << 30

  private static func standardInput() throws(GrabError) -> [UInt8] {
    try blaming(.standardInput, GrabError.Fault.input) { () throws(FileError) in
      guard let bytes = try readStandardInput(atMost: mostBytes) else {
        throw FileError(path: .standardInput, fault: .readsTooMuch)
      }
      return bytes
    }
  }
}
