import Timeline

/// The meaning of a command line with options of other tools.
struct ForeignParts: Hashable {
  /// An option that makes up the whole line.
  var question: String?
  var videos: [String] = []
  var output: String?
  var moments: [String] = []
  var span: [String] = []
  /// How much later than its start a series has its first frame.
  var delay: Rational?
  var start: String?
  var end: String?
  var length: String?
  var frameCount: String?
  /// About the picture or the run.
  var words: [String] = []
  /// About outputs that exist.
  var policy: [String] = []
  /// The format of the picture, if it is not PNG.
  var format: String?
  /// Whether the output holds the last frame that is written.
  var isUpdated = false
  /// Whether plain samples are written.
  var isRaw = false
  /// The format of the samples, as `ffmpeg` names it.
  var samples: String?
  /// What ImageMagick has to do with the picture.
  var conversion: [String] = []
  /// The columns and rows of a sheet of several pictures, such as `4x4`.
  var tile: String?
  var notes: [String] = []
  /// Whether an option is one of `ffmpeg`'s, whose output is an operand.
  var isFromFFmpeg = false

  /// Where the first frame of a series is; nil if that is its start.
  var startOfSeries: String? {
    guard let delay else { return start }
    guard let start else { return Self.seconds(delay) }
    guard case .time(let time)? = try? TimeSpecification(parsing: start) else { return "TIME" }
    return time.adding(delay).map(Self.seconds) ?? "TIME"
  }

  /// Writes the format of the samples: as a layout for plain ones, else as far as a PNG can have it.
  mutating func settleSamples() {
    let isGray = samples?.hasPrefix("gray") ?? false
    if isRaw, !words.contains("--raw") {
      let layouts = ["rgb24": "rgb24", "rgba": "rgba", "gray": "gray", "gray16le": "gray", "rgb48le": "rgb48"]
      let layout = layouts[samples ?? ""]
      if layout == nil { note("framegrab writes samples of rgb24, rgba, rgb48 and gray only") }
      words += ["--raw", layout ?? "rgb24"] + (samples == "gray16le" ? ["--depth", "16"] : [])
    } else {
      if isGray { note(FramegrabForeignOptions.noGray) }
      if samples?.hasPrefix("rgb48") ?? false { words += ["--depth", "16"] }
    }
  }

  /// Asks a question about the video; a list of its frames says more than others.
  mutating func look(_ option: String) {
    moments = moments.contains("--list-frames") ? moments : moments.filter { $0 != "--info" } + [option]
  }

  /// Of several `--count`, as a sheet and its number of tiles are, keeps the last one.
  mutating func keepLastCount() {
    while let first = moments.firstIndex(of: "--count"), first != moments.lastIndex(of: "--count") {
      moments.removeSubrange(first..<min(first + 2, moments.count))
    }
  }

  /// Keeps one series, where the line would take the frames of several: a number of frames before distances, and either
  /// before all frames.
  mutating func keepOneSeries() {
    if moments.contains("--count"), let every = moments.firstIndex(of: "--every") {
      moments.removeSubrange(every..<min(every + 2, moments.count))
    }
    if !Set(["--every", "--count", "--keyframes"]).isDisjoint(with: moments) { moments.removeAll { $0 == "--all" } }
  }

  static func seconds(_ time: Rational) -> String {
    time.denominator == 1 ? "\(time.numerator)s" : "\(time.numerator)/\(time.denominator)s"
  }

  /// Where a part of that length ends.
  var endOfLength: String? {
    guard let length else { return nil }
    let place = span.firstIndex(of: "--from").map { span.index(after: $0) }
    guard let start = start ?? place.map({ span[$0] }) else { return length }
    guard case .time(let first)? = try? TimeSpecification(parsing: start),
      case .time(let span)? = try? TimeSpecification(parsing: length), let end = first.adding(span)
    else { return "TIME" }
    return Self.seconds(end)
  }

  /// The note about an option without a counterpart.
  static func lack(of name: String) -> String { "there is no '\(name)'" }

  mutating func note(_ note: String) {
    if !notes.contains(note) { notes.append(note) }
  }
}
