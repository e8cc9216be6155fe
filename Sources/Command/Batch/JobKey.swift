import Arguments
import Files
import FrameGrabbing
import Timeline
import Video

/// Identifies a job however it is numbered or spelled: jobs with the same key make the same pictures.
struct JobKey: Hashable {
  /// A hash of the job.
  private let job: UInt64
  /// The same with the versions of framegrab and FFmpeg.
  private let version: UInt64

  /// Makes the key of a job: the first eight bytes of two SHA-256.
  ///
  /// - Parameters:
  ///   - named: its video, moments and names.
  ///   - inputs: its options with those of the command line, and its gesture with the slider.
  ///   - video: the video's size, and its time or version; nil if it cannot be read.
  init?(_ named: NamedGrab, _ inputs: Inputs, _ video: FileIdentity?) {
    // What a helper reads may change each time, unless its version is known.
    guard inputs.request.source == nil || inputs.request.version != nil || video != nil else { return nil }
    var text: [UInt8] = []
    func add(_ bytes: [UInt8]) {
      // The length keeps two parts from being taken for one.
      text += Array("\(bytes.count):".utf8) + bytes
    }
    add(named.video.name)
    if let version = inputs.request.version {
      add(Array("version \(version)".utf8))
    } else {
      add(Array("\(video?.size ?? -1) \(video.map(Self.time) ?? "")".utf8))
    }
    let options = inputs.request.arguments.occurrences.enumerated().filter { $0.element.changesPictures }
      .sorted { ($0.element.option.name, $0.offset) < ($1.element.option.name, $1.offset) }
    for (_, option) in options {
      add(Array(option.option.name.utf8))
      add(option.value?.bytes ?? [])
    }
    add(inputs.gestureText?.bytes ?? [])
    if let slider = inputs.controlText { add(slider.bytes) }
    // The content of the lists of moments.
    for case .list(let path) in inputs.request.asked.items { add(inputs.lists[path]?.bytes ?? []) }
    if inputs.request.namesNumber { add(Array("\(inputs.request.number)".utf8)) }
    guard let job = Self.number(of: text) else { return nil }
    add(Array(Version.number.utf8))
    for library in LibraryVersions.ffmpeg { add(Array(library.running.utf8)) }
    guard let version = Self.number(of: text) else { return nil }
    self.init(job: job, version: version)
  }

  private init(job: UInt64, version: UInt64) { (self.job, self.version) = (job, version) }

  private static func number(of text: [UInt8]) -> UInt64? {
    SHA256.digest(of: text).map { $0.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
  }

  /// Parses a key; nil for any other text.
  init?(_ text: String) {
    guard text.utf8.count == 32, let job = UInt64(text.prefix(16), radix: 16),
      let version = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(job: job, version: version)
  }

  /// The key in 32 hexadecimal digits.
  var text: String { job.padded(to: 16, radix: 16) + version.padded(to: 16, radix: 16) }

  /// The key without the versions of the program and its libraries.
  var ofAnyVersion: JobKey { JobKey(job: job, version: 0) }

  /// When a file was changed, in seconds since 1970 with nine digits after the point.
  static func time(of video: FileIdentity) -> String {
    "\(video.modificationSeconds)." + video.modificationNanoseconds.padded(to: 9)
  }
}
