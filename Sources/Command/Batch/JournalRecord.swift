import Files
import JSON
import Packing

/// A line of a file of results, as far as another run needs it.
struct JournalRecord {
  /// A file that the job has written or found.
  struct Output: Hashable {
    let path: Path
    let byteCount: Int64?
    let checksum: String?
    /// Whether the job wrote the file, or found it there.
    let published: Published
  }

  let number: Int
  let key: JobKey?
  /// The name of the video.
  let video: Path?
  /// The exit code that a run of this job alone would have; nil if nothing failed.
  let code: Int?
  /// The codes of all failures.
  let codes: Set<Int>
  /// The first reason of a failure.
  let reason: String?
  let outputs: [Output]

  /// Reads a line; nil if it is no result of a job.
  init?(_ line: [UInt8]) {
    guard let root = try? JSONDocument(parsing: line, maximumDepth: 8).root, root.kind == .object,
      let number = root["job"]?.number.flatMap({ Int($0.text) }), let key = root["key"]
    else { return nil }
    self.number = number
    self.key = key.string.flatMap { JobKey($0) }
    video = root["video"].flatMap { Self.path($0, "path", "pathBytes") }
    code = Self.code(root)
    var (codes, reason): (Set<Int>, String?) = ([], root["error"]?.string)
    if reason != nil, let code { codes.insert(code) }
    var outputs: [Output] = []
    var seen: Set<Path> = []
    let frames = root["frames"].map { Array($0.elements) } ?? []
    for frame in frames {
      if let code = Self.code(frame) {
        codes.insert(code)
        reason = reason ?? frame["error"]?.string
      }
      guard let path = Self.path(frame, "output", "outputBytes"), seen.insert(path).inserted else { continue }
      outputs.append(
        Output(
          path: path, byteCount: frame["bytes"]?.number.flatMap { Int64($0.text) }, checksum: frame["crc32"]?.string,
          published: Self.published(frame["outcome"]?.string)))
    }
    (self.codes, self.reason, self.outputs) = (codes, reason, outputs)
  }

  private static func published(_ outcome: String?) -> Published {
    switch outcome {
    case "skipped": .skipped
    case "replaced": .replaced
    default: .created
    }
  }

  private static func code(_ value: JSONValue) -> Int? { value["code"]?.number.flatMap { Int($0.text) } }

  private static func path(_ value: JSONValue, _ key: String, _ bytesKey: String) -> Path? {
    if let bytes = value[bytesKey]?.string { return Base64.decode(bytes).map { Path(bytes: $0) } }
    return value[key]?.string.map { Path($0) }
  }

  /// Whether another try would fail for the same reason: the job, the video or the moment is at fault.
  var isFinal: Bool { codes.isSubset(of: [2, 3, 4]) }

  /// Whether all its files are there, with the size and, if wanted, the checksum that they had.
  func isIntact(verifies: Bool) -> Bool {
    outputs.allSatisfy { output in
      guard FileIdentity(of: output.path, isRegular: true)?.size == output.byteCount else { return false }
      return !verifies || OutputFacts.checksum(of: output.path) == output.checksum
    }
  }
}

/// Where the lines of a file of results are, by key and by number; the last line of each counts.
struct JournalRecords {
  /// A line without its end: bytes from the start of the file.
  struct Place {
    let offset: Int64
    let count: Int
  }

  private var byKey: [JobKey: Place] = [:]
  private var byNumber: [Int: Place] = [:]
  private let isOfAnyVersion: Bool

  /// - Parameter isOfAnyVersion: whether results of other versions of framegrab and FFmpeg count.
  init(isOfAnyVersion: Bool) { self.isOfAnyVersion = isOfAnyVersion }

  subscript(key: JobKey) -> Place? { byKey[isOfAnyVersion ? key.ofAnyVersion : key] }
  subscript(number: Int) -> Place? { byNumber[number] }

  /// Whether two keys are those of one job, as far as versions count.
  func isSame(_ one: JobKey?, _ other: JobKey) -> Bool {
    isOfAnyVersion ? one?.ofAnyVersion == other.ofAnyVersion : one == other
  }

  /// Notes a line; returns whether it is the result of a job.
  mutating func note(_ line: [UInt8], at offset: Int64) -> Bool {
    guard let record = JournalRecord(line) else { return false }
    let place = Place(offset: offset, count: line.count)
    if let key = record.key { byKey[isOfAnyVersion ? key.ofAnyVersion : key] = place }
    byNumber[record.number] = place
    return true
  }

  /// Whether bytes may be the beginning of a line.
  static func mayBegin(_ bytes: some Sequence<UInt8>) -> Bool {
    zip(bytes, JournalLine.beginning).allSatisfy { $0 == $1 }
  }
}
