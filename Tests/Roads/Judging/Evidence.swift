public import Foundation
import Synchronization

/// A folder for what a printed command reads.
public final class Evidence: Sendable {
  private let folder: URL
  private let kept = Mutex<[String: String]>([:])

  /// Evidence in a folder, which is made when there is some.
  public init(in folder: URL) {
    self.folder = folder
  }

  /// The command as one line for a shell; the requests that it reads, and a line that is too long to be read, are kept
  /// in files.
  func text(_ show: Show) -> String {
    let command = ShellText.of(show.command) + (show.input.map { " < " + file(of: $0, ending: "ndjson") } ?? "")
    let line = show.line.map { " | sed -n \($0)p" } ?? ""
    return (command.utf8.count > 400 ? "sh " + file(of: command + "\n", ending: "sh") : command) + line
  }

  /// Keeps a spoilt file under its name.
  public func keep(_ path: String) -> String {
    let place = folder.appending(component: URL(filePath: path).lastPathComponent)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: place)
    try? FileManager.default.copyItem(atPath: path, toPath: place.path(percentEncoded: false))
    return place.relativePath
  }

  /// The file's name for a shell.
  private func file(of text: String, ending: String) -> String {
    kept.withLock { kept in
      if let known = kept[text] { return known }
      let place = folder.appending(component: "\(kept.count + 1).\(ending)")
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try? Data(text.utf8).write(to: place)
      let name = ShellText.of([place.relativePath])
      kept[text] = name
      return name
    }
  }
}
