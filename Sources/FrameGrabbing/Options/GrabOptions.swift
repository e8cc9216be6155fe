/// How frames are chosen, written and reported: the request's options, by whom they concern, and how the run behaves.
public struct GrabOptions: Sendable {
  /// Which frames.
  public var choice = FrameChoice()
  /// What pictures look like.
  public var pixels = PixelOptions()
  /// Where they go.
  public var output = OutputOptions()

  /// Whether nothing is decoded and nothing written.
  public var isDryRun = false
  /// Whether the MD5 of each picture is needed.
  public var wantsHash = false
  /// Whether full reports are needed: the properties of the picture even if it is not written, and its index and
  /// timecode if the container gives them cheaply.
  public var wantsReport = false
  /// Whether that is needed for moments given by time, too, even if all packets before them must be read for it.
  public var wantsIndex = false
  /// Whether each picture is compared with that of a decode from the beginning before it is used.
  public var isVerified = false
  /// Whether every packet of the video is read, and nothing is taken from the container's table.
  public var readsEverything = false
  /// Whether damage counts as a failure.
  public var isStrict = false
  /// Whether the first failure ends the run, so that nothing is decoded after it.
  public var stopsAtFailure = false
  /// How many decoders may work in parallel; the pictures are the same with any number.
  public var workers = 1

  /// The default options.
  public init() {}

  /// Whether every frame needs its index, whatever the container is.
  var needsIndex: Bool {
    if case .files(let template) = output.destination, template.uses(.index) || template.uses(.label) { return true }
    return wantsIndex || output.namesTimecode || readsEverything
  }

  /// Whether pictures are converted; a picture that is only hashed is not.
  var needsPixels: Bool {
    if case .nowhere = output.destination { return wantsReport }
    return true
  }

  /// Whether the pictures' metadata names their source.
  var storesSource: Bool { pixels.metadata == .full && needsPixels && !isDryRun && pixels.raw == nil }

  /// Whether all pictures of a run are parts of one whole: tiles of its sheets, or one after another on standard output
  /// or in a file whose name is the same for every frame.
  public var joinsPictures: Bool {
    guard pixels.sheet == nil else { return true }
    guard pixels.raw != nil else { return false }
    switch output.destination {
    case .standardOutput: return true
    case .files(let template): return !template.namesFrames
    case .nowhere: return false
    }
  }

  /// Whether they are joined in a file or in sheets, which appear when complete.
  var joinsFile: Bool {
    if case .files = output.destination { joinsPictures } else { pixels.sheet != nil }
  }

  /// The names of pictures or sheets; nil if they go to no files.
  var names: OutputTemplate? {
    guard case .files(let template) = output.destination else { return nil }
    return pixels.sheet?.hasIndex == true ? template.sheets : template
  }

  /// Whether they are joined on standard output, which takes each picture in its turn.
  var streamsPictures: Bool { joinsPictures && !joinsFile }
}
