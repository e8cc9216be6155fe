public import Foundation
import TestSupport

/// The environment of the benchmark: its folders, and which of the programs that could take part are installed.
public struct Setting: Sendable {
  /// The measured framegrab.
  let framegrab: String
  /// The self-contained one, if it was built.
  let portable: String?
  /// This program, for the parts that need their own process.
  let bench: String
  /// Python, which may lack the modules.
  let python: String
  /// The folder for clips, pictures and results.
  public let folder: URL
  /// How often each contender runs.
  let rounds: Int
  /// A static build of the newest ffmpeg, if there is one.
  let staticFFmpeg: String?
  /// The words in framegrab's help.
  private let help: Set<String>
  private let path: [String]
  private let modules: Set<String>

  /// Finds the programs.
  ///
  /// - Parameters:
  ///   - folder: The folder for clips, pictures and results.
  ///   - environment: BENCH_FRAMEGRAB, BENCH_PORTABLE, BENCH_PYTHON, BENCH_FFMPEG and BENCH_ROUNDS name another
  ///     framegrab, another self-contained one, another Python, a static ffmpeg in place of the one in Python's
  ///     imageio_ffmpeg, and how often each contender runs (7).
  /// - Throws: `BenchFault` when framegrab does not run.
  public init(folder: URL, environment: [String: String]) throws {
    self.folder = folder
    framegrab = environment["BENCH_FRAMEGRAB"].flatMap { $0.isEmpty ? nil : $0 } ?? BuiltTool.path
    let portable = environment["BENCH_PORTABLE"].flatMap { $0.isEmpty ? nil : $0 } ?? ".build/portable/framegrab"
    self.portable = FileManager.default.isExecutableFile(atPath: portable) ? portable : nil
    python = environment["BENCH_PYTHON"].flatMap { $0.isEmpty ? nil : $0 } ?? "python3"
    rounds = max(1, environment["BENCH_ROUNDS"].flatMap { Int($0) } ?? 7)
    bench = CommandLine.arguments.first.map { URL(filePath: $0).path(percentEncoded: false) } ?? "bench-run"
    let words = String(decoding: try run([framegrab, "--help"]).stdout, as: UTF8.self)
    guard words.contains("--frame") else { throw BenchFault(description: "\(framegrab) is no framegrab") }
    help = Set(words.split { " ,=\n".contains($0) }.map(String.init))
    path = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map(String.init)
    let python = python
    let packaged = try? run([python, "-c", "import imageio_ffmpeg; print(imageio_ffmpeg.get_ffmpeg_exe())"])
    staticFFmpeg =
      environment["BENCH_FFMPEG"].flatMap { $0.isEmpty ? nil : $0 }
      ?? packaged.flatMap {
        $0.status == 0 ? String(decoding: $0.stdout, as: UTF8.self).trimmingCharacters(in: .newlines) : nil
      }
    _ = try? run([
      Self.sources.appending(components: "peers", "make-floor.sh").path(percentEncoded: false),
      folder.path(percentEncoded: false),
    ])
    modules = Set(
      ["av", "cv2", "decord", "torchcodec"].filter { module in
        (try? run([python, "-c", "import \(module)"]).status) == 0
      })
  }

  /// Whether a requirement of a command line is installed.
  func has(_ need: Contender.Need) -> Bool {
    switch need {
    case .option(let name): help.contains(name)
    case .program(let name): path.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    case .module(let name): modules.contains(name)
    case .selfContained: portable != nil
    case .staticFFmpeg: staticFFmpeg != nil
    case .floor(let name):
      FileManager.default.isExecutableFile(atPath: folder.appending(component: name).path(percentEncoded: false))
    }
  }

  /// The names of the peers that are not installed.
  public var absentees: [String] {
    let needs = Workload.all.flatMap(\.contenders).flatMap(\.ways).flatMap(\.needs).filter { !$0.isOption && !has($0) }
    return Set(needs.map(\.name)).sorted()
  }

  /// The versions of the measured programs.
  var versions: [String] {
    lines(of: [framegrab, "--version", "-v"])
      + (portable.map { lines(of: [$0, "--version", "-v"]) } ?? []).map { "self-contained: \($0)" }
      + lines(of: ["ffmpeg", "-version"]).prefix(1)
      + (staticFFmpeg.map { lines(of: [$0, "-version"]) } ?? []).prefix(1).map { "static: \($0)" }
      + ["\(ProcessInfo.processInfo.activeProcessorCount) processors"]
  }

  private func lines(of words: [String]) -> [String] {
    guard let result = try? run(words) else { return [] }
    return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Makes the clip if it is missing; false, with a message by `note`, when it cannot be made here.
  func make(_ clip: Clip, note: (String) -> Void) -> Bool {
    let file = folder.appending(component: clip.name)
    if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) { return true }
    note("making \(clip.name) …")
    let script = Self.sources.appending(components: "clips", "make-clips.sh").path(percentEncoded: false)
    let log = folder.appending(component: "clips.log")
    let made = try? MeasuredRun(
      [script, folder.path(percentEncoded: false), clip.name], environment: [:], log: log)
    if made?.status != 0 { note("\(clip.name): \(made?.complaints ?? "\(script) does not run")") }
    return FileManager.default.fileExists(atPath: file.path(percentEncoded: false))
  }

  /// The command line with its placeholders filled in.
  func filled(_ words: [String], clip: Clip, output: URL, cache: URL, size: String) -> [String] {
    let places = [
      Place.clip: folder.appending(component: clip.name).path(percentEncoded: false),
      Place.output: output.path(percentEncoded: false), Place.cache: cache.path(percentEncoded: false),
      Place.pixels: pixels.path(percentEncoded: false), Place.size: size, Place.framegrab: framegrab,
      Place.portable: portable ?? "", Place.staticFFmpeg: staticFFmpeg ?? "",
      Place.floors: folder.path(percentEncoded: false), Place.bench: bench, Place.python: python,
      Place.peers: Self.sources.appending(component: "peers").path(percentEncoded: false),
    ]
    return words.map { word in places.reduce(word) { $0.replacing($1.key, with: $1.value) } }
  }

  /// Raw samples for contenders that only encode.
  var pixels: URL { folder.appending(component: "pixels.rgb") }

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
}
