/// The resources that one video may use before it is given up; every limit is a command-line option with its own error
/// message.
public struct Limits: Hashable, Sendable {
  /// Pixels of one picture, width times height.
  public var pixels: Int64 = 67_108_864
  /// Bytes that are held at the same time for one picture: its frame, its bitmap, the copies in between, and its file.
  public var pictureBytes: Int64 = 1 << 30
  /// Bytes of one allocation inside FFmpeg (`av_max_alloc`); with less than ``leastAllocation`` nothing is opened.
  public var allocation: Int = 1 << 30
  /// The least allocation limit: some decoders' state takes up to 200 KiB in one piece, and not all survive its
  /// refusal.
  public static let leastAllocation = 256 << 10
  /// Streams in one file.
  public var streams: Int32 = 64
  /// Bytes that FFmpeg may read to find out what the streams are.
  public var probeBytes: Int64 = 8 << 20
  /// Microseconds of media that FFmpeg may read to find out what the streams are.
  public var probeMicroseconds: Int64 = 5_000_000
  /// Bytes that may pass without one packet of the chosen stream.
  public var bytesWithoutPacket: Int64 = 256 << 20
  /// The size of a file in bytes from which the container's table of all packets is believed, or the clock of a stream
  /// without a table is looked at in places only, instead of reading everything. A smaller one is read as quickly.
  public var leastListedBytes: Int64 = 2 << 20
  /// Whether the clock of a stream without a table is believed between a few places, for pictures that are provisional.
  public var samplesFewPlaces = false
  /// Nanoseconds of wall time without progress.
  public var nanosecondsPerFrame: Int64 = 30_000_000_000

  /// Makes the default limits.
  public init() {}
}

/// Width and height of a picture in pixels.
public struct PictureSize: Hashable, Sendable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int

  /// Makes a size of a width and a height.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A limit that was reached.
public enum ReachedLimit: Hashable, Sendable {
  /// The time without progress, in nanoseconds.
  case time(nanoseconds: Int64)
  /// A picture of this size, if known, exceeds the pixels allowed.
  case pixels(size: PictureSize?, allowed: Int64)
  /// A picture needs more bytes than are allowed.
  case picture(size: PictureSize, bytes: Int64, allowed: Int64)
  /// The file has more streams than are allowed.
  case streams(allowed: Int32)
  /// No packet of the chosen stream within this many bytes.
  case gap(bytes: Int64)
  /// An allocation failed or was refused.
  case memory
}

extension ReachedLimit: CustomStringConvertible {
  /// The limit in plain words, with the option that changes it.
  public var description: String {
    switch self {
    case .time(let nanoseconds):
      "made no progress for longer than \(Self.seconds(nanoseconds)) s; --timeout allows more"
    case .pixels(let size?, let allowed):
      "the picture is \(size.width)×\(size.height), over the limit of \(allowed) pixels; --max-pixels allows more"
    case .pixels(nil, let allowed):
      "a picture is over the limit of \(allowed) pixels; --max-pixels allows more"
    case .picture(let size, let bytes, let allowed):
      "the picture is \(size.width)×\(size.height) and needs \(bytes) bytes, over the limit of \(allowed);"
        + " --max-picture allows more"
    case .streams(let allowed):
      "has more than \(allowed == 1 ? "1 stream" : "\(allowed) streams"); --max-streams allows more"
    case .gap(let bytes):
      "no picture within \(bytes) bytes; --max-gap allows more"
    case .memory:
      "needs more memory than is allowed; --max-allocation and --max-memory allow more"
    }
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest != 0 else { return "\(whole)" }
    var digits = String(1_000_000_000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
