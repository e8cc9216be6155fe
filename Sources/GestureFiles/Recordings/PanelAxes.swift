/// The range of one axis of a panel, in the panel's own units.
struct AxisRange: Hashable {
  let minimum: Int32
  let maximum: Int32

  /// The number of different values.
  var count: Int64 { Int64(maximum) - Int64(minimum) + 1 }
}

/// The ranges of a panel's axes, as far as a recording states them.
struct PanelAxes: Hashable {
  private(set) var x: AxisRange?
  private(set) var y: AxisRange?
  private(set) var contactX: AxisRange?
  private(set) var contactY: AxisRange?

  /// Notes the range of an axis; drivers that do not know it state a maximum that is not above the minimum.
  mutating func set(_ axis: InputMeaning, minimum: Int32, maximum: Int32) {
    let range = minimum < maximum ? AxisRange(minimum: minimum, maximum: maximum) : nil
    switch axis {
    case .x: x = range
    case .y: y = range
    case .contactX: contactX = range
    case .contactY: contactY = range
    default: break
    }
  }

  /// Whether it has any range.
  var isEmpty: Bool { self == PanelAxes() }
}
