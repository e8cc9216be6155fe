/// Why a gesture cannot be grabbed although all its events can be shown: it never catches the thumb, or it does not end
/// with a lift.
public struct GestureRefusal: Sendable {
  /// The error of a grab, with the place in the file.
  public let error: GrabError
  /// The number of the touch to mark.
  let event: Int
  /// What that touch did wrong: a fragment.
  let words: String
}
