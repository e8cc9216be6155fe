import Foundation
import TestSupport
import Testing

/// A run stops where its folder takes no files, and goes on where only its reader is gone.
@Suite struct BlockedFolderTests {
  private static let names = (1...6).map { "v\($0).mp4" }

  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: Self.names)
    try bench.write("", to: "file")
    try bench.makeFolder("d")
    return bench
  }

  // MARK: Before the work

  @Test(arguments: [("none", "no such folder"), ("file", "a part of its path is not a folder")])
  func `a folder that is none is found before a video is opened`(_ folder: String, _ words: String) throws {
    let bench = try furnish()
    // None of these could be opened.
    for name in Self.names { try bench.write("no video", to: name) }
    for into in [["--into", folder], ["-o", "\(folder)/{stem}.png"]] {
      let result = try bench.framegrab(Self.names + ["--frame", "3", "--results", "results\(into[0])"] + into)
      #expect(result.status == 5)
      try #require(result.complaints.count == 4, "\(result.stderr)")
      #expect(result.complaints[0].hasSuffix("0 done, 1 failed, 5 not begun"))
      #expect(result.complaints[1].contains(words))
      #expect(result.complaints[3].hasSuffix("5 jobs were not tried: no file can be written to \(folder)"))
      #expect(try bench.results("results\(into[0])").map(\.code) == [5])
    }
  }

  @Test func `with --resume the rest is done`() throws {
    let bench = try furnish()
    let words = Self.names + ["--frame", "3", "--into", "none", "--results", "r.ndjson"]
    #expect(try bench.framegrab(words).status == 5)
    try bench.makeFolder("none")
    #expect(try bench.framegrab(words + ["--resume"]).status == 0)
    #expect(try bench.files(".png").count == 6 && bench.promised("r.ndjson").count == 6)
  }

  @Test func `other folders are not held up`() throws {
    let bench = try furnish()
    let jobs = [
      #"{"video": "v1.mp4", "frame": 3, "output": "none/1.png"}"#,
      #"{"video": "v2.mp4", "frame": 3, "output": "d/2.png"}"#,
      #"{"video": "v3.mp4", "frame": 3, "output": "none/3.png"}"#,
      #"{"video": "v4.mp4", "frame": 3, "output": "4.png"}"#,
    ]
    let result = try bench.batch(jobs)
    #expect(result.status == 5 && result.lines == ["d/2.png", "4.png"])
    #expect(result.stderr.contains("1 job was not tried: no file can be written to none"))
    // Of one video, each folder has its frames.
    try bench.makeFolder("0")
    try bench.makeFolder("2")
    let frames = try bench.framegrab("v1.mp4", "--frame", "0..3", "-o", "{index}/x.png")
    #expect(frames.status == 5 && frames.lines == ["0/x.png", "2/x.png"] && frames.complaints.count == 2)
  }

  #if os(Linux)
    // MARK: In the middle

    /// Lets the third picture find a full disk.
    private static let full: [String: String?] = ["SHIM_ERROR": "linkat ENOSPC 3"]

    @Test(arguments: ["auto", "off"])
    func `no frame is begun after the first one that finds a full disk`(_ sandbox: String) throws {
      let bench = try furnish()
      let words = ["v1.mp4", "-o", "d/{index}.png", "-j", "1", "--sandbox", sandbox]
      let result = try bench.shimmed(words + ["--frame", "0..9"], Self.full)
      #expect(result.status == 5 && result.lines == ["d/0.png", "d/1.png"], "\(result.stderr)")
      #expect(
        result.complaints == [
          "framegrab: d/2.png: cannot be given its name: the disk is full",
          "framegrab: v1.mp4: 7 more pictures were not tried",
        ])
      #expect(try Set(bench.files(".png").keys) == ["d/0.png", "d/1.png"])
    }

    @Test func `each moment has its object`() throws {
      let bench = try furnish()
      let moments = (0..<5).flatMap { ["--frame", "\($0)"] }
      let words = ["v1.mp4", "-o", "d/{index}.png", "-j", "1", "--json"] + moments
      let result = try bench.shimmed(words, Self.full)
      #expect(try result.objects().map { $0["code"] as? Int } == [nil, nil, 5, 5, 5])
      #expect(result.status == 5 && result.complaints.count == 2)
    }

    @Test func `no job is begun after the first one that finds a full disk`() throws {
      let bench = try furnish()
      let words = Self.names + ["--frame", "3", "-o", "d/{stem}.png", "-j", "1", "--results", "r.ndjson"]
      let result = try bench.shimmed(words, Self.full)
      #expect(result.status == 5 && result.lines == ["d/v1.png", "d/v2.png"], "\(result.stderr)")
      #expect(result.stderr.contains("3 jobs were not tried") && result.stderr.contains("--resume goes on"))
      #expect(try bench.results().map(\.code) == [nil, nil, 5])
      let rest = try bench.framegrab(words + ["--resume"])
      #expect(rest.status == 0 && rest.lines == ["d/v3.png", "d/v4.png", "d/v5.png", "d/v6.png"])
    }

    @Test func `a service goes on`() throws {
      let bench = try furnish()
      let requests = (1...4).map { #"{"video": "v\#($0).mp4", "frame": 3, "output": "d/\#($0).png"}"# + "\n" }
      try bench.write(requests.joined(), to: "requests")
      let result = try bench.shell(
        "SHIM_ERROR='linkat ENOSPC 3' LD_PRELOAD=\"$1\" framegrab --serve -j 1 < requests", BuiltTool.shim)
      #expect(try result.objects().map { $0["code"] as? Int } == [nil, nil, 5, nil])
    }
  #endif

  // MARK: A reader that is gone

  @Test(arguments: ["v1.mp4 --all -o d/{index}.png", "v1.mp4 v2.mp4 --frame 0..24 -o d/{stem}-{index}.png"])
  func `files are written although nobody reads what is printed`(_ line: String) throws {
    let bench = try furnish()
    // The reader is gone before the first line.
    let result = try bench.shell(
      "{ sleep 0.2; framegrab \(line); echo $? > code; } | true; while [ ! -s code ]; do sleep 0.05; done")
    #expect(result.stderr.isEmpty && result.status == 0)
    #expect(try bench.bytes("code") == Data("0\n".utf8) && bench.files(".png").count == 50)
  }
}
