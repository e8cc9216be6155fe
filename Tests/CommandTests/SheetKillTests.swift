import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Signals between the names of sheets and their index, and workers that are lost.
  @Suite struct SheetKillTests {
    /// Three sheets, t-001.png to t-003.png, and t.vtt.
    private static let words = ["v.mp4", "--count", "6", "--width", "64", "--sheet", "2x1", "-o", "t.vtt"]
    private static let files = ["t-001.png", "t-002.png", "t-003.png", "t.vtt"]

    private func bench() throws -> Bench {
      let bench = try Bench()
      try bench.copy(.h264BFrames, to: "v.mp4")
      return bench
    }

    private func contents(_ bench: Bench) throws -> [Data] { try Self.files.map { try bench.bytes($0) } }

    /// Whether an index that is there names whole sheets that are there, and nothing else has the name of an output.
    private func expectWhole(_ bench: Bench, _ words: String) throws {
      let names = bench.names
      for name in names where name.hasSuffix(".png") && !name.hasPrefix(".") {
        _ = try #require(try? bench.picture(name), "\(words): \(name) is torn")
      }
      guard names.contains("t.vtt") else { return }
      let track = try #require(try ThumbnailTrack(bench.bytes("t.vtt")), "\(words): the index is torn")
      for cue in track.cues { #expect(names.contains(String(decoding: cue.sheet, as: UTF8.self)), "\(words)") }
    }

    /// A file gets its name by a link, and where another one has it, by a link and a rename.
    @Test(arguments: ["linkat", "renameat"], ["KILL", "TERM"])
    func `a signal at each link and rename leaves no index without its sheets`(call: String, signal: String) throws {
      let reference = try bench()
      #expect(try reference.framegrab(Self.words).status == 0)
      let expected = try contents(reference)
      var ends: [Int32] = []
      for replaces in [false, true] where replaces || call == "linkat" {
        for number in 1...4 {
          let bench = try bench()
          if replaces {
            // Older sheets and their index, of other frames.
            #expect(try bench.framegrab(Self.words + ["--from", "1s"]).status == 0)
          }
          let words = "\(call) \(signal) \(number)\(replaces ? " -y" : "")"
          let result = try bench.shimmed(
            Self.words + (replaces ? ["-y"] : []), ["SHIM_SIGNAL": "\(call) \(signal) \(number)"])
          ends.append(result.status)
          try expectWhole(bench, words)
          let made = bench.names.subtracting(["v.mp4"])
          // A signal that can be caught leaves no temporary file.
          if signal == "TERM" { #expect(made.isSubset(of: Self.files), "\(words): \(made)") }
          if !replaces { #expect(made == Set(Self.files.prefix(number)), "\(words)") }
          // A later run makes it whole.
          let again = try bench.framegrab(Self.words + ["-y"])
          #expect(try again.status == 0 && contents(bench) == expected, "\(words): \(again.stderr)")
        }
      }
      #expect(ends.contains { $0 != 0 })
    }

    @Test(arguments: ["linkat", "renameat"]) func `an error at each link and rename is one line`(call: String) throws {
      for number in 1...4 {
        let bench = try bench()
        if call == "renameat" { #expect(try bench.framegrab(Self.words + ["--from", "1s"]).status == 0) }
        let result = try bench.shimmed(
          Self.words + (call == "renameat" ? ["-y"] : []), ["SHIM_ERROR": "\(call) EIO \(number)"])
        #expect(result.status == 5 && result.complaints.count == 1, "\(call) \(number): \(result.stderr)")
        try expectWhole(bench, "\(call) \(number)")
        #expect(bench.names.subtracting(["v.mp4"]).isSubset(of: Self.files), "\(call) \(number)")
        #expect(bench.names.contains("t.vtt") == (call == "renameat"))
      }
    }

    /// The preads of all processes are counted together, so one worker is lost, and the one after it is not.
    @Test func `a worker that is lost in the middle of a sheet costs no tile`() throws {
      let reference = try bench()
      let words = [
        "v.mp4", "w.mp4", "--every", "0.2s", "--sheet", "8x2", "-o", "{stem}.vtt", "--results", "r", "-j", "2",
      ]
      try reference.copy(.h264BFrames, to: "w.mp4")
      #expect(try reference.framegrab(words).status == 0)
      let names = reference.names.filter { $0.hasSuffix(".png") || $0.hasSuffix(".vtt") }
      // 30 tiles are two sheets for each video.
      #expect(names.count == 6)
      for (read, how) in [(4, "SEGV"), (6, "KILL"), (9, "ABRT"), (12, "KILL")] {
        let bench = try bench()
        let clip = try bench.copy(.h264BFrames, to: "w.mp4")
        let result = try bench.shimmed(
          words, ["SHIM_CRASH": "pread \(read) \(how)", "SHIM_ALL": "1", "SHIM_SIZE": "\(clip.count)"])
        #expect(result.status == 0, "\(read) \(how): \(result.stderr)")
        for name in names { #expect(try bench.bytes(name) == reference.bytes(name), "\(read) \(how): \(name)") }
        #expect(bench.names.subtracting(["v.mp4", "w.mp4", "r"]) == names)
      }
    }

    /// Run n is killed at its n-th link, also at one that finds the file of the run before it: the fourth one has done the
    /// first video, and the fifth has three links left for the second.
    @Test func `a run that is killed again and again goes on`() throws {
      let reference = try bench()
      let words = [
        "a.mp4", "b.mp4", "--count", "4", "--sheet", "2x1", "-o", "{stem}.vtt", "--results", "r", "--resume", "-j", "1",
      ]
      for name in ["a.mp4", "b.mp4"] { try reference.copy(.h264NTSC, to: name) }
      #expect(try reference.framegrab(words).status == 0)
      let names = ["a-001.png", "a-002.png", "a.vtt", "b-001.png", "b-002.png", "b.vtt"]
      let bench = try bench()
      for name in ["a.mp4", "b.mp4"] { try bench.copy(.h264NTSC, to: name) }
      var kills = 0
      while kills < 20 {
        let result = try bench.shimmed(words, ["SHIM_SIGNAL": "linkat KILL \(kills + 1)"])
        if result.status == 0 { break }
        kills += 1
        for stem in ["a", "b"] where bench.names.contains("\(stem).vtt") {
          #expect(bench.names.isSuperset(of: ["\(stem)-001.png", "\(stem)-002.png"]), "\(kills)")
        }
      }
      #expect(kills == 4)
      for name in names { #expect(try bench.bytes(name) == reference.bytes(name), "\(name)") }
    }
  }
#endif
