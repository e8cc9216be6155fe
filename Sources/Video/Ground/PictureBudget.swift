public import CFFmpeg
public import ColorCodes
import Synchronization

/// What is known of a picture before it is decoded.
public struct StoredPicture: Hashable, Sendable {
  /// Its size in stored pixels.
  public let size: PictureSize
  /// FFmpeg's pixel format; `AV_PIX_FMT_NONE` while it is unknown.
  public let pixelFormat: AVPixelFormat
  /// Its transfer characteristics, as far as they are known.
  public let transfer: TransferCharacteristics

  /// Makes the description of a picture.
  public init(size: PictureSize, pixelFormat: AVPixelFormat, transfer: TransferCharacteristics) {
    self.size = size
    self.pixelFormat = pixelFormat
    self.transfer = transfer
  }

  /// The description from FFmpeg's numbers.
  init(width: Int32, height: Int32, format: Int32, transfer: UInt32) {
    self.init(
      size: PictureSize(width: Int(max(0, width)), height: Int(max(0, height))),
      pixelFormat: AVPixelFormat(rawValue: format),
      transfer: TransferCharacteristics(rawValue: Int32(truncatingIfNeeded: transfer)))
  }

  /// The description of a decoded frame.
  init(_ frame: AVFrame) {
    self.init(
      width: frame.width, height: frame.height, format: frame.format, transfer: frame.color_trc.rawValue)
  }

  /// The bytes of its frame, without padding; `Int64.max` when they cannot be counted. In an unknown format a pixel
  /// counts as one byte, which is less than in nearly all others.
  public var frameBytes: Int64 {
    let bits = av_pix_fmt_desc_get(pixelFormat).map { av_get_padded_bits_per_pixel($0) } ?? 8
    let pixels = UInt128(UInt(size.width)) * UInt128(UInt(size.height))
    return Int64(clamping: (pixels * UInt128(UInt32(max(1, bits))) + 7) / 8)
  }
}

/// The memory that one picture may take from its frame to its file, and how much it needs.
///
/// It is asked before a decoder is opened, by the decoder once it knows its picture, and about each picture that comes
/// out; any thread may ask.
public final class PictureBudget: Sendable {
  /// The least bytes that are held at the same time for a picture.
  public typealias Demand = @Sendable (StoredPicture) -> Int64

  /// The most bytes.
  public let allowed: Int64
  private let state: Mutex<State>

  private struct State {
    var demand: Demand = { $0.frameBytes }
    /// The last question and its answer: the next picture is nearly always alike.
    var last: (picture: StoredPicture, bytes: Int64)?
  }

  /// Makes a budget that counts the frame only.
  init(allowed: Int64) {
    self.allowed = allowed
    state = Mutex(State())
  }

  /// Sets how memory is counted from now on.
  public func count(_ demand: @escaping Demand) { state.withLock { $0 = State(demand: demand) } }

  /// The bytes that a picture needs.
  func bytes(for picture: StoredPicture) -> Int64 {
    state.withLock { state in
      if let last = state.last, last.picture == picture { return last.bytes }
      let bytes = state.demand(picture)
      state.last = (picture, bytes)
      return bytes
    }
  }

  /// The limit that a picture exceeds; nil if it may be decoded.
  func refusal(of picture: StoredPicture) -> ReachedLimit? {
    let bytes = bytes(for: picture)
    return bytes > allowed ? .picture(size: picture.size, bytes: bytes, allowed: allowed) : nil
  }
}
