/// A command line with options of other tools, written as one that framegrab reads.
///
/// The whole line is rewritten, and not only the first foreign option, so that it can be copied.
struct RewrittenLine: Hashable {
  private let program: String
  private var parts = ForeignParts()

  /// What framegrab does not do; fragments.
  var notes: [String] { parts.notes }

  /// Rewrites the words after the program's name.
  init(_ words: [Word], program: String, own: [Option], foreign: [ForeignOption]) {
    self.program = program
    var reader = ForeignReader(words: words[...], own: own, foreign: foreign)
    parts = reader.read()
  }

  /// The command for a POSIX shell; words in capitals stand for what is missing.
  var command: String {
    if let question = parts.question { return program + " " + question }
    var words = [program] + (parts.videos.isEmpty ? ["VIDEO"] : parts.videos.map(\.shellWord))
    words += moments.map { ["TIME", "INDEX"].contains($0) ? $0 : $0.shellWord } + parts.words.map(\.shellWord)
    return (words + output).joined(separator: " ")
  }

  private static let series: Set<String> = ["--every", "--count", "--all", "--keyframes"]

  private var hasSeries: Bool { moments.contains { Self.series.contains($0) || $0 == "--chapters" } }

  private var hasSeveralMoments: Bool { parts.moments.count { $0.hasPrefix("--") } > 1 }

  /// Whether it is for all frames, as ffmpeg has numbered outputs and hashes.
  private var isNumbered: Bool {
    // Plain samples follow each other in one output.
    if parts.isRaw, parts.frameCount == nil { return true }
    if let output = parts.output { return output.contains("%") }
    return parts.isFromFFmpeg && parts.words.contains("--hash") && parts.start == nil && parts.length == nil
  }

  private var isTemplate: Bool { parts.output.map { $0.contains("%") || $0.contains("{") } ?? false }

  /// The given moments; else those that `ffmpeg` would take: all frames for a numbered output, else one.
  private var moments: [String] {
    // For sheets, ffmpeg's frame count is the number of sheets.
    let count = parts.tile == nil ? parts.frameCount.flatMap { Int32($0) } ?? 0 : 0
    var moments = parts.moments
    // A single frame makes the rate irrelevant, but for where the filter has its first one.
    if count == 1, moments.first == "--every" {
      if parts.delay != nil, let start = parts.startOfSeries { return ["--at", start] }
      moments = []
    }
    // A sheet has as many frames as it has places.
    if moments.isEmpty, let sheet {
      return parts.start.map { ["--all", "--from", $0, "--to", "TIME"] } ?? ["--frame", "0..\(sheet - 1)"]
    }
    // ffmpeg counts frames from where it starts.
    if parts.start != nil, moments.first == "--frame" { return ["--frame", "INDEX"] }
    if moments.isEmpty, count > 1, parts.start == nil, parts.span.isEmpty { return ["--frame", "0..\(count - 1)"] }
    if moments.isEmpty, isNumbered, count != 1 { moments = ["--all"] }
    let isSeries = moments.contains(where: Self.series.contains)
    // Without an end or a series, where it starts is the frame.
    if moments.isEmpty, count <= 1, !isNumbered, parts.end == nil, parts.endOfLength == nil, parts.tile == nil,
      !parts.words.contains("--sheet"), parts.span.count == 2, parts.span[0] == "--from"
    {
      return ["--at", parts.span[1]]
    }
    guard isSeries || !parts.span.isEmpty || parts.end != nil else { return oneMoment(moments) }
    if !isSeries { moments += ["--every", "TIME"] }
    // The tiles of a sheet are in the middles of their parts, as the frames of `fps` are.
    if let start = parts.tile == nil ? parts.startOfSeries : parts.start { moments += ["--from", start] }
    // The end of so many frames is not known.
    if let end = parts.end ?? parts.endOfLength ?? (count > 1 ? "TIME" : nil) { moments += ["--to", end] }
    return moments + parts.span
  }

  /// How many pictures a sheet has.
  private var sheet: Int? { parts.tile?.split(separator: "x").compactMap { Int($0) }.reduce(1, *) }

  private func oneMoment(_ moments: [String]) -> [String] {
    if moments.first == "--at", let time = parts.start ?? parts.length {
      // The middle stands in for a thumbnail, whose place is told here.
      return (moments == ["--at", "50%"] ? [] : moments) + ["--at", time]
    }
    guard moments.isEmpty else { return moments }
    if parts.isUpdated, parts.frameCount == nil, parts.length == nil { return ["--frame", "-1"] }
    if let time = parts.start ?? parts.length { return ["--at", time] }
    return parts.isFromFFmpeg && (parts.output != nil || parts.frameCount != nil)
      ? ["--frame", "0"] : ["--at", "TIME"]
  }

  /// The words about the output, with a pipe for what framegrab does not write itself.
  private var output: [String] {
    let name = parts.output
    let ending = FileEnding(of: Word(name ?? ""))
    let format = parts.format ?? (ending.isForeignPicture && !ending.isVideo ? ending.text : nil)
    guard format != nil || !parts.conversion.isEmpty || parts.tile != nil else {
      return (name.map { ["-o", $0.shellWord] } ?? []) + parts.policy
    }
    var stem = name.map(FileEnding.removed(from:)) ?? FileEnding.stem(of: parts.videos.first ?? "x")
    // The other program would replace the video.
    if parts.videos.contains(stem + "." + (format ?? "png")) { stem += "-frame" }
    if name == "-" { return ["-o - | convert -"] + parts.conversion + [((format ?? "png") + ":-").shellWord] }
    if let tile = parts.tile {
      let sheet = ["--sheet", tile]
      guard format != nil || !parts.conversion.isEmpty else {
        return sheet + (name.map { ["-o", $0.shellWord] } ?? []) + parts.policy
      }
      return sheet + ["-o - | convert -"] + parts.conversion + [(stem + "." + (format ?? "png")).shellWord]
    }
    guard !hasSeries, !isTemplate, !hasSeveralMoments, parts.videos.count < 2 else {
      let series = ConvertedSeries(name)
      let making = parts.words.contains("--mkdir") ? [] : ["--mkdir"]
      let written = ["-o", series.output.shellWord] + making + parts.policy
      // An animation is one file of all pictures.
      if format == "gif", !isTemplate {
        return written + ["&& convert", series.files] + parts.conversion + [(stem + ".gif").shellWord]
      }
      return written + ["&& mogrify"] + parts.conversion + ["-format", format ?? "png", series.files]
    }
    return ["-o - | convert -"] + parts.conversion + [(stem + "." + (format ?? "png")).shellWord]
  }
}
