/// One moment, in the words of a command line or of a request.
struct Moment: Hashable, Sendable {
  /// The ways to name a moment.
  enum Way: Hashable, Sendable {
    case index(Int)
    /// Seconds, as an exact fraction.
    case time(String)
    case timestamp(Int64)
  }

  let question: Question
  let way: Way

  init(_ question: Question, _ way: Way) {
    (self.question, self.way) = (question, way)
  }

  /// For a command line.
  var words: [String] {
    switch way {
    case .index(let index): ["--frame", "\(index)"]
    case .time(let time): ["--at", time + "s"]
    case .timestamp(let pts): ["--at", "pts:\(pts)"]
    }
  }

  /// For a request.
  var json: String {
    switch way {
    case .index(let index): #""frame":\#(index)"#
    case .time(let time): #""at":"\#(time)s""#
    case .timestamp(let pts): #""at":"pts:\#(pts)""#
    }
  }
}
