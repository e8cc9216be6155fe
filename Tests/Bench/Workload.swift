/// A task that several programs can perform.
public struct Workload: Sendable {
  /// The name by which it is chosen.
  public let name: String
  /// The title for people.
  public let title: String
  /// The video.
  public let clip: Clip
  /// The requested frames, in ascending order.
  let frames: [Int]
  /// The programs that run it; all are compared with the first.
  let contenders: [Contender]
  /// Whether the contenders start from the first one's pictures, as raw samples.
  let startsFromPixels: Bool

  init(
    _ name: String, _ title: String, _ clip: Clip, frames: [Int], startsFromPixels: Bool = false,
    _ contenders: [Contender]
  ) {
    (self.name, self.title, self.clip, self.frames) = (name, title, clip, frames)
    self.startsFromPixels = startsFromPixels
    // Side by side, so that the two builds run one after the other.
    self.contenders = contenders.flatMap { [$0, $0.selfContained].compactMap(\.self) }
  }

  /// All workloads, in the order in which they are run.
  public static let all = [start] + single + long + asked + sheets + batch + png

  /// Those whose name begins with one of the words; all without words.
  public static func chosen(by words: [String]) -> [Workload] {
    words.isEmpty ? all : all.filter { workload in words.contains { workload.name.hasPrefix($0) } }
  }
}

/// Placeholders in a command line, which are filled in at run time.
enum Place {
  /// The video.
  static let clip = "{CLIP}"
  /// The folder for pictures.
  static let output = "{OUT}"
  /// The folder for indexes.
  static let cache = "{CACHE}"
  /// The samples of the first contender's pictures, red, green and blue, one picture after the other.
  static let pixels = "{PIXELS}"
  /// Their size, such as 1920x1080.
  static let size = "{SIZE}"
  /// Framegrab.
  static let framegrab = "{FRAMEGRAB}"
  /// The self-contained framegrab.
  static let portable = "{PORTABLE}"
  /// The benchmark program itself.
  static let bench = "{BENCH}"
  /// Python.
  static let python = "{PYTHON}"
  /// The newest ffmpeg, built statically (`Setting.staticFFmpeg`).
  static let staticFFmpeg = "{STATIC_FFMPEG}"
  /// The folder of the floor programs.
  static let floors = "{FLOORS}"
  /// The folder of the scripts for Python's modules.
  static let peers = "{PEERS}"
}
