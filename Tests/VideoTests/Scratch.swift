import Files
import Foundation

/// A folder of its own for one test, removed with everything in it at the end.
final class Scratch: Sendable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(component: "framegrab-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> Path {
    Path(folder.appending(component: name).path(percentEncoded: false))
  }

  /// Writes a file.
  func write(_ bytes: Data, to name: String) throws -> Path {
    let file = folder.appending(component: name)
    try bytes.write(to: file)
    return Path(file.path(percentEncoded: false))
  }
}
