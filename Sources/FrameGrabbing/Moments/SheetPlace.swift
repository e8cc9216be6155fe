import Timeline

/// The tile of a frame, for reports.
struct SheetPlace: Sendable {
  let cell: Int
  /// When it is shown, in seconds from t = 0; nil without an index.
  let piece: (from: Rational, to: Rational)?
  /// Whether the cell shows its picture, and not another one for the same piece.
  var isShown = true
}
