import Scrubbing
import TestSupport
import Testing

/// Each bar compared with a transcription of its source, which knows nothing of the scrubber: 10 000 random gestures of two
/// drags each.
@Suite struct TranscriptionTests {
  private struct Case {
    let frame: ControlGeometry.Frame
    let slider: ScrubberConfiguration
    let seconds: Double
  }

  private func gesture(_ random: inout SeededNumbers, _ frame: ControlGeometry.Frame) -> [(Phase, Point)] {
    var events: [(Phase, Point)] = []
    for _ in 0..<2 {
      var (x, y) = (
        frame.x + random.double(-10, frame.width + 10), frame.y + random.double(-5, frame.height + 5)
      )
      let top = y
      events.append((.began, Point(x: x, y: y)))
      for _ in 0..<random.below(14) {
        x += [0, 1, -1, random.double(-60, 60), random.double(-200, 200)][random.below(5)]
        y = top + [0, -50, 50, 50.5, 100, 101, 150, 151, random.double(-200, 200)][random.below(9)]
        events.append((.moved, Point(x: x, y: y)))
      }
      events.append((random.below(4) == 0 ? .cancelled : .ended, Point(x: x + 3, y: y)))
    }
    return events
  }

  private func sample(
    _ model: Model, _ random: inout SeededNumbers, density: Double = 1, step: Int64? = nil, value: Double
  ) throws -> Case {
    let frame = ControlGeometry.Frame(
      x: Double(random.below(50)), y: Double(random.below(700)), width: Double(120 + random.below(300)),
      height: Double(10 + random.below(60)))
    let seconds = Double(1 + random.below(9_000_000)) / 1_000
    let track =
      random.below(2) == 0
      ? model.track(in: frame, density: density) : .init(x: frame.x + 5, width: frame.width - 11)
    return Case(
      frame: frame,
      slider: try ScrubberConfiguration(
        model: model, geometry: ControlGeometry(frame: frame, track: track, thumb: .init(width: 31, height: 31)),
        initialValue: value,
        length: RangeLength(
          seconds: seconds, milliseconds: Int64((seconds * 1_000).rounded(.down)), steps: steps(step, of: seconds)),
        density: density), seconds: seconds)
  }

  @Test func `Media3`() throws {
    var random = SeededNumbers(seed: 3)
    for round in 0..<10_000 {
      let density = [1, 1.5, 2, 2.625, 3, 3.5][round % 6]
      let sample = try sample(.media3, &random, density: density, value: 0)
      let (frame, track) = (sample.frame, sample.slider.geometry.track)
      let duration = Int64((sample.seconds * 1_000).rounded(.down))
      func pixels(_ points: Double) -> Int32 { Int32((points * density).rounded()) }
      var bar = TranscribedMedia3(
        left: pixels(track.x - frame.x), right: pixels(track.x + track.width - frame.x), width: pixels(frame.width),
        height: pixels(frame.height), density: Float(density), duration: duration, position: 0)
      var scrubber = Scrubber(sample.slider)
      for (number, (phase, place)) in gesture(&random, frame).enumerated() {
        let event = try scrubber.handle(
          Touch(timeInMicroseconds: Int64(number), phase: phase, location: place))
        let (x, y) = (Float((place.x - frame.x) * density), Float((place.y - frame.y) * density))
        switch phase {
        case .began:
          // Android gives a view the touches within its bounds.
          let isInside = frame.contains(place)
          #expect((isInside && bar.down(x, y)) == event.isTracking)
        case .moved: #expect((bar.move(x, y) ? 1 : 0) == event.sends)
        default: bar.up(isCancelled: phase == .cancelled)
        }
        guard Int64((event.value * sample.seconds * 1_000).rounded()) != bar.time else { continue }
        Issue.record("round \(round), event \(number): \(event.value * sample.seconds * 1_000), not \(bar.time)")
        return
      }
    }
  }

  @Test func `Telegram`() throws {
    var random = SeededNumbers(seed: 4)
    for round in 0..<10_000 {
      let value = random.double(0, 1)
      let sample = try sample(.telegram, &random, value: value)
      var bar = TranscribedTelegram(width: sample.slider.geometry.track.width, duration: 1, time: value)
      var scrubber = Scrubber(sample.slider)
      for (number, (phase, place)) in gesture(&random, sample.frame).enumerated() {
        let event = try scrubber.handle(
          Touch(timeInMicroseconds: Int64(number), phase: phase, location: place))
        switch phase {
        case .began: if event.isTracking { bar.down(place.x, place.y) }
        case .moved: #expect(bar.move(place.x, place.y) == !event.feedback.isEmpty)
        default: bar.up(place.x, isCancelled: phase == .cancelled)
        }
        guard event.value != bar.shown else { continue }
        Issue.record("round \(round), event \(number): \(event.value), not \(bar.shown)")
        return
      }
    }
  }

  @Test func `a web page's slider, and the bar of players`() throws {
    var random = SeededNumbers(seed: 5)
    for round in 0..<20_000 {
      let (model, value) = (round % 2 == 0 ? Model.htmlRange : .bar, random.double(0, 1))
      let step: Int64? = model == .htmlRange && round % 3 == 0 ? Int64(1 + random.below(4_000_000)) : nil
      let sample = try sample(model, &random, step: step, value: value)
      let track = sample.slider.geometry.track
      var range = TranscribedRange(
        left: track.x, width: track.width, knob: model == .bar ? 0 : 31, length: sample.seconds,
        step: step.map { Double($0) / 1_000_000 }, value: value * sample.seconds, looksAtDirection: model == .htmlRange)
      var scrubber = Scrubber(sample.slider)
      for (number, (phase, place)) in gesture(&random, sample.frame).enumerated() {
        let event = try scrubber.handle(
          Touch(timeInMicroseconds: Int64(number), phase: phase, location: place))
        switch phase {
        case .began: if event.isTracking { range.down(place.x, place.y) }
        case .moved: range.move(place.x, place.y)
        default: range.up()
        }
        guard abs(event.value * sample.seconds - range.value) > 1e-9 * sample.seconds else { continue }
        Issue.record("round \(round), event \(number): \(event.value * sample.seconds), not \(range.value)")
        return
      }
    }
  }
}
