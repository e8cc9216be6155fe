import Arguments
import Broker
import Files
import FrameGrabbing
import Packing
import Video

/// The values of a job that its worker needs, so that no worker has to read a request.
struct JobOrder {
  /// The options, with those of the command line, and the video.
  let arguments: ParsedArguments
  /// The number of the job.
  let number: Int
  /// Whether its frames need a full report.
  let wantsReports: Bool
  /// Whether several jobs are done at the same time, so that each uses one decoder.
  let isOneOfMany: Bool
  /// The most bytes of pictures in the answer; nil if it has none.
  let mostPictureBytes: Int?
  /// Which messages are printed.
  let level: Terminal.Level
  /// Whether the index cache's folder was given as an option.
  let isFolderNamed: Bool
  /// The video.
  let path: Path
  let openedAfter: WallTime
  /// The contents of the files that the job names besides the video.
  let gesture: [UInt8]?
  let control: [UInt8]?
  let lists: [Path: [UInt8]]

  /// The request.
  ///
  /// - Throws: `UsageError` as for the command line.
  func request() throws(UsageError) -> GrabRequest {
    var request = try GrabRequest(arguments)
    request.number = number
    if wantsReports { request.options.wantsReport = true }
    if isOneOfMany { request.options.workers = 1 }
    if let mostPictureBytes { try request.answerPictures(mostBytes: mostPictureBytes) }
    return request
  }

  /// The frames that it asks for.
  ///
  /// - Throws: `GrabError` as in the broker, which has read the same.
  func named(_ request: GrabRequest) throws(GrabError) -> NamedGrab {
    func text(_ bytes: [UInt8], _ name: Path?) -> InputText {
      InputText(name: name ?? "", bytes: bytes, identity: nil)
    }
    return try NamedGrab(
      Inputs(
        request: request, gestureText: gesture.map { text($0, request.asked.gesture) },
        controlText: control.map { text($0, request.control) },
        lists: Dictionary(uniqueKeysWithValues: lists.map { ($0, text($1, $0)) }), foundVideo: path))
  }
}

extension JobOrder {
  /// The bytes of a message.
  var packed: [UInt8] {
    var packing = VarintWriter()
    packing.append(
      arguments, number, wantsReports, isOneOfMany, mostPictureBytes, level, isFolderNamed, path, openedAfter, gesture,
      control, lists.map { PackedPair($0.key, $0.value) })
    return packing.bytes
  }

  /// Reads them.
  init(_ bytes: [UInt8]) throws(VarintError) {
    var packing = VarintReader(bytes)
    let lists: [PackedPair<Path, [UInt8]>]
    (
      arguments, number, wantsReports, isOneOfMany, mostPictureBytes, level, isFolderNamed, path, openedAfter, gesture,
      control, lists
    ) = try packing.values()
    self.lists = Dictionary(lists.map(\.values)) { $1 }
    try packing.finish()
  }
}

extension ServiceSettings {
  /// The order for a worker, of a request whose `inputs` were read.
  func order(for input: VideoInput, _ inputs: Inputs) -> JobOrder {
    JobOrder(
      arguments: inputs.request.arguments, number: inputs.request.number, wantsReports: wantsReports,
      isOneOfMany: workers > 1, mostPictureBytes: mostPictureBytes,
      level: terminal.level, isFolderNamed: isFolderNamed, path: input.path, openedAfter: input.openedAfter,
      gesture: inputs.gestureText?.bytes, control: inputs.controlText?.bytes, lists: lists.mapValues(\.bytes))
  }
}
