import Files
import GestureFiles
public import Timeline

/// A gesture file in which one touch was moved, so that the gesture ends on a moment; all else is as it was.
public struct GestureCorrection: Sendable {
  /// The file's text: that of the original with one number changed.
  public let bytes: [UInt8]
  /// What was moved and by how much, as a line for people.
  public let summary: String

  /// Finds the place for a touch, changes the text, and plays it.
  ///
  /// - Parameters:
  ///   - gesture: The gesture.
  ///   - reach: The moment that it should end on.
  ///   - touch: The number of the event to move, from 0; nil for the last one whose place has an effect.
  ///   - video: The video that the slider spans; without one only percentages have a meaning.
  ///   - bounds: What a moment outside the video means.
  /// - Throws: `GrabError` for a gesture that cannot be played, a moment that is not in the video, a touch that cannot
  ///   be moved, and a moment that no place of it reaches.
  public init(
    _ gesture: Gesture, reaching reach: DragWish.Moment, moving touch: Int?, in video: DragVideo?,
    bounds: Bounds = .refuse
  ) throws(GrabError) {
    let slider = try GestureRehearsal(gesture, in: video?.timeline)
    if let refusal = try slider.refusal() { throw refusal.error }
    let aim: DragAim
    do throws(DragAimError) {
      aim = try DragAim(reach, on: slider, in: video, bounds: bounds)
    } catch {
      throw error.error(file: gesture.path, video: video?.path)
    }
    let value = try Self.finalValue(gesture, video)
    let before = DragAim.words(at: value, on: slider, video?.timeline)
    guard aim.side(of: value, on: slider) != 0 else {
      bytes = gesture.file.text
      summary = "the gesture ends on \(before) as it is"
      return
    }
    let mover = try TouchMover(gesture, slider, moving: touch)
    let place = try blaming(gesture.path, GrabError.Fault.drag) { () throws(DragFault) in
      try mover.place(reaching: aim, timeline: video?.timeline)
    }
    guard let text = gesture.file.text(moving: mover.number, to: place, isVertical: mover.isVertical) else {
      throw GrabError(gesture.path, .drag(.notMovable(event: mover.number, reason: "has no number to change")))
    }
    // The text that was changed is what a grab will play, so it is checked by playing it.
    let file = try blaming(gesture.path, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try GestureFile(parsing: text)
    }
    let moved = try Gesture(file, path: gesture.path, allowsUnfinished: gesture.allowsUnfinished)
    guard aim.side(of: try Self.finalValue(moved, video), on: slider) == 0 else {
      throw GrabError(gesture.path, .drag(.notReached(aim.words)))
    }
    bytes = text
    summary = "\(mover.words(movedTo: place)): the gesture ends on \(aim.words) and not on \(before)"
  }

  private static func finalValue(_ gesture: Gesture, _ video: DragVideo?) throws(GrabError) -> Double {
    var rehearsal = try GestureRehearsal(gesture, in: video?.timeline)
    return try rehearsal.play { _ in }
  }
}
