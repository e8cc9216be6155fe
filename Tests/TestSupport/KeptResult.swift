import Foundation

/// What FFmpeg's tool gave in an earlier run of the tests, kept beside the tests' program: a sixth of their time is the
/// making of clips and the listing of their pictures, which are the same each time.
///
/// A result belongs to the tool's version, its words and the contents of the files that they name. `make clean` removes
/// all.
struct KeptResult {
  private static let folder: URL? = {
    let folder = URL(filePath: BuiltTool.folder).appending(component: "kept-results")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return FileManager.default.isWritableFile(atPath: folder.path(percentEncoded: false)) ? folder : nil
  }()
  private static let version = try? run(["ffmpeg", "-version"]).stdout

  /// Words about files that are not named themselves, or that are written besides the last one.
  private static let unnamed = [
    "%", "*", "concat", "movie=", "-pass", "subtitles=", "ass=", "textfile=", "lut3d=", "file:", "-attach", "-f tee",
    "hls", "dash", "m3u8", "mpd", "segment",
  ]

  /// The largest that is kept: the few that are larger are copies, which cost little.
  private static let limit = 16 << 20

  private let recipe: Data
  let file: URL

  /// The place of the result; nil if there is none to be kept in, or the words do not name all files.
  ///
  /// - Parameters:
  ///   - words: The program's words.
  ///   - folder: Where it runs; the result is the same in each folder.
  ///   - output: The file that it writes, which is not read.
  init?(of words: [String], in folder: URL, writing output: String? = nil) {
    let line = words.joined(separator: " ")
    guard let kept = Self.folder, var recipe = Self.version, !Self.unnamed.contains(where: line.contains) else {
      return nil
    }
    let own = folder.path(percentEncoded: false)
    for word in words {
      recipe += Data("\0\(word.replacing(own, with: ""))".utf8)
      let named = URL(filePath: word.hasPrefix("/") ? word : "\(own)/\(word)")
      guard word != output, let values = try? named.resourceValues(forKeys: [.isRegularFileKey]) else { continue }
      // A pipe or a device has no contents of its own.
      guard values.isRegularFile == true, let bytes = try? Data(contentsOf: named) else { return nil }
      recipe += Data("\0\(bytes.count) \(checksum(bytes))".utf8)
    }
    self.recipe = recipe
    file = kept.appending(component: String(checksum(recipe), radix: 16))
  }

  /// The bytes; nil if none are kept.
  var bytes: Data? {
    guard let all = try? Data(contentsOf: file), all.starts(with: recipe) else { return nil }
    return all.dropFirst(recipe.count)
  }

  /// Keeps the bytes for the next run, if there is room.
  func keep(_ bytes: Data) {
    guard bytes.count <= Self.limit else { return }
    try? (recipe + bytes).write(to: file, options: .atomic)
  }
}

/// FNV-1a of 64 bits.
private func checksum(_ bytes: Data) -> UInt64 {
  bytes.withUnsafeBytes { $0.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 } }
}
