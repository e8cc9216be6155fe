import Files
@testable import Command

extension FuzzTarget {
  /// A file of results, a file of jobs, and a list of videos, each as another run would read it. No video is opened.
  static let results = FuzzTarget(
    name: "results", longest: 4096,
    words: [
      #"{"job":"#, #""key":"#, #""frames":["#, #""output":"#, #""outputBytes":"#, #""bytes":"#, #""crc32":"#,
      #""code":"#,
      #""error":"#, #""video":{"path":"#, "null", "1e400", "-0", "\\ud800", "AAAA", "A===",
    ]
  ) { bytes in
    for line in bytes.split(separator: 0x0A) { try check(line: Array(line)) }
    try check(jobs: bytes)
    if let shard = Shard(String(decoding: bytes, as: UTF8.self)) {
      try FuzzFault.unless(shard.number < shard.count, "a part that does not exist")
    }
  }

  /// Checks that all bytes of a file of jobs are read, and that each text is the same when it is read again.
  private static func check(jobs bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    let made = try FuzzedFile(bytes)
    for kind in [JobTextKind.requests, .videos] {
      let file = try JobFile(kind, InputFile(opening: made.path))
      var texts: [JobText] = []
      try file.readAll { (_, text) in
        texts.append(text)
        return true
      }
      for (place, text) in texts.enumerated() {
        try FuzzFault.unless(file.text(at: place) == text, "a text is another one when it is read again")
      }
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      if bytes.last == 0x0A { lines.removeLast() }
      var names: [JobText] = []
      try HeldJobs(names: bytes).readAll { (_, text) in
        names.append(text)
        return true
      }
      try FuzzFault.unless(
        texts == (kind == .videos ? names : lines.map { .bytes(Array($0)) }), "a text is lost")
    }
  }

  private static func check(line: [UInt8]) throws(FuzzFault) {
    guard let record = JournalRecord(line) else { return }
    if let key = record.key { try FuzzFault.unless(JobKey(key.text) == key, "the key is written differently") }
    let paths = record.outputs.map(\.path)
    try FuzzFault.unless(Set(paths).count == paths.count, "an output comes twice")
    try FuzzFault.unless(record.isFinal || !record.codes.isEmpty, "a job without a failure is done again")
    var records = JournalRecords(isOfAnyVersion: false)
    try FuzzFault.unless(records.note(line, at: 7), "a line is read once and not twice")
    try FuzzFault.unless(records[record.number]?.count == line.count, "the line is not where it was put")
  }
}
