import Files

/// The jobs of a resumed run, to tell which lines of the file of results still count.
struct RunJobs {
  /// A key, and a number that a job with it has.
  struct Numbered: Hashable {
    let key: JobKey
    let number: Int
  }

  private(set) var keys: Set<JobKey> = []
  private(set) var numbered: Set<Numbered> = []
  /// The numbers of the texts that are no valid jobs, or whose keys are unknown.
  private(set) var faults: Set<Int> = []
  /// Hashes of videos with their outputs and with the numbers of their jobs.
  private var subjects: Set<Int> = []

  /// Adds a job; what is unknown of it is nil.
  mutating func note(_ key: JobKey?, number: Int, video: Path?, output: Path?) {
    if let key {
      keys.insert(key)
      numbered.insert(Numbered(key: key, number: number))
    } else {
      faults.insert(number)
    }
    // A line without a video has an empty name.
    subjects.insert(Self.subject("", number))
    guard let video else { return }
    subjects.insert(Self.subject(video, number))
    if let output { subjects.insert(Self.subject(video, output)) }
  }

  /// Whether a job of the run replaces the line of a job with another key: it has the same video, and the same output
  /// or, for a failed job, whose line names no output, the same number.
  func replaces(_ record: JournalRecord) -> Bool {
    guard let video = record.video else { return subjects.contains(Self.subject("", record.number)) }
    if record.outputs.isEmpty { return !record.codes.isEmpty && subjects.contains(Self.subject(video, record.number)) }
    return record.outputs.contains { subjects.contains(Self.subject(video, $0.path)) }
  }

  /// Adds outputs that are known only from the lines of the jobs.
  mutating func note(outputsOf record: JournalRecord) {
    guard let video = record.video else { return }
    for output in record.outputs { subjects.insert(Self.subject(video, output.path)) }
  }

  private static func subject(_ video: Path, _ other: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(video)
    hasher.combine(other)
    return hasher.finalize()
  }
}
