import TestSupport

/// A small thing that wants much work, memory or time.
struct Bomb: Sendable {
  /// What it is.
  let name: String
  /// Puts it into the case's folder.
  let make: @Sendable (Bench) throws -> Trial

  init(_ name: String, _ make: @escaping @Sendable (Bench) throws -> Trial) {
    (self.name, self.make) = (name, make)
  }

  /// A file, used in three ways: one picture, its facts, and all its frames.
  static func file(_ name: String, _ make: @escaping @Sendable (Bench, String) throws -> Void) -> [Bomb] {
    [
      Bomb("\(name): a picture") { bench in
        try make(bench, name)
        return Trial([Word(name), "--frame", "0", "-o", "out.png", "--timeout", "5s", "-q"])
      },
      Bomb("\(name): its facts") { bench in
        try make(bench, name)
        var trial = Trial([Word(name), "--info", "--timeout", "5s", "-q"])
        // It counts the frames and decodes the first.
        (trial.printed, trial.writes, trial.seconds) = (.text, false, 11)
        return trial
      },
      Bomb("\(name): the last and all frames") { bench in
        try make(bench, name)
        let words: [Word] = [
          Word(name), "--frame", "-1", "--at", "50%", "--dry-run", "--json", "--timeout", "5s", "-q",
        ]
        var trial = Trial(words)
        (trial.printed, trial.writes, trial.isSingle, trial.seconds) = (.json, false, false, 20)
        return trial
      },
    ]
  }

  /// A command line about a good clip.
  static func words(_ name: String, seconds: Double = 20, _ words: [Word]) -> Bomb {
    Bomb(name) { bench in
      try bench.copy(.h264BFrames, to: "good.mp4")
      var trial = Trial(["good.mp4", "--timeout", "5s", "-q"] + words)
      (trial.printed, trial.writes, trial.isSingle, trial.seconds) = (.anything, false, false, seconds)
      // Some of the words ask for one moment, others for many.
      trial.mayWriteAndFail = true
      return trial
    }
  }
}
