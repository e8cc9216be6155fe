import Timeline

/// What the words of a foreign line say.
struct ForeignParts: Hashable {
  var video: String?
  var output: String?
  var moments: [String] = []
  var span: [String] = []
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
  /// What ImageMagick has to do with the picture.
  var conversion: [String] = []
  var notes: [String] = []
  /// Whether an option is one of `ffmpeg`'s, whose output is an operand.
  var isFromFFmpeg = false

  /// Where a part of that length ends.
  var endOfLength: String? {
    guard let length else { return nil }
    guard let start else { return length }
    guard case .time(let first)? = try? TimeSpecification(parsing: start),
      case .time(let span)? = try? TimeSpecification(parsing: length), let end = first.adding(span)
    else { return "TIME" }
    return end.denominator == 1 ? "\(end.numerator)s" : "\(end.numerator)/\(end.denominator)s"
  }

  /// The note about an option without a counterpart.
  static func lack(of name: String) -> String { "there is no '\(name)'" }

  mutating func note(_ note: String) {
    if !notes.contains(note) { notes.append(note) }
  }
}
