#if canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  /// One allocation of the libraries is refused, whichever it is: the answer is right, or it is exit code 6.
  @Suite struct RefusedAllocationTests {
    @Test(arguments: [
      ["--frame", "7", "--json", "-y", "-o", "a.png"], ["--info"], ["--list-frames"], ["--at", "50%", "--hash"],
      ["--all", "--hash", "-j", "2"], ["--frame", "7", "--at", "50%", "--frame", "-1", "--hash", "--json"],
    ])
    func `no answer lacks what there was no memory for`(_ words: [String]) throws {
      let bench = try Bench()
      try bench.copy(.h264BFrames, to: "a.mp4")
      func refusing(_ number: Int) throws -> RunResult {
        try bench.shimmed(["a.mp4", "--sandbox", "off", "--no-cache"] + words, ["SHIM_REFUSE": String(number)])
      }
      let whole = try refusing(0)
      let picture = words.contains("a.png") ? try bench.bytes("a.png") : nil
      #expect(whole.status == 0, "\(whole.stderr)")
      let last = try #require(whole.complaints.last?.split(separator: " ").last.flatMap { Int($0) })
      // Before that, the file is opened.
      var refused = 0
      for number in stride(from: 210, through: last, by: max(1, (last - 210) / 25)) {
        let result = try refusing(number)
        let name = Comment(rawValue: "allocation \(number): \(result.status) \(result.stderr)")
        switch result.status {
        case 0:
          #expect(result.stdout == whole.stdout, name)
          if let picture { #expect(try bench.bytes("a.png") == picture, name) }
        case 1:
          // Some of several moments.
          let (lines, given) = (Set(whole.lines), result.lines.filter { !$0.contains(#""error":""#) })
          #expect(whole.lines.count > 1 && (result.stderr + result.text).contains("--max-memory"), name)
          #expect(given.count < lines.count && given.allSatisfy(lines.contains), name)
        default:
          #expect(result.status == 6 && result.stderr.contains("--max-memory"), name)
          refused += 1
        }
      }
      #expect(refused > 0 || words.contains("-j"))
    }
  }
#endif
