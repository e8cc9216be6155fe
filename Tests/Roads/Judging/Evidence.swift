public import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for what a printed command reads.
public final class Evidence: Sendable {
  private let folder: URL
  private let kept = Mutex<[String: String]>([:])

  /// Evidence in a folder, which is made when there is some; what was in it is removed.
  public init(in folder: URL) {
    self.folder = folder
    try? FileManager.default.removeItem(at: folder)
  }

  /// The command as one line for a shell; the requests that it reads, and a line that is too long to be read, are kept
  /// in files.
  func text(_ show: Show) -> String {
    let command = ShellText.of(show.command) + (show.input.map { " < " + file(of: $0, ending: "ndjson") } ?? "")
    let line = show.line.map { " | sed -n \($0)p" } ?? ""
    return (command.utf8.count > 400 ? "sh " + file(of: command + "\n", ending: "sh") : command) + line
  }

  /// Keeps a spoilt file, and returns its path. Files of several folders may have the same name: each has a folder.
  func keep(_ bytes: [UInt8], of path: String, name: String) -> String {
    let number = path.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    let inner = folder.appending(component: String(number, radix: 36))
    try? FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let place = inner.appending(component: name)
    try? Data(bytes).write(to: place)
    return place.relativePath
  }

  /// Removes a file that is not needed, and its folder if that is empty.
  func drop(_ path: String) {
    unlink(path)
    rmdir(URL(filePath: path).deletingLastPathComponent().relativePath)
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
