import TestSupport

/// Movies whose tables claim far more samples than there are.
enum TableBombs {
  /// Tables are made when their case runs: some are of 8 to 12 MB.
  private static let lies: [(name: String, tables: @Sendable () -> [String: [UInt8]])] = [
    (
      "equal sizes, two thousand million",
      {
        [
          "stsz": words(0, 1, 0x7FFF_FFFF), "stts": entries([0x7FFF_FFFF, 1]),
          "stsc": entries([1, 0x7FFF_FFFF, 1]),
        ]
      }
    ),
    (
      "equal sizes of none",
      {
        [
          "stsz": words(0, 0, 0x7FFF_FFFF), "stts": entries([0x7FFF_FFFF, 1]),
        ]
      }
    ),
    ("sizes that are missing", { ["stsz": words(0, 0, 0x3FFF_FFFF, 1)] }),
    ("one duration for all of them", { ["stts": entries([-1, 1])] }),
    ("durations that are missing", { ["stts": words(0, -1, 1, 1)] }),
    ("durations beyond all times", { ["stts": entries([2, -1])] }),
    ("negative durations", { ["stts": entries([2, 0x8000_0000])] }),
    ("a million durations", { ["stts": entries(Array(repeating: 1, count: 2_000_000))] }),
    ("offsets that are missing", { ["ctts": words(0, 0x1FFF_FFFF, 0, 1)] }),
    ("one offset for all of them", { ["ctts": entries([-1, 0x7FFF_FFFF])] }),
    ("negative offsets", { ["ctts": words(0x0100_0000, 1, 2, 0x8000_0000)] }),
    ("chunks that are missing", { ["stco": words(0, 0x3FFF_FFFF, 64)] }),
    ("chunks of two thousand million samples", { ["stsc": entries([1, 0x7FFF_FFFF, 1])] }),
    ("chunks backwards", { ["stsc": entries([9, 1, 1, 3, 1, 1, 1, 1, 1])] }),
    ("edits that are missing", { ["elst": words(0, 0x0FFF_FFFF, 0, 0, 1)] }),
    ("a million edits", { ["elst": words(0, 1_000_000) + edits(1_000_000)] }),
    ("edits beyond all times", { ["elst": words(0x0100_0000, 1, 0x7FFF_FFFF, -1, 0x7FFF_FFFF, -1, 0x10000)] }),
    ("an edit at a negative time", { ["elst": words(0x0100_0000, 1, 0, 9, 0x8000_0000, 0, 0x10000)] }),
    ("a time scale of 0", { ["mdhd": words(0, 0, 0, 0, 80, 0)] }),
    ("the largest time scale", { ["mdhd": words(0, 0, 0, -1, -1, 0)] }),
    ("a negative time scale", { ["mdhd": words(0, 0, 0, 0x8000_0000, 80, 0)] }),
    (
      "a movie's time scale of 0",
      { ["mvhd": words(0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)] }
    ),
    ("descriptions that are missing", { ["stsd": words(0, -1)] }),
    ("a sample description of 2 GB", { ["stsd": words(0, 1, 0x7FFF_FFFF) + Array("avc1".utf8)] }),
  ]

  static let all: [Bomb] = lies.flatMap { name, tables in
    [["--frame", "0", "-o", "out.png"], ["--at", "100%", "-o", "out.png"], ["--list-frames"]].map { words in
      bomb(name, tables, words)
    }
  }

  private static func bomb(_ name: String, _ lies: @escaping @Sendable () -> [String: [UInt8]], _ words: [Word]) -> Bomb
  {
    Bomb("\(name): \(words[0])") { bench in
      var movie = Movie()
      movie.samples = Array(repeating: [UInt8](repeating: 0x40, count: 64 * 48 * 3), count: 2)
      movie.lies = lies()
      try bench.write(movie.bytes, to: "tables.mov")
      var trial = Trial(["tables.mov", "--timeout", "5s", "-q"] + words)
      if words.count == 1 { (trial.printed, trial.writes, trial.mayWriteAndFail) = (.anything, false, true) }
      return trial
    }
  }

  /// Version and flags, the number of entries, and entries of four bytes each number; most tables have two of them.
  private static func entries(_ numbers: [Int]) -> [UInt8] {
    let width = numbers.count % 3 == 0 && numbers.count < 10 ? 3 : 2
    return .big(0, 4) + .big(numbers.count / width, 4) + numbers.flatMap { [UInt8].big($0, 4) }
  }

  /// Numbers of four bytes each.
  private static func words(_ numbers: Int...) -> [UInt8] { numbers.flatMap { [UInt8].big($0, 4) } }

  private static func edits(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(12 * count)
    for number in 0..<count { bytes += .big(1, 4) + .big(number % 80, 4) + .big(0x10000, 4) }
    return bytes
  }
}
