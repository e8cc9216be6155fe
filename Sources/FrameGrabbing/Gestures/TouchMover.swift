import GestureFiles
import Scrubbing
import Timeline

/// Plays a gesture again and again with one touch moved.
struct TouchMover {
  /// The number of the touch, from 0.
  let number: Int
  /// Whether its y is moved, and not its x: for a nub that goes up and down.
  let isVertical: Bool
  private let touch: Touch
  private let location: Point
  /// The slider before the touch.
  private let slider: GestureRehearsal
  private let later: ArraySlice<GestureEvent>
  /// Whether a touch before it was tracked.
  private let wasTracked: Bool
  private let screen: ClosedRange<Double>
  /// The places to try: the screen, and one track length beyond on both sides.
  private let bounds: ClosedRange<Double>
  private let resolution: Double

  /// The most events of a search: the fewer events follow the touch, the more places are tried.
  private static let mostEvents = 20_000_000

  /// Prepares to move a touch; nil chooses the last one whose place has an effect.
  ///
  /// - Throws: `GrabError` for one that cannot be moved.
  init(_ gesture: Gesture, _ slider: GestureRehearsal, moving wanted: Int?) throws(GrabError) {
    let (file, configuration) = (gesture.file, slider.configuration)
    do throws(DragFault) {
      number = try Self.choice(wanted, in: file, on: configuration)
      let event = file.events[number]
      guard let touch = event.touch else {
        throw .notMovable(event: number, reason: "is '\(event.name)' and has no place: choose another one")
      }
      guard let location = touch.location else {
        throw .notMovable(event: number, reason: "has no place of its own: choose another one")
      }
      (self.touch, self.location) = (touch, location)
    } catch {
      throw GrabError(gesture.path, .drag(error))
    }
    isVertical = configuration.strip?.axis == .vertical
    var slider = slider
    var isTracked = false
    for (number, event) in file.events[..<number].enumerated() {
      do throws(GestureFault) {
        if try slider.perform(event).isTracking { isTracked = true }
      } catch {
        throw gesture.refusal(at: .event(number), error.description)
      }
    }
    (self.slider, wasTracked) = (slider, isTracked)
    later = file.events[(number + 1)...]
    screen = Self.screen(file, configuration, isVertical: isVertical)
    resolution = Self.resolution(file, isVertical: isVertical)
    let geometry = configuration.geometry
    let margin = isVertical ? geometry.frame.height : geometry.track.width
    let (first, last) = ((screen.lowerBound - margin).rounded(.down), (screen.upperBound + margin).rounded(.up))
    bounds = first.isFinite && last.isFinite && first <= last ? first...last : screen
  }

  /// The last event whose place has an effect, unless one is wanted.
  private static func choice(
    _ wanted: Int?, in file: GestureFile, on configuration: ScrubberConfiguration
  ) throws(DragFault) -> Int {
    guard !file.hasActions else {
      throw .notMovable(
        event: nil, reason: "a gesture with 'actions' has no touches to move; change its last 'pointerMove'")
    }
    if let wanted {
      guard file.events.indices.contains(wanted) else {
        throw .notMovable(event: wanted, reason: "does not exist: the last one is \(file.events.count - 1)")
      }
      return wanted
    }
    let isLiftMoving = configuration.isMovedByLift
    let last = file.events.lastIndex { event in
      guard let touch = event.touch, touch.location != nil else { return false }
      return touch.phase == .moved || (isLiftMoving && touch.phase == .ended)
    }
    guard let last else {
      throw .notMovable(event: nil, reason: "the gesture has no 'moved' to move: write one where the finger slides")
    }
    return last
  }

  /// The screen as far as the gesture shows it: from 0 to its farthest location, including the control's frame.
  private static func screen(
    _ file: GestureFile, _ configuration: ScrubberConfiguration, isVertical: Bool
  ) -> ClosedRange<Double> {
    let (frame, track) = (configuration.geometry.frame, configuration.geometry.track)
    var low = min(0, isVertical ? frame.y : min(frame.x, track.x))
    var high = isVertical ? frame.y + frame.height : max(frame.x + frame.width, track.x + track.width)
    for place in file.touches.compactMap({ $0.location }).map({ isVertical ? $0.y : $0.x }) {
      (low, high) = (min(low, place), max(high, place))
    }
    return low...high
  }

  /// The precision of the gesture's places, in points: 1, a tenth, or a hundredth for all finer ones.
  private static func resolution(_ file: GestureFile, isVertical: Bool) -> Double {
    let places = file.touches.compactMap { $0.location }.map { isVertical ? $0.y : $0.x }
    for power in [1.0, 10] where places.allSatisfy({ ($0 * power).rounded() / power == $0 }) { return 1 / power }
    return 0.01
  }

  private var here: Double { isVertical ? location.y : location.x }

  // MARK: The search

  /// The place nearest to the present one with which the gesture ends on the aim.
  func place(reaching aim: DragAim, timeline: FrameTable?) throws(DragFault) -> Double {
    let search = LeastMove(origin: here, bounds: bounds, spacing: spacing) { place in
      value(at: place).map { aim.side(of: $0, on: slider) }
    }
    if let place = search.place() { return place }
    throw .outOfReach(moment: aim.words, reason: reason(timeline))
  }

  /// The gesture's own precision, or a coarser one if that would take too long.
  private var spacing: Double {
    let plays = Double(min(max(64, Self.mostEvents / (later.count + 1)), LeastMove.mostPlaces))
    let least = (bounds.upperBound - bounds.lowerBound) / plays
    return least <= resolution ? resolution : [0.1, 1].first { least <= $0 } ?? least.rounded(.up)
  }

  /// The slider's last value with the touch at a place; nil if it cannot be played, or never catches the knob.
  private func value(at place: Double) -> Double? {
    var slider = slider
    var isTracked = wasTracked
    let point = isVertical ? Point(x: location.x, y: place) : Point(x: place, y: location.y)
    let moved = Touch(timeInMicroseconds: touch.timeInMicroseconds, phase: touch.phase, location: point)
    guard let event = try? slider.perform(.touch(moved)) else { return nil }
    if event.isTracking { isTracked = true }
    for event in later {
      guard let event = try? slider.perform(event) else { return nil }
      if event.isTracking { isTracked = true }
    }
    return isTracked ? slider.value : nil
  }

  // MARK: Words

  /// What was moved, such as `touch 41 moved by 3.25 points to the right`.
  func words(movedTo place: Double) -> String {
    let direction = isVertical ? (place < here ? "up" : "down") : (place < here ? "to the left" : "to the right")
    var words = "touch \(number) moved by \(TableLayout.number(abs(place - here), upTo: 6)) points \(direction)"
    if !screen.contains(place) {
      let (axis, edge) = (isVertical ? "y" : "x", place < here ? screen.lowerBound : screen.upperBound)
      words +=
        ", to \(axis) \(TableLayout.number(place, upTo: 6)), which is farther than anything in the gesture "
        + "(\(axis) \(TableLayout.number(edge, upTo: 2))) and may be off the screen"
    }
    return words
  }

  /// What the touch reaches instead.
  private func reason(_ timeline: FrameTable?) -> String {
    let step = max(0.5, (bounds.upperBound - bounds.lowerBound) / 1_000)
    let places = stride(from: bounds.lowerBound, to: bounds.upperBound, by: step) + [bounds.upperBound, here]
    let values = places.compactMap(value)
    guard let low = values.min(), let high = values.max() else { return "the gesture cannot be played" }
    let axis = isVertical ? "y" : "x"
    let stretch =
      "\(axis) from \(TableLayout.number(bounds.lowerBound, upTo: 0)) to "
      + TableLayout.number(bounds.upperBound, upTo: 0)
    let (first, last) = (
      DragAim.words(at: low, on: slider, timeline), DragAim.words(at: high, on: slider, timeline)
    )
    guard first != last else {
      return
        "wherever touch \(number) is, \(stretch), the gesture ends on \(first); --solve-touch chooses another touch"
    }
    let correction = slider.configuration.liftCorrection == nil ? "" : ", and the lift correction restores held values"
    return "touch \(number) with \(stretch) gives \(first) to \(last)\(correction)"
  }
}
