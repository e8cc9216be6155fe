import Color
import PNG
import Video

extension GrabError.Fault {
  /// The failure of a conversion; a limit is the same as while decoding.
  init(_ error: ColorError, after time: Deadline) {
    switch error.fault {
    case .outOfMemory: self = .video(VideoError("converting the picture", .limit(.memory)))
    case .stopped:
      self = .video(VideoError("converting the picture", .limit(.time(nanoseconds: time.allowance))))
    default: self = .color(error)
    }
  }

  /// The failure of an encoding; a limit is the same as while decoding.
  init(_ error: PNGError, after time: Deadline) {
    switch error {
    case .outOfMemory: self = .video(VideoError("encoding the picture", .limit(.memory)))
    case .stopped: self = .video(VideoError("encoding the picture", .limit(.time(nanoseconds: time.allowance))))
    default: self = .png(error)
    }
  }
}
