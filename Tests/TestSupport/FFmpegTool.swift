public import Foundation
import Synchronization

/// Runs FFmpeg's own tool in a folder, quietly, overwriting existing files; or takes what it gave in an earlier run of the
/// tests (``KeptResult``).
///
/// x264 with its default preset searches as little as it can: that has the same references, B pictures and keyframes, and
/// takes half the time; nothing here is about how small a file is. x265 has no threads: beside other tests they sleep for
/// seconds. Throws ``RunFault`` with its messages if it fails.
public func ffmpeg(_ words: [String], in folder: URL) throws(RunFault) {
  let isDefault = words.contains("libx264") && !words.contains("-preset")
  let search = isDefault ? ["-trellis", "0", "-subq", "1"] : []
  let all =
    ["ffmpeg", "-v", "error", "-nostdin", "-y"] + withoutThreads(words.dropLast()) + search + words.suffix(1)
  let output = words.last ?? ""
  let file = output.hasPrefix("/") ? URL(filePath: output) : folder.appending(path: output)
  let kept = KeptResult(of: all, in: folder, writing: output)
  if let bytes = kept?.bytes, (try? bytes.write(to: file)) != nil { return }
  let others = kept.map { _ in dates(in: folder, but: output) }
  let result = try run(all, in: folder)
  guard result.status == 0 else {
    throw RunFault(description: "ffmpeg \(words.joined(separator: " ")): \(result.stderr)")
  }
  // One that writes a second file is not kept.
  if let kept, dates(in: folder, but: output) == others, let bytes = try? Data(contentsOf: file) { kept.keep(bytes) }
}

/// When the other files of a folder were changed.
private func dates(in folder: URL, but output: String) -> [String: Date] {
  let files = try? FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
  var dates: [String: Date] = [:]
  for file in files ?? [] where file.lastPathComponent != output {
    dates[file.lastPathComponent] =
      try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
  }
  return dates
}

/// The words with no threads of x265, if they say nothing about them.
private func withoutThreads(_ words: [String]) -> [String] {
  guard words.contains("libx265") else { return words }
  var words = words
  if let place = words.firstIndex(of: "-x265-params"), place + 1 < words.count {
    if !words[place + 1].contains("pools") { words[place + 1] += ":pools=none" }
  } else {
    words += ["-x265-params", "pools=none"]
  }
  return words
}

/// A file that is made once.
private final class MadeFile: Sendable {
  private let bytes = Mutex<Data?>(nil)

  /// The bytes; one caller makes them, others wait for it.
  func get(_ make: () throws -> Data) throws -> Data {
    try bytes.withLock { bytes in
      let all = try bytes ?? make()
      bytes = all
      return all
    }
  }
}

private let made = Mutex<[[String]: MadeFile]>([:])

/// Makes a file from nothing but words by FFmpeg's tool, once in a run of the tests; all get copies of it.
///
/// - Parameters:
///   - name: The file, the last of the words.
///   - words: The words before it.
///   - folder: Where the copy goes.
public func makeOnce(_ name: String, _ words: [String], in folder: URL) throws {
  let file = folder.appending(component: name)
  let words = words + [name]
  let one = made.withLock { all in
    let one = all[words] ?? MadeFile()
    all[words] = one
    return one
  }
  try one.get {
    try ffmpeg(words, in: folder)
    return try Data(contentsOf: file)
  }.write(to: file)
}

/// The MD5 of each picture of FFmpeg's own decode from the beginning, in output order.
///
/// - Parameters:
///   - name: The file, by its name in the folder or its whole path.
///   - folder: The folder in which the tool runs.
///   - decoder: Options before the file, such as the decoder to use.
///   - isFirstVideo: Whether to take the first video stream, and not the one that the tool chooses.
public func linearHashes(
  of name: String, in folder: URL, decoder: [String] = [], isFirstVideo: Bool = false
) throws(RunFault) -> [String] {
  let words =
    ["ffmpeg", "-v", "quiet", "-threads", "1"] + decoder + ["-i", name] + (isFirstVideo ? ["-map", "0:v:0"] : [])
    + ["-fps_mode", "passthrough", "-f", "framemd5", "-"]
  let kept = KeptResult(of: words, in: folder)
  let listed: Data
  if let bytes = kept?.bytes {
    listed = bytes
  } else {
    let result = try run(words, in: folder)
    listed = result.stdout
    if result.status == 0 { kept?.keep(listed) }
  }
  return String(decoding: listed, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    .compactMap { $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) }
}
