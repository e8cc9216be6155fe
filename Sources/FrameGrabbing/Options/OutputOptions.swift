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
  /// How pictures become a part of an answer; nil if they do not.
  public var answer: Answer?
  /// Whether a gesture file chose the output's name, which then may do less than a name that the user chose.
  public var isNameForeign = false
  /// Other files that the run reads; none of them is ever overwritten.
  public var otherInputs: [FileIdentity] = []
  /// How an output that exists is handled.
  public var policy = OutputPolicy.refuse
  /// Outputs with another policy, by their names.
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
