public import Files
public import GestureFiles
public import Timeline

/// A gesture that was made to end on a moment, checked by playing what was written.
public struct NewGesture: Sendable {
  /// The file.
  public let recording: GestureRecording
  /// What it does, as a line for people.
  public let summary: String

  /// Makes a gesture: searches for the end of the drag with the slider itself, writes the file, and plays it.
  ///
  /// - Parameters:
  ///   - wish: The drag; without a moment to reach, an example for people to edit.
  ///   - video: The video that the slider spans; without one only percentages have a meaning.
  ///   - name: The video's name as the file should have it; nil for none.
  ///   - path: The file's name, for messages.
  ///   - bounds: What a moment outside the video means.
  /// - Throws: `GrabError` for a moment that is not in the video, or that no place on the screen reaches.
  public init(
    _ wish: DragWish, in video: DragVideo?, named name: String?, path: Path, bounds: Bounds = .refuse
  ) throws(GrabError) {
    try self.init(wish, in: video, named: name, path: path, bounds: bounds, on: .phone)
  }

  /// Does the same on any screen.
  init(
    _ wish: DragWish, in video: DragVideo?, named name: String?, path: Path, bounds: Bounds, on screen: DragScreen
  ) throws(GrabError) {
    let maker = try DragMaker(wish, in: video, named: name, path: path, on: screen)
    guard let reach = wish.reach else {
      recording = try maker.recording(of: maker.example)
      let value = try maker.finalValue(of: recording)
      summary = "an example that ends on \(DragAim.words(at: value, on: maker.slider, video?.timeline))"
      return
    }
    let aim: DragAim
    do throws(DragAimError) {
      aim = try DragAim(reach, on: maker.slider, in: video, bounds: bounds)
    } catch {
      throw error.error(file: path, video: video?.path)
    }
    recording = try maker.recording(of: try maker.events(reaching: aim))
    // The text of the file is what a grab will play, so it is checked by playing it.
    guard aim.side(of: try maker.finalValue(of: recording), on: maker.slider) == 0 else {
      throw GrabError(path, .drag(.notReached(aim.words)))
    }
    summary = "ends on \(aim.words): \(recording.file.events.count) touches"
  }
}
