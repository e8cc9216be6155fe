/// Where a slider stands.
struct Position: Hashable, Sendable {
  /// The value, always within the range.
  var value: Double

  /// The value that full speed and no ends would have given.
  var unadjusted: Double
}

/// One delivered move of the finger over a slider that tracks it.
struct Motion {
  let configuration: ScrubberConfiguration
  let previous: Point
  let current: Point
  /// How far right of the knob's centre the finger came down, in points.
  let grabOffset: Double

  /// The speed of the new place, which counts for the whole step; only upward distance slows.
  var entry: SpeedTable.Entry {
    configuration.speeds.entry(at: configuration.geometry.middle - current.y)
  }

  /// Where the slider stands after the move; throws if the place is too far away to reckon with.
  func position(after position: Position) throws(GestureFault) -> Position {
    let moved =
      switch configuration.traits.following {
      case .place: followingPlace()
      case .step: followingStep(from: position)
      }
    // A finite place may still overflow, and one infinite sum would make later differences meaningless.
    guard moved.value.isFinite, moved.unadjusted.isFinite else { throw .placeOutOfReach }
    return Position(value: configuration.clamped(moved.value), unadjusted: moved.unadjusted)
  }

  private func followingPlace() -> Position {
    let geometry = configuration.geometry
    let travelled = current.x - grabOffset - geometry.track.x - geometry.thumb.width / 2
    let value = configuration.lowest + configuration.span * travelled / geometry.thumbTravel
    return Position(value: value, unadjusted: value)
  }

  private func followingStep(from position: Position) -> Position {
    let geometry = configuration.geometry
    let step = (current.x - previous.x) / geometry.track.width * configuration.span
    let approach = Approach(line: geometry.middle, previous: previous.y, current: current.y)
    let value = approach.value(
      position.value, unadjusted: position.unadjusted, step: entry.speed * step, meet: configuration.effectiveMeet)
    return Position(value: value, unadjusted: position.unadjusted + step)
  }
}
