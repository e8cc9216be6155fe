import Video

/// The replacement for a moment's blank picture.
struct BlankMove: Sendable {
  /// The frame and the list that it was found in; nil if no better one was found, so that the moment keeps its own.
  let frame: (place: Int, part: TimelinePart)?
}
