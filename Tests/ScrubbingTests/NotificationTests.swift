import Scrubbing
import Testing

struct NotificationTests {
  /// Sends on began, moved, stationary, a move to the same location, and the end.
  private func sends(_ model: Model, isContinuous: Bool, _ end: Phase = .ended) throws -> [Int] {
    var rehearsal = Rehearsal(try slider(model, isContinuous: isContinuous))
    var events = [try rehearsal.began(100)]
    events.append(try rehearsal.moved(120))
    events.append(try rehearsal.touch(.stationary, Point(x: 120, y: middle)))
    events.append(try rehearsal.moved(120))
    events.append(try rehearsal.touch(end, nil))
    for event in events { #expect(event.sentValues == [Double](repeating: event.value, count: event.sends)) }
    return events.map(\.sends)
  }

  @Test func `a continuous slider sends as its model does`() throws {
    #expect(try sends(.uislider, isContinuous: true) == [0, 1, 0, 1, 1])
    #expect(try sends(.scrubbingSlider, isContinuous: true) == [0, 1, 0, 1, 0])
    #expect(try sends(.frameGrabber, isContinuous: true) == [1, 1, 0, 1, 0])
    for age in [Model.obslider, .obsliderJanuary, .obsliderOriginal] {
      #expect(try sends(age, isContinuous: true) == [0, 1, 0, 1, 1])
    }
  }

  @Test func `a slider that is not continuous sends once, on lift`() throws {
    #expect(try sends(.uislider, isContinuous: false) == [0, 0, 0, 0, 1])
    #expect(try sends(.scrubbingSlider, isContinuous: false) == [0, 0, 0, 0, 1])
    for age in [Model.obslider, .obsliderJanuary, .obsliderOriginal] {
      #expect(try sends(age, isContinuous: false) == [0, 0, 0, 0, 1])
    }
  }

  @Test func `isContinuous has no effect on the app's slider`() throws {
    #expect(try sends(.frameGrabber, isContinuous: false) == [1, 1, 0, 1, 0])
  }

  @Test func `a strip sends its offset when it has changed`() throws {
    // At 50 the nub is [105, 135) in the frame's 220 points; the second move goes to the same location.
    #expect(try sends(.scrollScrubber, isContinuous: true) == [0, 0, 0, 0, 0])
    for isContinuous in [true, false] {
      var rehearsal = Rehearsal(try slider(.scrollScrubber, isContinuous: isContinuous))
      #expect(try rehearsal.began(110).sends == 0)
      #expect(try rehearsal.moved(127).sends == 1)
      #expect(try rehearsal.moved(127).sends == 0)
      #expect(try rehearsal.ended().sends == 0)
    }
  }

  @Test(arguments: [Model.obslider, .obsliderJanuary, .obsliderOriginal])
  func `OBSlider sends on every lift, even if nothing happened`(_ model: Model) throws {
    for isContinuous in [true, false] {
      var rehearsal = Rehearsal(try slider(model, isContinuous: isContinuous))
      try rehearsal.began(100)
      let event = try rehearsal.ended()
      #expect(event.sends == 1 && event.value == 50 && event.sentValues == [50])
    }
    // But not if it did not track the finger.
    var missed = Rehearsal(try slider(model, grab: .thumb))
    try missed.began(0)
    #expect(try missed.ended().sends == 0)
  }

  @Test func `a cancellation sends nothing`() throws {
    for model in Model.allCases {
      #expect(try sends(model, isContinuous: true, .cancelled).last == 0)
      #expect(try sends(model, isContinuous: false, .cancelled).last == 0)
    }
  }

  @Test func `when the single notification is sent, the speed is full again`() throws {
    var rehearsal = Rehearsal(try slider(isContinuous: false))
    try rehearsal.began(100)
    try rehearsal.moved(120, above: 150)
    let event = try rehearsal.ended()
    #expect(event.sends == 1 && event.speed == 1 && event.sentValues.count == 1 && isClose(event.sentValues.first, 51))
  }

  @Test func `a correction sends once more, its own value last`() throws {
    // Held at 50, then 2 points to 51 (of 100 over 220 points: 2.2 points away).
    let models: [(Model, Int)] = [
      (.scrubbingSlider, 0), (.frameGrabber, 0), (.uislider, 1), (.obslider, 1), (.obsliderJanuary, 1),
      (.obsliderOriginal, 1), (.scrollScrubber, 0),
    ]
    for (model, ownSends) in models {
      var rehearsal = Rehearsal(try slider(model, liftCorrection: LiftCorrection()))
      try rehearsal.began(110)
      try rehearsal.moved(112, after: 60_000)
      let event = try rehearsal.ended()
      let correction = try #require(event.correction)
      #expect(event.sends == ownSends && correction.sends == 1 && correction.value == 50)
      #expect(event.sentValues == [Double](repeating: event.value, count: ownSends) + [50])
    }
  }
}
