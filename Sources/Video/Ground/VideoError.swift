public import Files

/// Why a video could not be read: the operation, the fault, and FFmpeg's own message if there is one.
public struct VideoError: Error, Hashable, Sendable {
  /// The kind of fault; it determines the exit code.
  public enum Fault: Hashable, Sendable {
    /// The file could not be opened or read.
    case file(FileError)
    /// No format known to FFmpeg matches the content.
    case unknownFormat
    /// The content is an HTML page.
    case webPage
    /// The file is an ISO base media file whose index (`moov`) is missing or cut off.
    case noIndex
    /// The content is of a format that is not in the list of allowed formats.
    case refusedFormat(String)
    /// The content is of a format that contains sound only.
    case soundOnly(String)
    /// There is no video stream; an attached picture does not count.
    case noVideoStream
    /// There is no stream with this number, or it is not video.
    case notVideo(stream: Int, count: Int)
    /// This FFmpeg has no decoder for the codec.
    case noDecoder(String)
    /// The pictures of an ISO base media file have several descriptions, and FFmpeg reads those of the first only.
    case severalDescriptions([String])
    /// Files were joined of which FFmpeg would misread the one that begins at this byte.
    case joinedFilms(Int64)
    /// FFmpeg discards the times at which pictures of an ISO base media file are shown, and its edits are intricate.
    case lostDelays
    /// The codec is not in the list of allowed ones.
    case refusedCodec(String)
    /// The container names a codec that FFmpeg does not know.
    case unknownCodec
    /// The file is a segment of an ISO base media stream, without the part that describes it.
    case noInitialSegment
    /// The file is the part that describes the segments of an ISO base media stream, without any of them.
    case noSegments
    /// The stream is encrypted, and its key is not known.
    case encrypted
    /// The codec's decoder refuses the stream's parameters; the words are FFmpeg's.
    case refusedByDecoder(codec: String, words: String)
    /// The stream contains nothing that decodes to a picture.
    case noFrames
    /// All its pictures are hidden by the container's edit list.
    case hiddenFrames
    /// The decoder did not output a picture that is on the timeline, even in a linear decode.
    case missingPicture
    /// The file ends before the moment that was asked for.
    indirect case cutOff(CutOffPart)
    /// The caller no longer wants the pictures.
    case abandoned
    /// A limit was reached.
    case limit(ReachedLimit)
    /// A call into FFmpeg failed.
    case library(status: Int32, words: String)
  }

  /// The operation, as a gerund phrase such as `reading packets`.
  public let operation: String
  /// The fault.
  public let fault: Fault

  /// Makes an error from an operation and a fault.
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
    case .webPage: "is an HTML page, not a video; open its address in a browser to see why"
    case .noIndex: "is incomplete: its index (moov) is missing or cut off; was a download or a recording broken off?"
    case .refusedFormat(let name): "format \(name) is not on the list of video formats that framegrab opens"
    case .soundOnly(let name): "has no video: \(name) holds sound only"
    case .noVideoStream: "has no video stream"
    case .notVideo(let stream, let count):
      stream < count
        ? "stream \(stream) is not video; --info lists the streams"
        : "has no stream \(stream): it has \(count); --info lists them"
    case .noDecoder(let name): "codec \(name) cannot be decoded here"
    case .severalDescriptions(let codes):
      "its pictures have several descriptions (\(codes.joined(separator: ", "))), and FFmpeg reads only those of the first"
    case .joinedFilms(let place):
      "holds several videos of which FFmpeg reads only the first as it is; cut it in two: head -c \(place) and tail -c +\(place + 1)"
    case .lostDelays:
      "some pictures are shown more than 2^28 ticks after they are decoded, and FFmpeg leaves such delays out; have it written with fewer ticks a second"
    case .refusedCodec(let name): "codec \(name) is not on framegrab's list of video codecs"
    case .unknownCodec: "its video is of a codec that FFmpeg does not know"
    case .noInitialSegment:
      "is one segment of a stream, without its first part (the initialization segment); join them: \(Self.joining)"
    case .noSegments:
      "is only the first part of a stream (the initialization segment), without pictures; join them: \(Self.joining)"
    case .refusedByDecoder(let codec, let words): "codec \(codec) cannot be decoded as the file describes it: \(words)"
    case .encrypted: "is encrypted, so that its pictures cannot be decoded"
    case .noFrames: "holds no picture that can be decoded"
    case .hiddenFrames: "its edit list shows none of its pictures, so that players show none either"
    case .missingPicture: "the picture could not be decoded (\(operation))"
    case .cutOff(let part): part.description
    case .abandoned: "\(operation) was given up"
    case .limit(let limit): limit.description
    case .library(_, let words): "\(operation) failed: \(words)"
    }
  }

  private static let joining = "cat init.mp4 segment.m4s > whole.mp4"
}
