import GestureFiles
public import Scrubbing
public import Timeline

/// A gesture played on its slider from the first touch to the last, with a video or without one.
public struct GestureRehearsal {
  private let gesture: Gesture
  private let timeline: FrameTable?
  private let placement: Gesture.Placement
  private var scrubber: Scrubber

  /// Sets up the slider as it stands before the first touch.
  ///
  /// - Throws: `GrabError` when the slider's range or value is not in the video.
  public init(_ gesture: Gesture, in timeline: FrameTable?) throws(GrabError) {
    self.gesture = gesture
    self.timeline = timeline
    placement = try gesture.placement(in: timeline)
    do throws(GestureFault) {
      scrubber = Scrubber(try gesture.file.control.configuration(initialValue: placement.value))
    } catch {
      throw gesture.refusal(at: .touches, error.description)
    }
  }

  /// Plays the touches, handing each event out, and returns the value where the slider ends, 0 to 1.
  ///
  /// - Throws: `GrabError` when a touch cannot be, or when no touch ever caught the knob.
  public mutating func play(_ body: (Int, Touch, ScrubEvent) throws(GrabError) -> Void) throws(GrabError) -> Double {
    for (number, touch) in gesture.file.touches.enumerated() {
      let event: ScrubEvent
      do throws(GestureFault) {
        event = try scrubber.handle(touch)
      } catch {
        throw gesture.refusal(at: .touch(number), error.description)
      }
      try body(number, touch, event)
    }
    guard scrubber.caughtKnob else {
      throw gesture.refusal(at: .touches, "no touch ever catches the knob, so nothing is dragged\(hint)")
    }
    return scrubber.value
  }

  private var hint: String {
    let geometry = gesture.file.control.geometry
    let x = scrubber.configuration.thumbCentre(at: placement.value)
    return "; its centre is at (\(x), \(geometry.middle)); \"grab\": \"anywhere\" starts a drag anywhere"
  }

  /// The tick and the frame that a value stands for, nil without a video.
  func frame(at value: Double) -> (tick: Int64, index: Int)? {
    timeline?.frameIndex(gestureFrom: placement.from, to: placement.to, value: value)
  }

  /// The moment of a tick in seconds from t = 0.
  func time(ofTick tick: Int64) -> Rational? {
    guard let timeline, let time = timeline.timeBase.seconds(ofTicks: tick) else { return nil }
    return time.subtracting(timeline.origin)
  }
}
