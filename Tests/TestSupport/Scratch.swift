public import Files
public import Foundation

/// A temporary folder for one test, removed with its contents at the end.
public final class Scratch: Sendable {
  /// Its URL, for programs that run in it.
  public let folder: URL

  /// Makes the folder.
  public init() throws {
    folder = FileManager.default.temporaryDirectory.appending(component: "framegrab-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The path of a file in the folder.
  public func path(_ name: String) -> Path {
    Path(folder.appending(component: name).path(percentEncoded: false))
  }

  /// The names in the folder, sorted.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted() }
  }

  /// The contents of a file in the folder.
  public func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(component: name)))
  }

  /// Writes a file.
  @discardableResult
  public func write(_ bytes: Data, to name: String) throws -> Path {
    let file = folder.appending(component: name)
    try bytes.write(to: file)
    return Path(file.path(percentEncoded: false))
  }
}
