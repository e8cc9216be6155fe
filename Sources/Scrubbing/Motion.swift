/// One delivered move of a finger that the slider tracks.
struct Motion {
  let configuration: ScrubberConfiguration
  let touchDown: TouchDown
  let previous: Point
  let current: Point

  /// The reference line of vertical distances.
  private var line: Double {
    configuration.traits.measuresFromTouchDown ? touchDown.location.y : configuration.geometry.middle
  }

  /// The speed at the new location, which applies to the whole step.
  var entry: SpeedTable.Entry {
    let above = line - current.y
    return configuration.speeds.entry(at: configuration.traits.slowsBothWays ? abs(above) : above)
  }

  /// The slider's position after the move; throws if the location is too far away to compute it.
  func position(after position: Position) throws(GestureFault) -> Position {
    let moved =
      switch configuration.traits.following {
      case .place: followingPlace()
      case .step: followingStep(from: position)
      case .stepAfterUnadjusted: followingStepAfterUnadjusted(from: position)
      case .wholeWay: followingWholeWay()
      case .nub: followingNub(from: position)
      }
    // A finite location may still overflow, and one infinite sum would make later differences meaningless.
    guard moved.value.isFinite, moved.unadjusted.isFinite, moved.nub?.isFinite ?? true else { throw .placeOutOfReach }
    return Position(value: configuration.clamped(moved.value), unadjusted: moved.unadjusted, nub: moved.nub)
  }

  private func followingPlace() -> Position {
    let geometry = configuration.geometry
    let travelled = current.x - touchDown.grabOffset - geometry.track.x - geometry.thumb.width / 2
    let value = configuration.lowest + configuration.span * travelled / geometry.thumbTravel
    return Position(value: value, unadjusted: value)
  }

  private func followingStep(from position: Position) -> Position {
    let step = (current.x - previous.x) / configuration.geometry.track.width * configuration.span
    let value = approach.value(
      position.value, unadjusted: position.unadjusted, step: entry.speed * step, meet: configuration.effectiveMeet)
    return Position(value: value, unadjusted: position.unadjusted + step)
  }

  private func followingStepAfterUnadjusted(from position: Position) -> Position {
    let (width, span) = (configuration.geometry.track.width, configuration.span)
    let unadjusted = position.unadjusted + span * (current.x - previous.x) / width
    let meet = configuration.effectiveMeet
    let value = approach.value(
      position.value,
      // The published rule uses the gap after the event; framegrab's own rule the one before it, as in every model.
      unadjusted: meet == .faithful ? unadjusted : position.unadjusted,
      step: entry.speed * span * (current.x - previous.x) / width, meet: meet)
    return Position(value: value, unadjusted: unadjusted)
  }

  private func followingWholeWay() -> Position {
    let geometry = configuration.geometry
    let way = entry.speed * configuration.span * (current.x - touchDown.location.x) / geometry.track.width
    let value = touchDown.position.value + way
    return Position(value: value, unadjusted: value)
  }

  private func followingNub(from position: Position) -> Position {
    guard let strip = configuration.strip, let start = touchDown.position.nub else { return position }
    let nub = strip.nub(atOrigin: start.origin + strip.axis.distance(from: touchDown.location, to: current))
    // A nub that does not move must not scroll: recomputed from its origin, the offset may have a rounding error.
    if nub.origin == position.nub?.origin { return position }
    let value = configuration.lowest + strip.share(ofOffset: nub.offset) * configuration.span
    return Position(value: value, unadjusted: value, nub: nub)
  }

  private var approach: Approach { Approach(line: line, previous: previous.y, current: current.y) }
}
