import Arguments
import Foundation
import TestSupport
import Testing

@Suite struct HelpTests {
  /// The options of the command line, as they are typed.
  static let options = OptionTable.framegrab.options.compactMap(\.long)
  static let letters = ["-o", "-y", "-n", "-j", "-q", "-v", "-h"]

  @Test func `without arguments the first commands go to standard error, in twenty lines`() throws {
    let result = try Bench().framegrab()
    #expect(result.status == 2)
    #expect(result.stdout.isEmpty)
    let lines = result.stderr.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 20 && lines.allSatisfy { $0.count <= 80 })
    for words in ["--at 12.5s", "--frame -1", "--gesture drag.json", "--count 12", "*.mp4", "--scrub", "--info", "-h"] {
      #expect(result.stderr.contains(words), "\(words)")
    }
  }

  @Test func `the first commands do what is said`() throws {
    let bench = try Bench()
    try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc2=r=5:s=64x48:d=14", "-pix_fmt", "yuv420p", "video.mp4"])
    try bench.write(try bench.framegrab("--example-gesture").stdout, to: "drag.json")
    for example in OptionTable.framegrab.first where !example.command.hasSuffix("--scrub") {
      let words = example.command.split(separator: " ").dropFirst().map { $0 == "*.mp4" ? "video.mp4" : String($0) }
      #expect(try bench.framegrab(words).status == 0, "\(words)")
    }
    #expect(bench.names.count { $0.hasSuffix(".png") } == 16)
  }

  /// The options that few users need, which are in the long help only.
  private static let rare: Set<OptionSection> = [.gestures, .limits, .reading]

  @Test func `the short help has a line for each option that many need`() throws {
    let result = try Bench().framegrab("-h")
    #expect(result.status == 0)
    #expect(result.stderr == "")
    let rare = OptionTable.framegrab.options.filter { Self.rare.contains($0.section) }.flatMap(\.spellings)
    for option in Self.options where !rare.contains(option) && option != "--help" {
      #expect(result.lines.filter { $0.words.contains(option) && !$0.hasPrefix("  framegrab") }.count == 1, "\(option)")
    }
    for letter in Self.letters { #expect(result.lines.contains { $0.hasPrefix("  \(letter)") }, "\(letter)") }
    #expect(result.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `the long help starts with examples and names every option`() throws {
    let result = try Bench().framegrab("--help")
    #expect(result.status == 0)
    #expect(result.stderr == "")
    #expect(result.lines.first == "EXAMPLES")
    #expect(result.lines.dropFirst().first?.contains("framegrab video.mp4 --at 12.5s") == true)
    for option in Self.options {
      #expect(result.lines.contains { $0.hasPrefix("  ") && $0.words.contains(option) }, "\(option)")
    }
    // Every form of a time, every field of a template and every exit code.
    let told = [
      "62500ms", "100us", "1m2.5s", "1:02", "00:01:02.500", "1001/30000s", "50%", "375f", "-3s", "end-3s", "start",
      "pts:8704", "00:01:02:15", "00:01:02;15", "{stem}", "{index}", "{index:06}", "{time}", "{timecode}", "{label}",
      "{name}",
      "{pts}",
      "%d", "%06d", "70", "128+n",
    ]
    for word in told { #expect(result.text.contains(word), "\(word)") }
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["--version"], ["--man"], ["--schema"], ["--example-gesture"], ["--completions", "zsh"],
  ])
  func `help is printed even if other arguments are invalid`(words: [String]) throws {
    let bench = try Bench()
    let result = try bench.framegrab(["missing.mp4", "--at", "0", "--json"] + words)
    let alone = try bench.framegrab(words)
    #expect(alone.status == 0)
    #expect(!alone.stdout.isEmpty)
    #expect(result.status == 0)
    #expect(result.stdout == alone.stdout)
  }

  @Test func `the version is one line, and with -v the libraries follow`() throws {
    let bench = try Bench()
    let short = try bench.framegrab("--version")
    #expect(short.status == 0)
    #expect(short.lines.count == 1)
    #expect(short.text.wholeMatch(of: /framegrab \d+\.\d+\.\d+\n/) != nil)
    let long = try bench.framegrab("--version", "-v")
    #expect(long.lines.first == short.lines.first)
    for library in ["libavformat", "libavcodec", "libavutil", "libswscale", "libpng", "zimg"] {
      #expect(
        long.lines.contains { $0.hasPrefix(library + " ") && $0.contains(/\d+\.\d+.*built against .*\d+\.\d+/) },
        "\(library)")
    }
    #expect(long.text.contains("sandbox"))
    // FFmpeg's licence depends on how it was built; without parts under the GPL it is the LGPL.
    #expect(long.lines.contains { $0.wholeMatch(of: /licence of FFmpeg: L?GPL version \d.*/) != nil })
    for library in ["libpng", "zimg", "zlib", "Swift's runtime"] {
      #expect(long.lines.contains { $0.hasPrefix("licence of \(library): ") }, "\(library)")
    }
  }

  @Test func `the manual page is roff and names every option`() throws {
    let result = try Bench().framegrab("--man")
    #expect(result.status == 0)
    #expect(result.stderr == "")
    #expect(result.lines.contains { $0.hasPrefix(".TH") && $0.lowercased().contains("framegrab") })
    // In roff a literal hyphen is written \-.
    let plain = result.text.replacing("\\-", with: "-")
    #expect(Self.options.allSatisfy { plain.contains($0) })
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions name every option`(shell: String) throws {
    let result = try Bench().framegrab("--completions", shell)
    #expect(result.status == 0)
    #expect(result.stderr == "")
    // fish lists long names without their dashes.
    let names = shell == "fish" ? Self.options.map { String($0.dropFirst(2)) } : Self.options
    for name in names { #expect(result.text.contains(name), "\(name)") }
  }

  @Test func `bash reads its completions`() throws {
    try #require(FileManager.default.isExecutableFile(atPath: "/bin/bash"))
    let bench = try Bench()
    try bench.write(try bench.framegrab("--completions", "bash").stdout, to: "completions")
    #expect(
      try run(["/bin/bash", "-c", "source ./completions && complete -p framegrab"], in: bench.folder).status == 0)
  }

  @Test func `an unknown shell is refused with those that are known`() throws {
    try Bench().framegrab("--completions", "fis").expectFailure(
      2, "'fis'", "bash", "zsh", "fish", "did you mean 'fish'?")
  }
}

extension String {
  /// The words of a line of help, without the commas and the brackets around them.
  fileprivate var words: Set<String> {
    Set(split { " ,[=".contains($0) }.map(String.init))
  }
}
