import Broker
import Files
import FrameGrabbing
import JSON

/// The video of a job in a file of results: its name and its state.
struct JournalVideo {
  let path: Path
  private let size: Int64?
  private let time: String?
  /// The video's version; nil if its modification time identifies the state.
  private let version: String?

  /// The video of a job that was begun.
  ///
  /// - Parameter version: What the job says itself; nil for nothing.
  init(_ input: VideoInput, version: String?) {
    (path, size) = (input.path, input.identity.size)
    time = input.file.isLent ? nil : JobKey.time(of: input.identity)
    self.version = version ?? input.version
  }

  /// A video that was not opened.
  ///
  /// - Parameter isFile: Whether its name is that of a file, and not one for a helper.
  init(unopened path: Path, isFile: Bool, version: String? = nil) {
    let identity = isFile ? FileIdentity(of: path) : nil
    (self.path, self.version) = (path, version)
    (size, time) = (identity?.size, identity.map { JobKey.time(of: $0) })
  }

  /// The object in the line of its job.
  var description: JSONText {
    var object = JSONObjectWriter()
    object.add("path", as: "pathBytes", path)
    object.add("size", .integer(size))
    object.add("mtime", time.map { JSONText(raw: $0) } ?? .null)
    if let version { object.add("version", .string(version)) }
    return object.finished()
  }
}
