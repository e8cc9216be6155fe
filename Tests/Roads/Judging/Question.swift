/// What is asked about a video, whatever the words; all answers to one question have to be equal.
enum Question: Hashable, Comparable, Sendable {
  /// How the file opens.
  case file
  /// How many frames there are.
  case count
  /// A frame by its index.
  case frame(Int)
  /// A moment behind the end.
  case past

  /// The question in a report.
  var text: String {
    switch self {
    case .file: "the file"
    case .count: "the number of frames"
    case .frame(let index): "frame \(index)"
    case .past: "a moment past the end"
    }
  }
}
