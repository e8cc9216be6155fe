/// One delivered move of a finger that the slider tracks.
struct Motion {
  let configuration: ScrubberConfiguration
  let touchDown: TouchDown
  let previous: Point
  let current: Point
  /// The entry of the speed table before the move.
  let entryBefore: SpeedTable.Entry
  /// The anchor before the move.
  let anchor: Anchor?
  /// Whether the finger lifts here.
  let isLift: Bool

  /// The reference line of vertical distances.
  private var line: Double {
    configuration.traits.from == .touch ? touchDown.location.y : configuration.geometry.middle
  }

  private var distance: Double { configuration.slowingDistance(ofAbove: line - current.y) }

  /// The entry at the new location; a lift on Telegram's bar keeps the one of the anchor.
  var entry: SpeedTable.Entry {
    switch configuration.traits.following {
    // In Telegram's bar a distance must be exceeded, not only reached.
    case .sinking: isLift ? anchor?.entry ?? entryBefore : configuration.speeds.entry(at: distance.nextDown)
    case .pixels where isFine: configuration.speeds.last
    case .pixels: configuration.speeds.first
    default: configuration.speeds.entry(at: distance)
    }
  }

  /// The speed at the new location, which applies to the whole step.
  var speed: Double { configuration.traits.curve == .linear ? configuration.speed(at: distance) : entry.speed }

  /// Whether the move changes the entry that is in force.
  var changesSpeed: Bool {
    guard configuration.traits.following == .sinking else { return entry != entryBefore }
    return !isLift && distance > 0 && entry != anchor?.entry
  }

  /// Whether the finger is so high above Media3's bar that it moves the value at a third of the speed.
  private var isFine: Bool { configuration.pixels.map { $0.isFine($0.row(current.y)) } ?? false }

  /// The slider's position after the move; throws if the location is too far away to compute it.
  func position(after position: Position) throws(GestureFault) -> Position {
    let moved =
      switch configuration.traits.following {
      case .place: followingPlace(from: position)
      case .step where configuration.traits.gap == .after: followingStepAfterUnadjusted(from: position)
      case .step: followingStep(from: position)
      case .whole: followingWholeWay()
      case .anchor: followingAnchor(from: position)
      case .nub: followingNub(from: position)
      case .pixels: followingPixels(from: position)
      case .sinking: followingSinking(from: position)
      }
    // A finite location may still overflow, and one infinite sum would make later differences meaningless.
    guard moved.value.isFinite, moved.unadjusted.isFinite, moved.nub?.isFinite ?? true else { throw .placeOutOfReach }
    return Position(
      value: configuration.clamped(moved.value), unadjusted: moved.unadjusted, nub: moved.nub, anchor: moved.anchor,
      coarsePixel: moved.coarsePixel, isAlong: moved.isAlong)
  }

  private func followingPlace(from position: Position) -> Position {
    var isAlong = position.isAlong
    if isAlong == nil, configuration.traits.isLockedByDirection {
      let (across, along) = (abs(current.y - touchDown.location.y), abs(current.x - touchDown.location.x))
      if across != 0 || along != 0 { isAlong = along >= across }
    }
    if isAlong == false { return Position(value: position.value, unadjusted: position.unadjusted, isAlong: false) }
    let value = configuration.value(under: current.x - touchDown.grabOffset)
    return Position(value: configuration.stepped(value), unadjusted: value, isAlong: isAlong)
  }

  private func followingPixels(from position: Position) -> Position {
    guard let bar = configuration.pixels else { return position }
    let column = bar.column(current.x)
    var coarse = position.coarsePixel
    if !isFine { coarse = column }
    let value = configuration.value(atShare: bar.share(at: isFine ? coarse + (column - coarse) / 3 : column))
    return Position(value: value, unadjusted: value, coarsePixel: coarse)
  }

  private func followingSinking(from position: Position) -> Position {
    if changesSpeed {
      let anchor = Anchor(x: current.x, value: position.value, entry: entry)
      return Position(value: position.value, unadjusted: position.unadjusted, anchor: anchor)
    }
    let anchor =
      position.anchor ?? Anchor(x: touchDown.location.x, value: touchDown.position.value, entry: entryBefore)
    let way = configuration.span * ((current.x - anchor.x) / configuration.extent) * entry.speed
    let value = anchor.value + way
    return Position(value: value, unadjusted: value, anchor: anchor)
  }

  private func followingStep(from position: Position) -> Position {
    let step = (current.x - previous.x) / configuration.extent * configuration.span
    let value =
      isSkipped
      ? position.value
      : approach.value(
        position.value, unadjusted: position.unadjusted, step: speed * step, meet: configuration.effectiveMeet)
    return Position(value: value, unadjusted: position.unadjusted + step)
  }

  private func followingStepAfterUnadjusted(from position: Position) -> Position {
    let (width, span) = (configuration.extent, configuration.span)
    let unadjusted = position.unadjusted + span * (current.x - previous.x) / width
    if isSkipped { return Position(value: position.value, unadjusted: unadjusted) }
    let meet = configuration.effectiveMeet
    let value = approach.value(
      position.value,
      // The published rule uses the gap after the event; framegrab's own rule the one before it, as in every model.
      unadjusted: meet == .faithful ? unadjusted : position.unadjusted,
      step: speed * span * (current.x - previous.x) / width, meet: meet)
    return Position(value: value, unadjusted: unadjusted)
  }

  private func followingWholeWay() -> Position {
    let value = touchDown.position.value + way(since: touchDown.location.x)
    return Position(value: value, unadjusted: value)
  }

  private func followingAnchor(from position: Position) -> Position {
    var anchor = position.anchor ?? Anchor(x: touchDown.location.x, value: touchDown.position.value)
    if isSkipped {
      anchor = Anchor(x: current.x, value: position.value)
    } else if configuration.traits.change == .anchor, entry != entryBefore {
      anchor = Anchor(x: previous.x, value: position.value)
    }
    let value = anchor.value + way(since: anchor.x)
    return Position(value: value, unadjusted: value, anchor: anchor)
  }

  /// How far the value moves from a place of the finger to the new one, at the current speed.
  private func way(since x: Double) -> Double { speed * configuration.span * (current.x - x) / configuration.extent }

  /// Whether the move changes the speed and therefore moves nothing.
  private var isSkipped: Bool { configuration.traits.change == .skip && entry != entryBefore }

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
