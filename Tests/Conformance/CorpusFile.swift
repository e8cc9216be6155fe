public import Foundation
public import Timeline

/// Why the corpus cannot be read.
public struct CorpusFault: Error, Hashable, CustomStringConvertible {
  /// The reason in plain words.
  public let description: String
}

/// One file of the corpus, and its expected frames: a line of manifest.tsv and a table in truth.
public struct CorpusFile: Sendable {
  /// One frame of the file, in presentation order.
  public struct Frame: Hashable, Sendable {
    /// The number in the picture; nil if damage made it unreadable.
    public let number: Int?
    /// When it appears, in seconds from the first moment at which anything is shown or heard.
    public let clock: Rational
    /// Whether its time is derived from others', since the file does not give one.
    public let isInterpolated: Bool
    /// The MD5 of the picture as FFmpeg decodes it linearly; nil for a frame that the container lists but that cannot
    /// be decoded.
    public let md5: String?
  }

  /// The file's name.
  public let name: String
  /// The file's class.
  public let kind: String
  /// The frames in presentation order; none if the file must be refused.
  public let frames: [Frame]
  /// When the last frame ends, in seconds.
  public let end: Rational
  /// The exit code for a file that must be refused.
  public let refusal: Int32?
  /// Whether its end is missing, and nothing is known of the frames there.
  public let isCut: Bool
  /// Whether its container has an end of its own, so that it is known to be cut off.
  public let isNoticed: Bool
  /// Whether its end is missing, but its container gives the end time.
  public let isTold: Bool
  /// Whether it has wrong bytes, so that it is unknown which pictures it still has.
  public let isDamaged: Bool
  /// Whether pictures may be damaged, but all of them keep their positions.
  public let isKept: Bool
  /// Whether the marks in its corners show its orientation.
  public let isMarked: Bool
  /// The location of the file.
  public let url: URL

  /// All files of a corpus, in the order in which they were made.
  ///
  /// Throws ``CorpusFault`` when a table is invalid, or Foundation's error when it cannot be read.
  public static func all(in folder: URL) throws -> [CorpusFile] {
    let manifest = try String(contentsOf: folder.appending(component: "manifest.tsv"), encoding: .utf8)
    return try manifest.split(separator: "\n").map { try CorpusFile(line: $0, in: folder) }
  }

  private init(line: Substring, in folder: URL) throws {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 5, let count = Int(fields[2]), let end = Self.rational(fields[3]) else {
      throw CorpusFault(description: "the manifest has a line that is no file: \(line)")
    }
    let flags = fields[4].split(separator: ",")
    name = String(fields[0])
    kind = String(fields[1])
    self.end = end
    refusal = flags.lazy.compactMap { $0.hasPrefix("refused=") ? Int32($0.dropFirst(8)) : nil }.first
    isCut = flags.contains("cut") && !flags.contains("whole")
    isTold = flags.contains("told")
    isNoticed = flags.contains("noticed")
    isKept = flags.contains("kept") || flags.contains("whole")
    isMarked = flags.contains("upright")
    isDamaged = flags.contains("damaged") && !isKept
    url = folder.appending(components: "files", name)
    frames = refusal == nil ? try Self.frames(in: folder.appending(components: "truth", name + ".tsv")) : []
    guard frames.count == count else { throw CorpusFault(description: "\(name) has a table of another length") }
  }

  private static func frames(in table: URL) throws -> [Frame] {
    try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 5, let clock = rational(fields[2]), fields[4] == "-" || fields[4].count == 32
      else {
        throw CorpusFault(description: "\(table.lastPathComponent) has a line that is no frame: \(line)")
      }
      return Frame(
        number: Int(fields[1]), clock: clock, isInterpolated: fields[3] == "-",
        md5: fields[4] == "-" ? nil : String(fields[4]))
    }
  }

  private static func rational(_ text: Substring) -> Rational? {
    let parts = text.split(separator: "/").compactMap { Int64($0) }
    return parts.count == 2 ? Rational(parts[0], parts[1]) : nil
  }

  /// The frame on screen at a time: the last one that starts at or before it, else the first.
  public func frame(onScreenAt time: Rational) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].clock <= time { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
