public import Files
public import GestureFiles
import Timeline

/// A gesture file with the name under which it was read, ready to be played on a slider.
public struct Gesture: Sendable {
  /// The contents of the file.
  public let file: GestureFile
  /// The file's name, for messages.
  public let path: Path
  /// The file that has the slider: for a recording another file, else the same one.
  public let sliderPath: Path
  /// Identify the files on this machine; standard input has none.
  public let identities: [FileIdentity]
  /// Whether a gesture without a final lift is accepted.
  public let allowsUnfinished: Bool

  /// Makes a gesture from a file; with `isOnlyShown` it will be traced or drawn, so that a refusal comes after all was
  /// shown.
  ///
  /// - Throws: `GrabError` for a gesture without a final lift, unless that is allowed or the gesture is only shown.
  public init(
    _ file: GestureFile, path: Path, sliderPath: Path? = nil, identities: [FileIdentity] = [], allowsUnfinished: Bool,
    isOnlyShown: Bool = false
  ) throws(GrabError) {
    self.file = file
    self.path = path
    self.sliderPath = sliderPath ?? path
    self.identities = identities
    self.allowsUnfinished = allowsUnfinished
    if !isOnlyShown, let refusal = endingRefusal { throw refusal.error }
  }

  /// The gesture as a file in JSON, if it is a recording of a device; else as it is.
  ///
  /// - Parameter video: The video's name as that file has it; nil for none.
  /// - Throws: `GrabError` for what such a file cannot say.
  public func scripted(naming video: String?) throws(GrabError) -> Gesture {
    guard file.isRecording else { return self }
    let recording = try blaming(path, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try GestureRecording(video: video, control: file.control, events: file.events)
    }
    return try Gesture(recording.file, path: path, identities: identities, allowsUnfinished: allowsUnfinished)
  }

  /// Why a grab refuses the end of the last stroke; nil if it does not.
  var endingRefusal: GestureRefusal? {
    guard !allowsUnfinished, let refusal = file.unfinishedRefusal, let touch = file.lastTouch else { return nil }
    return GestureRefusal(
      error: GrabError(path, .gesture(refusal)), event: touch,
      words: file.ending == .cancelled ? "is cancelled" : "is never lifted")
  }

  /// Finds the slider's range and starting value in a video; without one only percentages have a meaning.
  ///
  /// - Throws: `GrabError` with the line of the invalid value.
  func placement(in timeline: FrameTable?) throws(GrabError) -> GestureSlider.Placement {
    do throws(GestureSlider.Fault) {
      return try GestureSlider.Placement(
        from: file.control.rangeFrom, to: file.control.rangeTo, value: file.control.value, in: timeline)
    } catch {
      throw refusal(at: error.place, error.reason)
    }
  }

  /// The error that a value of the file is refused, with its place.
  public func refusal(at place: GestureFile.Place, _ reason: String) -> GrabError {
    let refusal = file.refusal(at: place, reason: reason)
    return switch place {
    case .events, .event: GrabError(path, .gesture(refusal))
    case .video, .output, .value, .range, .rangeFrom, .rangeTo, .scroll, .model, .step:
      GrabError(sliderPath, .gesture(refusal))
    }
  }
}
