/// The configuration of a slider, which does not change during a drag.
public struct ScrubberConfiguration: Hashable, Sendable {
  /// Which slider is reproduced.
  public let model: Model
  /// Its position and size.
  public let geometry: ControlGeometry
  /// Where a drag may start.
  public let grab: Grab
  /// The value at the left end.
  public let lowest: Double
  /// The value at the right end, not less than `lowest`.
  public let highest: Double
  /// The value before the first touch, within the range.
  public let initialValue: Double
  /// The scrubbing speeds; full speed for a model that has none.
  public let speeds: SpeedTable
  /// How the knob closes the gap to a returning finger.
  public let meet: Meet
  /// Whether values are sent during the drag; a Frame Grabber slider always does.
  public let isContinuous: Bool
  /// The correction on lift, or nil for none.
  public let liftCorrection: LiftCorrection?
  /// The film strip and its nub; nil for a model that is a slider.
  public let strip: ScrollStrip?
  /// The changes to the model's rules.
  public let rule: SliderRule
  /// The length of the range in time and the step of its values; nil if only shares of the range matter.
  public let length: RangeLength?

  let traits: ModelTraits
  /// Media3's bar in whole pixels; nil for another model.
  let pixels: PixelBar?

  /// Makes a configuration; nil means the model's own grab and speeds, and `lowest` as the initial value.
  ///
  /// `rule` changes traits of the model. An initial value outside the range is clamped to it.
  ///
  /// `density`, in pixels per point, matters only to Media3's bar.
  ///
  /// Throws if a number is not finite, the range is reversed, the length of the range is needed and missing, a table is
  /// given to a model without speeds, the knob of a slider that divides by its travel is as wide as the track or wider,
  /// the rule contradicts itself, the correction's numbers are negative, a scroll scrubber has no strip or may be
  /// grabbed elsewhere than on its nub, or another model has a strip.
  public init(
    model: Model = .scrubbingSlider, geometry: ControlGeometry, grab: Grab? = nil,
    lowest: Double = 0, highest: Double = 1, initialValue: Double? = nil,
    speeds: SpeedTable? = nil, meet: Meet = .faithful, isContinuous: Bool = true, liftCorrection: LiftCorrection? = nil,
    strip: ScrollStrip? = nil, rule: SliderRule = SliderRule(), length: RangeLength? = nil, density: Double = 1
  ) throws(GestureFault) {
    if !model.isChangeable, rule != SliderRule() { throw .ruleNotTaken(model) }
    if let reason = rule.contradiction(on: model)?.reason { throw .ruleContradicted(reason) }
    let traits = model.traits.changed(by: rule)
    let value = initialValue ?? lowest
    guard lowest.isFinite, highest.isFinite, (highest - lowest).isFinite else { throw .notFinite("slider's range") }
    guard lowest <= highest else { throw .rangeReversed }
    guard value.isFinite else { throw .notFinite("initial value") }
    if speeds != nil, traits.speeds == nil || !traits.isChangeable { throw .speedsNotTaken(model) }
    if length?.steps != nil, model != .htmlRange { throw .stepNotTaken(model) }
    if traits.over == .travel, geometry.thumbTravel <= 0 { throw .thumbFillsTrack }
    if traits.following == .nub {
      guard strip != nil else { throw .stripMissing }
      if grab == .anywhere { throw .grabbedOffNub }
    } else if strip != nil {
      throw .stripNotTaken(model)
    }
    if let liftCorrection {
      guard liftCorrection.distance.isFinite else { throw .notFinite("lift correction's distance") }
      guard liftCorrection.distance >= 0 else { throw .negative("lift correction's distance") }
      guard liftCorrection.holdMicroseconds >= 0 else { throw .negative("lift correction's hold") }
    }
    self.model = model
    self.geometry = geometry
    self.grab = grab ?? traits.grab
    self.lowest = lowest
    self.highest = highest
    self.initialValue = max(lowest, min(highest, value))
    if traits.following == .pixels {
      guard let length else { throw .lengthMissing(model) }
      let bar = try PixelBar(geometry, density: density, length: length)
      pixels = bar
      self.speeds = bar.speeds
    } else {
      pixels = nil
      self.speeds = speeds ?? traits.speeds ?? .fullSpeed
    }
    self.meet = meet
    self.isContinuous = isContinuous
    self.liftCorrection = liftCorrection
    self.strip = strip
    self.rule = rule
    self.length = length
    self.traits = traits
  }

  /// The length of the range, 0 or more.
  public var span: Double { highest - lowest }

  /// `value` clamped to the range.
  public func clamped(_ value: Double) -> Double { max(lowest, min(highest, value)) }

  /// The x of the knob's centre at `value`, in points; if the range is empty, that of the left end.
  public func thumbCentre(at value: Double) -> Double { geometry.thumbCentre(at: share(of: value)) }

  /// The rectangle of the knob or the nub at `value`, in which a drag may start.
  public func thumbFrame(at value: Double) -> ControlGeometry.Frame {
    let share = share(of: value)
    return strip.map { geometry.nubFrame(of: $0, at: $0.nub(atShare: share)) } ?? geometry.thumbFrame(at: share)
  }

  /// Whether a drag may start at a point while the slider is at a position.
  ///
  /// For a nub its stored position counts, since the value does not determine it if the range is empty.
  func isGrabbed(at point: Point, _ position: Position) -> Bool {
    // Media3's bar takes no touches if its range is shorter than a millisecond.
    if let pixels, pixels.milliseconds <= 0 { return false }
    switch grab {
    case .anywhere: return true
    case .frame:
      guard geometry.frame.contains(point) else { return false }
      return pixels.map { $0.takes($0.row(point.y)) } ?? true
    case .thumb: break
    }
    if let strip, let nub = position.nub { return geometry.nubFrame(of: strip, at: nub).contains(point) }
    return geometry.isOnThumb(point, at: share(of: position.value))
  }

  /// The slider's position before the first touch, or when its value is set without one.
  func position(at value: Double, after position: Position? = nil) -> Position {
    Position(
      value: value, unadjusted: position?.unadjusted ?? value, nub: strip?.nub(atShare: share(of: value)),
      coarsePixel: position?.coarsePixel ?? 0)
  }

  /// The length of the frame in the direction of the drag, in points.
  var frameExtent: Double { strip?.axis == .vertical ? geometry.frame.height : geometry.frame.width }

  func share(of value: Double) -> Double { span == 0 ? 0 : (value - lowest) / span }

  // MARK: The rule

  /// Whether the slider behaves as its model was published: no changed rule and no other speeds.
  public var isAsPublished: Bool {
    traits == model.traits && (!model.isChangeable || speeds == model.defaultSpeeds ?? .fullSpeed)
  }

  /// Whether vertical distance changes the speed.
  public var hasSpeeds: Bool { traits.speeds != nil || pixels != nil }

  /// Whether the speed between two entries of the table is interpolated linearly.
  public var isCurve: Bool { traits.curve == .linear }

  /// The y, in points, from which vertical distances are measured; not used if they count from the touch-down.
  public var line: Double { pixels == nil ? geometry.middle : geometry.frame.y }

  /// Whether the location of the lift still moves the value.
  public var isMovedByLift: Bool { traits.isMovedByLift }

  /// On which side of the line distance slows.
  public var side: SliderRule.Side { traits.side }

  /// Whether vertical distance is measured from the touch-down, and not from the knob's mid-height.
  public var measuresFromTouchDown: Bool { traits.from == .touch }

  /// The speed at a distance in points, as `slowingDistance(ofAbove:)` gives it.
  public func speed(at distance: Double) -> Double {
    switch traits.curve {
    case .steps: speeds.entry(at: distance).speed
    case .linear: speeds.interpolatedSpeed(at: distance)
    }
  }

  /// The vertical distance that counts for the speed, of a point this far above the line.
  func slowingDistance(ofAbove above: Double) -> Double {
    switch traits.side {
    case .above: above
    case .below: -above
    case .both: abs(above)
    }
  }

  /// The length over which the range is spread, in points, above 0.
  var extent: Double { traits.over == .travel ? geometry.thumbTravel : geometry.track.width }

  /// How far the finger moves for the whole range at full speed, in points.
  public var travel: Double { strip.map { $0.highestOrigin - $0.lowestOrigin } ?? extent }

  /// Whether values are whole pixels, milliseconds or steps.
  public var countsSteps: Bool { pixels != nil || length?.steps != nil }

  /// Whether the knob closes a gap to a finger that comes back.
  public var closesGap: Bool { effectiveMeet != .none }

  private var inset: Double { traits.over == .travel ? geometry.thumb.width / 2 : 0 }

  /// The value at a location on the track, not limited to the range; in Media3's bar, that of the whole pixel.
  func value(under x: Double) -> Double {
    if let pixels { return value(atShare: pixels.share(at: pixels.column(x))) }
    return lowest + span * (x - geometry.track.x - inset) / extent
  }

  /// The value at a share of the range.
  func value(atShare share: Double) -> Double { lowest + span * share }

  /// The nearest value within the range that the step allows; without a step, the value itself.
  func stepped(_ value: Double) -> Double {
    guard let steps = length?.steps, span > 0 else { return value }
    return lowest + steps.stepped(clamped(value) - lowest, of: span)
  }

  /// The location on the track at which a value is shown.
  func place(of value: Double) -> Double {
    traits.over == .travel ? thumbCentre(at: value) : geometry.track.x + share(of: value) * geometry.track.width
  }

  /// How the knob closes the gap with this model and this table.
  var effectiveMeet: Meet {
    switch traits.gap {
    case .none: .none
    case .before, .after: meet
    case .beforeUnlessSpeedIsFixed: speeds.isFixed ? .none : meet
    }
  }
}
