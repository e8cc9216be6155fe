/// A part of the picture with the whole width, below the part before it.
protocol PlotPart {
  /// Its height in pixels.
  var height: Double { get }

  /// Writes it with its upper edge at `top`.
  func draw(on sheet: inout Markup, top: Double)
}

/// The dimensions of the page, in pixels.
enum Page {
  static let width = 960.0
  static let left = 24.0
  static let right = 936.0
  /// The left end of the time axis; the right end is the next constant.
  static let axisLeft = 104.0
  static let axisRight = 848.0
}
