public import Color
public import Files
public import PNG
public import Timeline

/// How frames are chosen, written and reported.
public struct GrabOptions: Sendable {
  /// What the PNG carries besides pixels.
  public enum Metadata: String, CaseIterable, Sendable {
    /// Colour, pixel shape, how it was shot, and provenance.
    case full
    /// Colour and pixel shape.
    case color
    /// Nothing.
    case none
  }

  /// Where the pictures go.
  public enum Destination: Sendable {
    /// Files of these names.
    case files(OutputTemplate)
    /// Standard output.
    case standardOutput
    /// Nowhere: only the hash is wanted.
    case nowhere
  }

  /// Whether times mean the frame whose start is nearest, instead of the one on screen.
  public var isNearest = false
  /// The part of the video that moments which stand for many frames are taken from.
  public var span = TimeSpan()
  /// To which keyframe every moment is moved, nil for none; `step` comes after it.
  public var snap: Keyframes.Side?
  /// How many frames every moment is moved on, backwards if negative; the first and the last frame bound it.
  public var step: Int64 = 0
  /// What happens to a moment outside the video.
  public var bounds = Bounds.refuse
  /// Whether pictures are turned the right way up, instead of left as they are stored.
  public var appliesOrientation = true
  /// Bits of each sample in the PNG.
  public var depth = DepthChoice.auto
  /// Whether colours stay what they are or become sRGB, and whether the PNG says which they are.
  public var color = ColorChoice.auto
  /// How large pictures are made, and of what shape their pixels.
  public var sizing = PictureSizing()
  /// Whether the first field of an interlaced picture is shown alone, at full height.
  public var deinterlaces = false
  /// What the PNG carries besides pixels.
  public var metadata = Metadata.full
  /// Size of the PNG against time; pixels never change.
  public var compression = PNGCompression.default
  /// Where the pictures go.
  public var destination = Destination.files(.standard)
  /// Files besides the video that the run reads; none of them is ever overwritten.
  public var otherInputs: [FileIdentity] = []
  /// What happens when an output exists.
  public var policy = OutputPolicy.refuse
  /// Whether missing folders of an output are made.
  public var makesFolders = false
  /// Whether a file and its folder are on the disk before it counts as written.
  public var syncs = false
  /// Whether nothing is decoded and nothing written.
  public var isDryRun = false
  /// Whether the MD5 of each picture is wanted.
  public var wantsHash = false
  /// Whether whole reports are wanted: the frame's index and timecode even for moments that are given by time, and what
  /// the picture would be even if it goes nowhere.
  public var wantsReport = false
  /// Whether each picture is compared with that of a decode from the beginning before it is handed out.
  public var isVerified = false
  /// Whether damage counts as a failure.
  public var isStrict = false
  /// Whether the first failure ends the run: nothing is decoded after it.
  public var stopsAtFailure = false

  /// How many decoders may work side by side; the pictures are the same with any number.
  public var workers = 1

  /// The options that hold when nobody says otherwise.
  public init() {}

  /// Whether every frame needs its index.
  var needsIndex: Bool {
    if case .files(let template) = destination, template.uses(.index) || template.uses(.label) { return true }
    return wantsReport || namesTimecode || isVerified
  }

  /// Whether pictures are converted; what is only hashed stays as it came out of the decoder.
  var needsPixels: Bool {
    if case .nowhere = destination { return wantsReport }
    return true
  }

  /// Whether outputs are named by timecode.
  var namesTimecode: Bool {
    if case .files(let template) = destination { return template.uses(.timecode) }
    return false
  }
}
