public import Files

/// Why a video could not be read: what was being done, what went wrong, and FFmpeg's own words where it had any.
public struct VideoError: Error, Hashable, Sendable {
  /// What kind of thing went wrong; the exit code follows from it.
  public enum Fault: Hashable, Sendable {
    /// The file could not be opened or read.
    case file(FileError)
    /// No format that FFmpeg knows fits the content.
    case unknownFormat
    /// The content is of a format that is not on the list of video containers.
    case refusedFormat(String)
    /// The content is of a format that holds sound only.
    case soundOnly(String)
    /// There is no video stream; a cover does not count.
    case noVideoStream
    /// There is no stream of this number, or it holds no video.
    case notVideo(stream: Int, count: Int)
    /// The codec is not on the list, or this FFmpeg has no decoder for it.
    case noDecoder(String)
    /// The stream is encrypted, and its key is not known.
    case encrypted
    /// The decoder of this codec does not take what the file says of the stream; the words are FFmpeg's.
    case refusedByDecoder(codec: String, words: String)
    /// The stream holds nothing that decodes to a picture.
    case noFrames
    /// The picture that the timeline promises did not come out of the decoder, even in a linear decode.
    case missingPicture
    /// The file ends before its own claim is fulfilled; this is the last frame that is there.
    case endsAfter(frame: Int)
    /// Whoever asked for pictures does not want them any more.
    case abandoned
    /// A limit was reached.
    case limit(ReachedLimit)
    /// A call into FFmpeg failed.
    case library(status: Int32, words: String)
  }

  /// What was being done, as a gerund phrase such as `reading packets`.
  public let operation: String
  /// What went wrong.
  public let fault: Fault

  /// Makes an error from what was being done and what went wrong.
  public init(_ operation: String, _ fault: Fault) {
    self.operation = operation
    self.fault = fault
  }
}

extension VideoError: CustomStringConvertible {
  /// The fault in plain words, without the file's name.
  public var description: String {
    switch fault {
    case .file(let error): error.description
    case .unknownFormat: "is not a video: no known format fits its content"
    case .refusedFormat(let name): "format \(name) is not on the list of video formats that framegrab opens"
    case .soundOnly(let name): "has no video: \(name) holds sound only"
    case .noVideoStream: "has no video stream"
    case .notVideo(let stream, let count):
      stream < count
        ? "stream \(stream) is not video; --info lists the streams"
        : "has no stream \(stream): it has \(count); --info lists them"
    case .noDecoder(let name): "codec \(name) cannot be decoded here"
    case .refusedByDecoder(let codec, let words): "codec \(codec) cannot be decoded as the file describes it: \(words)"
    case .encrypted: "is encrypted, so that its pictures cannot be decoded"
    case .noFrames: "holds no picture that can be decoded"
    case .missingPicture: "the picture could not be decoded (\(operation))"
    case .endsAfter(let frame): "the file ends after frame \(frame)"
    case .abandoned: "\(operation) was given up"
    case .limit(let limit): limit.description
    case .library(_, let words): "\(operation) failed: \(words)"
    }
  }
}
