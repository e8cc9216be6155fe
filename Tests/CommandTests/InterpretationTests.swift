import Arguments
import Color
import Foundation
import FrameGrabbing
import TestSupport
import Testing

@testable import Command

/// What a command line means, found without a start of the tool and without a file.
@Suite struct InterpretationTests {
  private func meaning(_ line: String) -> Interpretation {
    Interpretation(line.split(separator: " ").map { Word(String($0)) })
  }

  @Test(arguments: [
    ("v.mp4 --at 1s", SingleTask.grab), ("v.mp4 --frame 3 --json", .grab), ("--gesture g.json", .grab),
    ("v.mp4 --info", .describe), ("v.mp4 --list-frames --json", .listFrames), ("--gesture g.json --trace", .trace),
    ("--gesture g.json --replay --simulate 100", .replay), ("--gesture g.json --plot p.svg", .plot),
    // A replay may be drawn, too.
    ("--gesture g.json --replay --plot p.svg", .replay), ("v.mp4 --new-gesture g.json --reach 1s", .makeGesture),
    ("--gesture g.json --solve 1s", .correctGesture),
  ]) func `one video or gesture is a run of its own`(line: String, expected: SingleTask) {
    guard case .single(_, let task) = meaning(line) else { Issue.record("\(line)"); return }
    #expect(task == expected, "\(line)")
  }

  @Test(arguments: PictureFlag.allCases) func `a flag of pictures is the option of its name`(flag: PictureFlag) throws {
    let words = ["v.mp4", "--frame", "0", "--\(flag.rawValue)"].map { Word($0) }
    #expect(try GrabRequest(OptionTable.framegrab.parse(words)).options.pixels.flags == [flag])
  }

  @Test func `services, batches, sessions and questions are told apart`() {
    if case .service = meaning("--serve -j 2") {} else { Issue.record("a service") }
    for line in [
      "a.mp4 b.mp4 --at 50%", "--batch jobs.ndjson", "--videos list --frame 0", "a.mp4 --at 0 --results r.ndjson",
      "a.mp4 --at 0 --shard 0/2", "a.mp4 --at 0 --results r.ndjson --resume",
    ] {
      if case .batch = meaning(line) {} else { Issue.record("\(line)") }
    }
    if case .scrub = meaning("v.mp4 --scrub --frame 3") {} else { Issue.record("a session") }
    if case .opening = meaning("") {} else { Issue.record("nothing") }
    for line in ["-h", "--help", "--help times --version", "--help --width", "--version v.mp4", "--man", "--help time"]
    {
      if case .question = meaning(line) {} else { Issue.record("\(line)") }
    }
  }

  /// A line, and words of its refusal.
  private static let refused: [(String, String)] = [
    ("v.mp4", "nothing to grab"), ("--at 1s", "which video?"), ("v.mp4 --at", "missing value"),
    ("v.mp4 --at x", "cannot read 'x'"), ("v.mp4 --frame 1.5", "cannot read"), ("v.mp4 --nothing", "unknown option"),
    ("v.mp4 --at 0 -y -n", "exclude each other"), ("v.mp4 --at 0 --json -o -", "both would go to standard output"),
    ("v.mp4 --info --list-frames", "exclude each other"), ("v.mp4 --info --at 0", "leave the moments out"),
    ("v.mp4 --trace", "shows a gesture"), ("v.mp4 --at 0 --from 1s", "belongs to"),
    ("v.mp4 --at 0 --repeat", "belongs to"), ("v.mp4 --at 0 -j 0", "1 or more"),
    ("v.mp4 --at 0 --fit cover --width 30 --height 20", "belongs to --size; write --size 30x20"),
    ("v.mp4 --at 0 --size 0x3", "a width and a height"), ("v.mp4 --at 0 --width 70000", "from 1 to 65535"),
    ("v.mp4 --at 0 --scale 0%", "above 0"), ("v.mp4 --at 0 --max-memory x", "is a size"),
    ("v.mp4 --at 0 --timeout 0", "above 0"), ("v.mp4 --at 0 --probe-size 3", "at least 32"),
    ("v.mp4 --at 0 --depth 9", "unknown value '9'"), ("v.mp4 --at 0 --at 1 -o x.jpg", "PNG only"),
    ("v.mp4 --at 0 --into d -o e/x.png", "with --into"), ("v.mp4 --at 0 --raw rgb24 -o x.png", "not PNG"),
    ("v.mp4 --step x --at 0", "whole number"), ("--serve v.mp4", "leave 'v.mp4' out"), ("--serve --json", "leave"),
    ("--batch", "needs a file of jobs"), ("a.mp4 b.mp4", "nothing to grab"),
    ("a.mp4 b.mp4 --at 0 -o -", "for one video"),
    ("a.mp4 --at 0 --shard 2/2", "a part I of N"), ("a.mp4 --at 0 --resume", "belongs to --results"),
    ("v.mp4 --scrub --frame 0..3", "starts at one moment"), ("v.mp4 --scrub --at 0 --at 1", "leave the others out"),
    ("--gesture g.json --replay -o -", "give -o a folder"), ("--gesture g.json --simulate 5", "belongs to"),
    ("v.mp4 --new-gesture g.json --rate 5", "belongs to --reach"), ("--help qwertz", "unknown help topic"),
    // Behind a flag, two letters are more flags; three are a long name with one dash.
    ("v.mp4 -qat", "unknown option '-a' in '-qat'"), ("v.mp4 -qall", "did you mean '--all'"),
    ("v.mp4 --at-list - --gesture -", "two options name it"), ("v.mp4 --at 0 --cache", "missing value"),
  ]

  @Test func `a line that is no call is refused before anything is opened`() {
    for (line, words) in Self.refused {
      guard case .refused(let error) = meaning(line) else { Issue.record("\(line)"); continue }
      #expect(error.line.contains(words), "\(line): \(error.line)")
      // The mark is within the text that it is about.
      #expect(error.fault.upperBound <= max(error.text.count, error.fault.lowerBound + 1), "\(line)")
    }
  }

  /// Of the options of a batch: those that make another job, by what the specification of `--resume` says of the others.
  @Test func `what makes a job another one is in its row`() {
    let handling: Set<Option> = [
      .overwrite, .skipExisting, .mkdir, .sync, .jobs, .timeout, .maxPixels, .maxPicture, .maxAllocation, .maxMemory,
      .maxStreams, .maxGap, .cache, .noCache, .source, .whole, .sandbox, .quiet, .verbose,
    ]
    let run: Set<Option> = [
      .batch, .videos, .results, .resume, .shard, .json, .print0, .progress, .maxOpen, .failFast, .unordered,
    ]
    for option in OptionTable.framegrab.options where option.modes.contains(.batch) {
      let expected: OptionEffect = handling.contains(option) ? .handling : run.contains(option) ? .run : .pictures
      #expect(option.effect == expected, "\(option.name)")
    }
  }
}
