import Video

/// What is given for a moment whose own picture is blank.
struct BlankMove: Sendable {
  /// The frame, and the list that it was found in; nil for the moment's own, since all is blank.
  let frame: (place: Int, part: TimelinePart)?
}
