/// A part of the picture that stands beneath the part before it and takes the whole width.
protocol PlotPart {
  /// Its height in pixels.
  var height: Double { get }

  /// Writes it, beginning at a height.
  func draw(on sheet: inout Markup, top: Double)
}

/// The measures of the page, in pixels.
enum Page {
  static let width = 960.0
  static let left = 24.0
  static let right = 936.0
  /// The axis of time lies between these.
  static let axisLeft = 104.0
  static let axisRight = 848.0
}
