import Broker
import Files
import FrameGrabbing
import GestureFiles

/// Writes the takes of a scrubbing session as gesture files.
final class ScrubRecorder {
  private let settings: ScrubSettings
  private let inputs: ScrubInputs
  private let input: VideoInput
  /// The take that was written to the file of `--record`.
  private var keptTake: LiveTake?
  /// The files that this session has written, which it may write again.
  private var own: Set<Path> = []
  /// Whether any take was written.
  var hasWritten: Bool { !own.isEmpty }

  init(_ settings: ScrubSettings, _ inputs: ScrubInputs, _ input: VideoInput) {
    (self.settings, self.inputs, self.input) = (settings, inputs, input)
  }

  /// Refuses a --record file that cannot be written, before the session starts; with `-n` prints a note if it exists.
  func check() throws(GrabError) {
    guard let path = settings.record else { return }
    let isFree = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try output(path).check(notInputs: [input.identity])
    }
    if !isFree { settings.terminal.say("\(path): exists and will be left as it is") }
  }

  private func output(_ path: Path) -> Output {
    Output(
      path: path, policy: own.contains(path) ? .overwrite : inputs.options.output.policy,
      makesFolders: inputs.options.output.makesFolders, syncs: inputs.options.output.syncs)
  }

  /// Writes the take, or the last one with events; returns the message about it.
  func keep(_ slider: LiveSlider) -> String {
    let (slider, end) = slider.kept
    let path = settings.record ?? Path(bytes: inputs.path.stem.bytes + Array("-f\(slider.frame).json".utf8))
    do throws(GrabError) {
      let note = try write(slider, to: path)
      if settings.record != nil { keptTake = slider.take }
      return "kept as \(printable(path.text))" + words(for: end) + note
    } catch {
      return RelayedError(error, settings.request).line
    }
  }

  /// Writes the take, or the last one with events, to the file of --record, unless this one was written; prints an
  /// error.
  func keepOnLeaving(_ slider: LiveSlider) {
    let (slider, end) = slider.kept
    guard let path = settings.record, keptTake != slider.take else { return }
    if slider.isRough, !slider.take.events.isEmpty {
      return settings.terminal.fail("\(path): not written: the session ended before the video was read")
    }
    do throws(GrabError) {
      let note = words(for: end) + (try write(slider, to: path))
      if !note.isEmpty { settings.terminal.say("\(path)\(note)") }
    } catch {
      settings.terminal.fail(RelayedError(error, settings.request))
    }
  }

  /// A note if the take is not the current one.
  private func words(for end: LiveSlider.Change?) -> String {
    switch end {
    case nil: ""
    case .place: ": the drag before the window changed; nothing was dragged since"
    case .kind: ": the drag before the model changed; nothing was dragged since"
    case .range: ": the drag before the zoom changed; nothing was dragged since"
    }
  }

  /// - Returns: A note to add to the message; mostly empty.
  private func write(_ slider: LiveSlider, to path: Path) throws(GrabError) -> String {
    guard !slider.take.events.isEmpty else {
      throw GrabError(path, .relayed(RelayedError(line: "\(path): nothing was dragged yet", code: 1)))
    }
    let video = GestureOutput.name(of: input, in: path)
    let bytes = try blaming(path, GrabError.Fault.gesture) { () throws(GestureFileError) in
      try slider.recording(video: video).bytes
    }
    let done = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
        try output(path).publish(UnsafeRawBufferPointer(bytes), notInputs: [input.identity])
      }
    }
    guard done != .skipped else { return ": exists and is left as it is" }
    own.insert(path)
    return video == nil ? "; it does not name the video, whose name is no UTF-8" : ""
  }
}
