/// Everything about a slider that stays the same while it is dragged.
public struct ScrubberConfiguration: Hashable, Sendable {
  /// Which slider is reproduced.
  public let model: Model
  /// Where it lies.
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
  /// How the knob closes up to a returning finger.
  public let meet: Meet
  /// Whether values are sent during the drag; a Frame Grabber slider always does.
  public let isContinuous: Bool
  /// The correction on lift, or nil for none.
  public let liftCorrection: LiftCorrection?

  let traits: ModelTraits

  /// Makes a configuration; nil stands for the model's own grab and speeds, and for `lowest` as the initial value.
  ///
  /// An initial value outside the range is clamped to it. Throws if a number is not finite, the range is reversed, a
  /// table is given to a model without speeds, a plain slider's knob is as wide as its track (it divides by the
  /// difference), or the correction's numbers are negative.
  public init(
    model: Model = .scrubbingSlider, geometry: ControlGeometry, grab: Grab? = nil,
    lowest: Double = 0, highest: Double = 1, initialValue: Double? = nil,
    speeds: SpeedTable? = nil, meet: Meet = .faithful, isContinuous: Bool = true, liftCorrection: LiftCorrection? = nil
  ) throws(GestureFault) {
    let traits = model.traits
    let value = initialValue ?? lowest
    guard lowest.isFinite, highest.isFinite, (highest - lowest).isFinite else { throw .notFinite("slider's range") }
    guard lowest <= highest else { throw .rangeReversed }
    guard value.isFinite else { throw .notFinite("initial value") }
    if speeds != nil, traits.speeds == nil { throw .speedsNotTaken(model) }
    if traits.following == .place, geometry.thumbTravel <= 0 { throw .thumbFillsTrack }
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
    self.speeds = speeds ?? traits.speeds ?? .fullSpeed
    self.meet = meet
    self.isContinuous = isContinuous
    self.liftCorrection = liftCorrection
    self.traits = traits
  }

  /// The extent of the range, 0 or more.
  public var span: Double { highest - lowest }

  /// `value` brought into the range.
  public func clamped(_ value: Double) -> Double { max(lowest, min(highest, value)) }

  /// The x of the knob's centre at `value`, in points; without a range, that of the left end.
  public func thumbCentre(at value: Double) -> Double { geometry.thumbCentre(at: share(of: value)) }

  /// Whether a drag may start at `point` while the slider stands at `value`.
  public func isGrabbed(at point: Point, value: Double) -> Bool {
    switch grab {
    case .anywhere: true
    case .thumb: geometry.isOnThumb(point, at: share(of: value))
    }
  }

  private func share(of value: Double) -> Double { span == 0 ? 0 : (value - lowest) / span }

  /// The way the knob closes up with this model and this table.
  var effectiveMeet: Meet {
    switch traits.adjusting {
    case .never: .none
    case .always: meet
    case .unlessSpeedIsFixed: speeds.isFixed ? .none : meet
    }
  }
}
