/// The positions of a moment's frames in the timeline, some of which may be missing: one machine word each, since hours
/// of video have a million frames.
struct FramePlaces {
  /// Marks a missing frame; no timeline is so long.
  private static let missing = Int.max

  private var words: [Int] = []

  init() {}

  init(_ places: some Sequence<Int?>) { words = places.map { $0 ?? Self.missing } }

  mutating func append(_ place: Int?) { words.append(place ?? Self.missing) }

  var count: Int { words.count }

  /// The place of a frame; nil for one that is not found.
  subscript(position: Int) -> Int? { words[position] == Self.missing ? nil : words[position] }

  /// The last of them; nil if it is not found, or there is none.
  var last: Int? { words.isEmpty ? nil : self[words.count - 1] }

  /// Whether any of them is not found.
  var hasFailures: Bool { words.contains(Self.missing) }
}
