import Files
import FrameGrabbing
import GestureFiles
import Timeline
import Video

/// The exit codes of the process; the numbers are a stable interface.
enum ExitCode: Int32 {
  /// Every requested picture is complete at its output.
  case success = 0
  /// At least one of several moments failed.
  case someFailed = 1
  /// The command line, a time, an index or a gesture is malformed.
  case usage = 2
  /// The input is missing, not a regular file, empty, or of an unsupported format.
  case input = 3
  /// Well-formed, but not in this video.
  case notInVideo = 4
  /// The output exists or cannot be written.
  case output = 5
  /// A limit was reached.
  case limit = 6
  /// A bug in framegrab.
  case bug = 70
}

extension ExitCode {
  /// The exit code of an error; the only place that maps one to the other.
  init(_ error: GrabError) {
    switch error.fault {
    case .video(let error), .videoForAll(let error, _): self.init(error)
    case .moment(.notReadThatFar, _): self = .bug
    case .moment(.reversedRange, _), .moment(.emptySpan, _), .moment(.tooFine, _), .moment(.tooMany, _):
      self = .usage
    case .moment(let error, let asked): self = error.syntaxError(in: asked) == nil ? .notInVideo : .usage
    case .output(let error): self = error.isSystemLimit ? .limit : .output
    case .input(let error): self = error.isSystemLimit ? .limit : .input
    case .gesture(let error): self = error.isLimit ? .limit : .usage
    case .drag(.notReached): self = .bug
    case .drag(let error): self = error.isMisuse ? .usage : .notInVideo
    case .timeList: self = .usage
    case .gestureTooLarge, .timeListTooLarge, .tooLarge, .answerTooLarge: self = .limit
    case .color: self = .notInVideo
    case .png: self = .bug
    case .damaged, .unverified, .cutOff, .otherSize, .cropOutside: self = .notInVideo
    case .sameOutput, .severalToStandardOutput, .severalSheets, .template: self = .usage
    case .relayed(let error): self = ExitCode(rawValue: error.code) ?? .bug
    }
  }

  init(_ error: VideoError) {
    switch error.fault {
    case .file(let error) where error.isSystemLimit: self = .limit
    case .file, .unknownFormat, .webPage, .noIndex, .noInitialSegment, .refusedFormat: self = .input
    case .soundOnly, .noVideoStream, .noDecoder, .severalDescriptions, .joinedFilms, .lostDelays, .refusedCodec,
      .unknownCodec,
      .encrypted, .refusedByDecoder, .noFrames, .hiddenFrames, .noSegments, .missingPicture, .cutOff, .notVideo:
      self = .notInVideo
    case .limit: self = .limit
    case .abandoned: self = .bug
    case .library: self = .input
    }
  }
}
