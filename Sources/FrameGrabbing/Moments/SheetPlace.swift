import Timeline

/// A frame's tile, as reports tell it.
struct SheetPlace: Sendable {
  let cell: Int
  /// When it is shown, in seconds from t = 0; nil without an index.
  let piece: (from: Rational, to: Rational)?
  /// Whether its picture is that of the cell, and not another one for the same piece.
  var isShown = true
}
