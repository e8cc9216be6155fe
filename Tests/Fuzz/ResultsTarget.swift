import Files
@testable import Command

extension FuzzTarget {
  /// A file of results, a file of jobs, and a list of videos, each as another run would read it. Nothing is opened.
  static let results = FuzzTarget(
    name: "results", longest: 4096,
    words: [
      #"{"job":"#, #""key":"#, #""frames":["#, #""output":"#, #""outputBytes":"#, #""bytes":"#, #""crc32":"#,
      #""code":"#,
      #""error":"#, #""video":{"path":"#, "null", "1e400", "-0", "\\ud800", "AAAA", "A===",
    ]
  ) { bytes in
    for line in bytes.split(separator: 0x0A) { try check(line: Array(line)) }
    let lines = JobTexts(lines: bytes)
    let whole = (0..<lines.count).map { lines[$0] }.joined(separator: [0x0A])
    let hasEnd = bytes.last == 0x0A
    try FuzzFault.unless(whole.elementsEqual(hasEnd ? bytes.dropLast() : bytes[...]), "a line is lost")
    let names = JobTexts(names: bytes)
    for place in 0..<names.count { try FuzzFault.unless(!names[place].isEmpty, "a name is empty") }
    if let shard = Shard(String(decoding: bytes, as: UTF8.self)) {
      try FuzzFault.unless(shard.number < shard.count, "a part that does not exist")
    }
  }

  private static func check(line: [UInt8]) throws(FuzzFault) {
    guard let record = JournalRecord(line) else { return }
    if let key = record.key { try FuzzFault.unless(JobKey(key.text) == key, "the key is written differently") }
    let paths = record.outputs.map(\.path)
    try FuzzFault.unless(Set(paths).count == paths.count, "an output comes twice")
    try FuzzFault.unless(record.isFinal || !record.codes.isEmpty, "a job without a failure is done again")
    var records = JournalRecords()
    try FuzzFault.unless(records.add(line, at: 7), "a line is read once and not twice")
    try FuzzFault.unless(records[record.number]?.count == line.count, "the line is not where it was put")
  }
}
