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
