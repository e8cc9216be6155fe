public import Files

/// Where pictures go, and how their files are handled.
public struct OutputOptions: Sendable {
  /// The destination of the pictures.
  public enum Destination: Sendable {
    /// Files with these names.
    case files(OutputTemplate)
    /// Standard output.
    case standardOutput
    /// None: only the hash is wanted.
    case nowhere
  }

  /// Pictures that are a part of an answer.
  public struct Answer: Hashable, Sendable {
    /// The most bytes of all pictures of an answer.
    public let mostBytes: Int
    /// Whether they are one NumPy array.
    public let isArray: Bool

    /// Makes a choice.
    public init(mostBytes: Int, isArray: Bool) { (self.mostBytes, self.isArray) = (mostBytes, isArray) }
  }

  /// The destination of the pictures.
  public var destination = Destination.files(.standard)
  /// How pictures go into the answer to a request, under names that tell them apart; nil if they do not.
  public var answer: Answer?
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

  /// Whether outputs are named by timecode.
  var namesTimecode: Bool {
    if case .files(let template) = destination { return template.uses(.timecode) }
    return false
  }
}
