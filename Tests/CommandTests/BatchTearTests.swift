import Foundation
import TestSupport
import Testing

@testable import Command
@testable import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of results that end early, are locked, or cannot be written.
@Suite struct BatchTearTests {
  private static let names = (1...5).map { "v\($0).mp4" }
  private static let words = names + ["--frame", "3", "-o", "{stem}.png", "--results", "r.ndjson", "-j", "1"]

  private func finish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: Self.names)
    #expect(try bench.framegrab(Self.words).status == 0)
    return bench
  }

  @Test func `results cut off anywhere are completed by a later run`() throws {
    let bench = try finish()
    let (bytes, promised, pictures) = (
      try bench.bytes("r.ndjson"), try bench.promised("r.ndjson"), try bench.files(".png")
    )
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    try #require(ends.count == 5)
    // Around the ends of the last lines, and some places within them.
    let places = [-1, 0, 1, 2, 7, 9, 300]
    var cuts: Set<Int> = [0, 1, 5]
    for end in ends.suffix(3) { cuts.formUnion(places.map { end + $0 }) }
    for cut in cuts.sorted() where cut <= bytes.count {
      try bench.write(bytes.prefix(cut), to: "r.ndjson")
      let whole = bytes.prefix(cut).count { $0 == 0x0A }
      let result = try bench.framegrab(Self.words + ["--resume", "--json"])
      #expect(result.status == 0, "\(cut): \(result.stderr)")
      #expect(try result.objects().first?["earlier"] as? Int == whole)
      #expect(try bench.promised("r.ndjson") == promised, "\(cut)")
      #expect(try bench.files(".png") == pictures, "\(cut)")
    }
  }

  /// Opens a file of results; a program that another test is about to start has the lock, too, until it is started.
  private func open(_ path: Path) throws -> Journal {
    for _ in 0..<1000 {
      if let journal = try? Journal(path, resuming: .sameVersion, syncs: false) { return journal }
      usleep(1000)
    }
    return try Journal(path, resuming: .sameVersion, syncs: false)
  }

  @Test func `a last line that is torn is cut off at every byte`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: Self.names)
    // Videos that are missing come last, and their lines are short.
    let words = Self.names.prefix(3) + ["none1.mp4", "none2.mp4"] + Self.words.dropFirst(Self.names.count)
    #expect(try bench.framegrab(words.map(\.self)).status == 1)
    let bytes = try bench.bytes("r.ndjson")
    let keys = try bench.results().map { try #require($0.key.flatMap { JobKey($0) }) }
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }
    let path = Path(bench.url("r.ndjson").path(percentEncoded: false))
    for cut in (ends[1] + 1)...bytes.count {
      try bench.write(bytes.prefix(cut), to: "r.ndjson")
      let whole = ends.count { $0 < cut }
      let known: [Bool]
      do {
        let journal = try open(path)
        known = keys.map { journal.record(of: $0) != nil }
      }
      #expect(known == keys.indices.map { $0 < whole }, "\(cut)")
      #expect(try bench.bytes("r.ndjson") == bytes.prefix(whole == 0 ? 0 : ends[whole - 1] + 1), "\(cut)")
    }
  }

  @Test func `a second run on the same results is refused while the first one is at work`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: ["a.mp4", "b.mp4"])
    let result = try bench.shell(
      """
      mkfifo in
      framegrab --batch in --results r.ndjson > out 2>&1 & first=$!
      exec 3> in
      tries=0
      until [ -f r.ndjson ]; do tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9; sleep 0.05; done
      framegrab a.mp4 b.mp4 --frame 2 --hash --results r.ndjson --resume; code=$?
      echo '{"video":"a.mp4","frame":3,"hash":true}' >&3
      exec 3>&-
      wait $first || exit 8
      framegrab a.mp4 b.mp4 --frame 2 --hash --results r.ndjson --resume > again 2>&1 || exit 7
      exit $code
      """)
    result.expectFailure(5, "r.ndjson")
    #expect(try bench.results().count == 3)
  }

  @Test func `zeros behind the last line, as after a power failure, are cut off`() throws {
    let bench = try finish()
    let (bytes, promised) = (try bench.bytes("r.ndjson"), try bench.promised("r.ndjson"))
    let end = try #require(bytes.dropLast().lastIndex(of: 0x0A))
    for kept in [end + 1, end + 9, bytes.count] {
      try bench.write(bytes.prefix(kept) + Data(count: 4096), to: "r.ndjson")
      let result = try bench.framegrab(Self.words + ["--resume"])
      #expect(result.status == 0, "\(kept): \(result.stderr)")
      #expect(try bench.promised("r.ndjson") == promised, "\(kept)")
    }
    // A file of zeros is no file of results, and stays.
    try bench.write(Data(count: 4096), to: "r.ndjson")
    try bench.framegrab(Self.words + ["--resume"]).expectFailure(5, "r.ndjson")
    #expect(try bench.bytes("r.ndjson") == Data(count: 4096))
  }

  #if os(Linux)
    @Test(arguments: 1...4)
    func `a full disk is exit code 5, and no line is torn`(_ call: Int) throws {
      let bench = try Bench()
      try bench.copy(.h264Faststart, to: Self.names)
      let words = Self.names + ["--frame", "3", "--hash", "--results", "r.ndjson"]
      let result = try bench.shimmed(words + ["--sandbox", "off"], ["SHIM_ERROR": "write ENOSPC \(call)"])
      #expect(result.status == 5, "\(result.stderr)")
      #expect(result.stderr.contains("r.ndjson") || result.stderr.contains("standard output"))
      #expect(try bench.results().count <= call)
      let again = try bench.framegrab(words + ["--resume"])
      #expect(again.status == 0)
      #expect(try bench.promised("r.ndjson").count == Self.names.count)
    }

    @Test func `storage that fails is exit code 5`() throws {
      let bench = try Bench()
      try bench.copy(.h264Faststart, to: Self.names)
      let words = Self.names + ["--frame", "3", "--hash", "--results", "r.ndjson", "--sync"]
      let result = try bench.shimmed(words, ["SHIM_ERROR": "fsync EIO 2"])
      #expect(result.status == 5 && result.stderr.contains("r.ndjson"), "\(result.stderr)")
      #expect(try bench.framegrab(words + ["--resume"]).status == 0)
    }

    @Test func `a file of results may be no larger than allowed, and has whole lines then`() throws {
      let bench = try Bench()
      try bench.copy(.h264Faststart, to: Self.names)
      // Blocks of 512 or 1024 bytes: in any case more than a line, and less than five of them.
      let script = "ulimit -f 2; framegrab \"$@\" --frame 3 --hash --results r.ndjson --sandbox off"
      let result = try bench.shell(script, "v1.mp4", "v2.mp4", "v3.mp4", "v4.mp4", "v5.mp4")
      #expect(result.status == 5 && result.stderr.contains("r.ndjson"), "\(result.stderr)")
      let count = try bench.results().count
      #expect(count > 0 && count < 5)
      // The job whose line did not fit was done, and says so.
      #expect(result.stdout.split(separator: 0x0A).count > count, "\(result.stdout)")
      let again = try bench.framegrab(Self.names + ["--frame", "3", "--hash", "--results", "r.ndjson", "--resume"])
      #expect(try again.status == 0 && bench.promised("r.ndjson").count == 5)
    }
  #endif
}
