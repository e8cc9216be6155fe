public import Color
public import Files
public import PNG
public import Timeline

/// How frames are chosen, written and reported.
public struct GrabOptions: Sendable {
  /// The metadata in the PNG.
  public enum Metadata: String, CaseIterable, Sendable {
    /// Colour, pixel shape, date, place and camera, and the source.
    case full
    /// Colour and pixel shape.
    case color
    /// Nothing.
    case none
  }

  /// The destination of the pictures.
  public enum Destination: Sendable {
    /// Files with these names.
    case files(OutputTemplate)
    /// Standard output.
    case standardOutput
    /// None: only the hash is wanted.
    case nowhere
  }

  /// Whether times select the frame whose start is nearest, instead of the one on screen.
  public var isNearest = false
  /// The part of the video for moments that mean many frames.
  public var span = TimeSpan()
  /// Whether evenly spaced moments that select the same frame give it again, each under its own moment.
  public var repeatsFrames = false
  /// The keyframe that every moment is moved to, nil for none; `step` is applied after it.
  public var snap: Keyframes.Side?
  /// How many frames every moment is moved forwards, backwards if negative; limited by the first and the last frame.
  public var step: Int64 = 0
  /// How a moment outside the video is handled.
  public var bounds = Bounds.refuse
  /// Whether pictures are turned upright, instead of left as they are stored.
  public var appliesOrientation = true
  /// Bits of each sample in the PNG.
  public var depth = DepthChoice.auto
  /// Whether colours are kept or converted to sRGB, and whether the PNG describes them.
  public var color = ColorChoice.auto
  /// The size of the pictures and the shape of their pixels.
  public var sizing = PictureSizing()
  /// Whether only the first field of an interlaced picture is shown, at full height.
  public var deinterlaces = false
  /// The metadata in the PNG.
  public var metadata = Metadata.full
  /// The trade-off between the PNG's size and time; pixels never change.
  public var compression = PNGCompression.default
  /// How pictures are written as plain samples; nil for PNG.
  public var raw: RawPictures?
  /// The destination of the pictures.
  public var destination = Destination.files(.standard)
  /// Whether a file chose the name, and not the user, so that less is allowed.
  public var isNameForeign = false
  /// Other files that the run reads; none of them is ever overwritten.
  public var otherInputs: [FileIdentity] = []
  /// How an output that exists is handled.
  public var policy = OutputPolicy.refuse
  /// How single outputs are handled in another way, if they exist.
  public var policies: [Path: OutputPolicy] = [:]
  /// Whether missing folders of an output are created.
  public var makesFolders = false
  /// Whether to wait until a file and its folder are on the disk before it counts as written.
  public var syncs = false
  /// Whether nothing is decoded and nothing written.
  public var isDryRun = false
  /// Whether the MD5 of each picture is needed.
  public var wantsHash = false
  /// Whether full reports are needed: the frame's index and timecode even for moments given by time, and the properties
  /// of the picture even if it is not written.
  public var wantsReport = false
  /// Whether each picture is compared with that of a decode from the beginning before it is used.
  public var isVerified = false
  /// Whether damage counts as a failure.
  public var isStrict = false
  /// Whether the first failure ends the run, so that nothing is decoded after it.
  public var stopsAtFailure = false

  /// How many decoders may work in parallel; the pictures are the same with any number.
  public var workers = 1

  /// The default options.
  public init() {}

  /// Whether frames are moved from where they were found.
  var movesFrames: Bool { step != 0 || snap != nil }

  /// Whether every frame needs its index.
  var needsIndex: Bool {
    if case .files(let template) = destination, template.uses(.index) || template.uses(.label) { return true }
    return wantsReport || namesTimecode || isVerified
  }

  /// Whether pictures are converted; a picture that is only hashed is not.
  var needsPixels: Bool {
    if case .nowhere = destination { return wantsReport }
    return true
  }

  /// Whether pictures are made that say where they come from.
  var storesSource: Bool { metadata == .full && needsPixels && !isDryRun && raw == nil }

  /// Whether outputs are named by timecode.
  var namesTimecode: Bool {
    if case .files(let template) = destination { return template.uses(.timecode) }
    return false
  }

  /// Whether all pictures of a run go one after another to one place: to standard output, or to a file whose name is
  /// the same for every frame.
  public var joinsPictures: Bool {
    guard raw != nil else { return false }
    switch destination {
    case .standardOutput: return true
    case .files(let template): return !template.namesFrames
    case .nowhere: return false
    }
  }

  /// Whether that place is a file.
  var joinsFile: Bool {
    if case .files = destination { joinsPictures } else { false }
  }

  /// Whether it is standard output, which takes each picture when it is its turn.
  var streamsPictures: Bool { joinsPictures && !joinsFile }
}
