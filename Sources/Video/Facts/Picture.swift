public import CFFmpeg
import ColorCodes

/// One decoded picture, exactly as the decoder returned it: its own size, pixel format and colour tags.
///
/// It owns its `AVFrame` and frees it (`av_frame_free`) when it goes out of scope.
public struct Picture: ~Copyable {
  private let frame: UnsafeMutablePointer<AVFrame>
  /// The tags of the frame, completed by those of its stream.
  public let tags: ColorTags
  /// How the stored picture must be turned for display.
  public let orientation: Orientation
  /// Width of a stored pixel divided by its height; 1:1 if unknown.
  public let sampleAspectRatio: (width: Int32, height: Int32)
  /// Whether anything that this picture depends on was damaged, as far as the decoder knows.
  public internal(set) var isDamaged: Bool
  /// Whether the codec is of the JPEG family: full range, BT.601, centre-sited chroma.
  public let isJPEG: Bool
  /// Bits of a sample, if the pixel format has more and these are the upper ones; nil if it has no more.
  public let codedBits: Int?
  /// The metadata of the frame, or else of its stream, about light levels and the mastering display.
  public let hdr: HDRMetadata

  /// Takes ownership of a frame that `avcodec_receive_frame` filled; the caller must not use it any more.
  public init(
    taking frame: UnsafeMutablePointer<AVFrame>, tags: ColorTags, orientation: Orientation,
    sampleAspectRatio: (width: Int32, height: Int32), isDamaged: Bool, isJPEG: Bool, codedBits: Int? = nil,
    hdr: HDRMetadata = HDRMetadata()
  ) {
    self.frame = frame
    self.tags = tags
    self.orientation = orientation
    self.sampleAspectRatio = sampleAspectRatio
    self.isDamaged = isDamaged
    self.isJPEG = isJPEG
    self.codedBits = codedBits
    self.hdr = hdr
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// Width in stored pixels after cropping.
  public var width: Int { Int(frame.pointee.width) }
  /// Height in stored pixels after cropping.
  public var height: Int { Int(frame.pointee.height) }

  /// Its size, pixel format and transfer.
  public var stored: StoredPicture {
    StoredPicture(
      size: PictureSize(width: width, height: height), pixelFormat: AVPixelFormat(rawValue: frame.pointee.format),
      transfer: tags.transfer)
  }

  /// Passes the frame to a body that reads it; the pointer must not escape.
  public borrowing func withFrame<Result, Failure: Error>(
    _ body: (UnsafePointer<AVFrame>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafePointer(frame))
  }
}
