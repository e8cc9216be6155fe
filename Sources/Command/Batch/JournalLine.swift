import Broker
import Files
import FrameGrabbing
import JSON
import Timeline

/// The line of a job in a file of results.
struct JournalLine {
  /// What each line begins with.
  static let beginning = Array(#"{"job":"#.utf8)

  let number: Int
  let key: JobKey?
  let id: JSONText?
  let video: JournalVideo?
  let result: JobResult
  let attempts: Int
  /// How long it took, in nanoseconds.
  let duration: Int64
  /// Which worker did it, from 1; nil if none was needed.
  let worker: Int?

  /// The line, without its end; values that differ from run to run come last.
  var bytes: [UInt8] {
    var object = JSONObjectWriter()
    object.add("job", .integer(Int64(number)))
    object.add("key", .string(key?.text))
    object.add("id", id ?? .null)
    object.add("video", video?.description ?? .null)
    if let description = result.description { object.add("info", description) }
    object.add("frames", .array(result.frames))
    // With several moments, the reasons are in the frames.
    object.add("error", .string(result.code == .someFailed ? nil : result.reason))
    object.add("code", .integer((result.code?.rawValue).map(Int64.init)))
    if result.failure?.isCutOff ?? false { object.add("cutOff", .boolean(true)) }
    object.add("attempts", .integer(Int64(attempts)))
    object.add("seconds", JSONText(raw: seconds))
    object.add("worker", .integer(worker.map(Int64.init)))
    return Array(object.finished().description.utf8)
  }

  private var seconds: String {
    let milliseconds = max(0, duration) / 1_000_000
    return "\(milliseconds / 1000)." + (milliseconds % 1000).padded(to: 3)
  }
}

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
