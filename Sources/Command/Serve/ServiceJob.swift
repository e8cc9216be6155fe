import Arguments
import Files
import FrameGrabbing
import GestureFiles
import JSON
import Packing
import Video

/// One request of a service, with all that it names read and its video open, so that a worker can answer it.
final class ServiceJob {
  let head: AnswerHead
  /// Whether its answer is a list of frames.
  let isSeries: Bool
  let request: GrabRequest
  let named: NamedGrab
  let input: VideoInput
  /// What is kept of it for a file of results; nil for a request of a service.
  let recording: Recording?
  private let line: [UInt8]
  private let gesture: [UInt8]?
  private let control: [UInt8]?

  /// What is kept of a job besides the reports on its frames.
  struct Recording {
    /// What makes the lines that are printed.
    let reporter: Reporter
    /// Whether the sizes and checksums of its files are wanted.
    let measures: Bool
    /// The files that it has written.
    let published = PublishedFiles()
  }

  init(
    _ head: AnswerHead, isSeries: Bool, _ request: GrabRequest, _ named: NamedGrab, _ input: VideoInput, line: [UInt8],
    gesture: [UInt8]?, control: [UInt8]?, recording: Recording? = nil
  ) {
    (self.head, self.isSeries, self.recording) = (head, isSeries, recording)
    (self.request, self.named, self.input) = (request, named, input)
    (self.line, self.gesture, self.control) = (line, gesture, control)
  }

  /// The most frames that it reports; nil for any number.
  var mostReports: Int? { isSeries ? nil : 1 }

  /// What a worker needs beside the open video.
  ///
  /// - Parameter video: The number by which the worker refers to the video's index; nil if none is kept.
  func packed(video: Int?) -> [UInt8] {
    var packing = VarintWriter()
    packing.append(video) { $0.append(signed: Int64($1)) }
    packing.append(input.path.bytes)
    packing.append(signed: input.openedAfter.seconds)
    packing.append(signed: input.openedAfter.nanoseconds)
    packing.append(line)
    packing.append(gesture) { $0.append($1) }
    packing.append(control) { $0.append($1) }
    return packing.bytes
  }

  /// The same in the worker.
  struct Received {
    let video: Int?
    let path: Path
    let openedAfter: WallTime
    let line: [UInt8]
    let gesture: [UInt8]?
    let control: [UInt8]?

    init(_ bytes: [UInt8]) throws(VarintError) {
      var packing = VarintReader(bytes)
      video = try packing.optional { (packing) throws(VarintError) in
        try packing.whole(in: 0...Int(Int32.max))
      }
      path = Path(bytes: try packing.blob())
      openedAfter = WallTime(seconds: try packing.signed(), nanoseconds: try packing.signed())
      line = try packing.blob()
      gesture = try packing.optional { (packing) throws(VarintError) in try packing.blob() }
      control = try packing.optional { (packing) throws(VarintError) in try packing.blob() }
      try packing.finish()
    }
  }
}
