import Files

/// The jobs of a run that goes on, as far as they tell which lines of a file of results still count.
struct RunJobs {
  /// A key, and a number that a job with it has.
  struct Numbered: Hashable {
    let key: JobKey
    let number: Int
  }

  private(set) var keys: Set<JobKey> = []
  private(set) var numbered: Set<Numbered> = []
  /// The numbers of the texts that are no jobs, or whose keys cannot be known.
  private(set) var faults: Set<Int> = []
  /// Hashes of videos with their outputs and with the numbers of their jobs.
  private var subjects: Set<Int> = []

  /// Notes a job; what cannot be known of it is nil.
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

  /// Whether one of the jobs takes the place of that of a line with another key: it has the same video, and the same
  /// output, or, since the line of a job that failed names none, the same number.
  func replace(_ record: JournalRecord) -> Bool {
    guard let video = record.video else { return subjects.contains(Self.subject("", record.number)) }
    if record.outputs.isEmpty { return !record.codes.isEmpty && subjects.contains(Self.subject(video, record.number)) }
    return record.outputs.contains { subjects.contains(Self.subject(video, $0.path)) }
  }

  /// Notes the outputs of the jobs, which only their lines tell.
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
