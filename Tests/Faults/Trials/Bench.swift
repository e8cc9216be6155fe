public import Foundation
public import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of one case, in which the tool runs, and what the case is made of.
public final class Bench {
  /// The case.
  public let name: CaseName
  /// Where the tool runs.
  public let folder: URL
  /// Where the kit keeps what the tool must not see.
  public let aside: URL
  /// The programs.
  public let means: Means
  /// The good clips.
  public let clips: Clips
  /// A folder for clips that take long to make and are kept for other cases and runs.
  public let store: URL
  /// Chance that depends on the case only.
  public var numbers: SeededNumbers

  /// Makes an empty folder for a case.
  ///
  /// - Throws: Foundation's error if it cannot be made.
  public init(_ name: CaseName, in place: URL, store: URL, means: Means, clips: Clips) throws {
    self.name = name
    self.means = means
    self.clips = clips
    self.store = store
    let whole = place.appending(component: "\(name.kind)-\(name.number)", directoryHint: .isDirectory)
    try? FileManager.default.removeItem(at: whole)
    folder = whole.appending(component: "in", directoryHint: .isDirectory)
    aside = whole.appending(component: "aside", directoryHint: .isDirectory)
    numbers = SeededNumbers(seed: name.mixed)
    for folder in [folder, aside] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  /// The folder with everything of the case.
  public var whole: URL { folder.deletingLastPathComponent() }

  /// The absolute path of a name in the tool's folder.
  public func path(_ name: String) -> String { folder.path(percentEncoded: false) + name }

  /// One of several.
  public func choose<Element>(_ elements: [Element]) -> Element { elements[numbers.below(elements.count)] }

  // MARK: Files

  /// Writes a file into the tool's folder.
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  /// Writes a file with any name into the tool's folder.
  public func write(_ bytes: [UInt8], to name: Word) throws {
    guard FileBytes.write(bytes, Array(path("").utf8) + name.bytes) else {
      throw RunFault(description: "\(name) cannot be made")
    }
  }

  /// The bytes of a clip.
  public func bytes(_ fixture: Fixture) throws -> [UInt8] { Array(try fixture.bytes()) }

  /// Copies a clip into the tool's folder.
  public func copy(_ fixture: Fixture, to name: String) throws { try write(fixture.bytes(), to: name) }

  /// Makes a folder in the tool's folder.
  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
  }

  /// Makes a small picture, as an old output.
  public func makeOldPicture(_ name: String) throws { try write([UInt8]("an old picture\n".utf8), to: name) }

  /// A large file that `make` writes once, linked into the tool's folder.
  ///
  /// - Parameter make: fills the file at the path that it is given.
  public func keep(_ stored: String, as name: String, make: (String) throws -> Void) throws {
    try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
    let kept = store.appending(component: stored)
    if !FileManager.default.fileExists(atPath: kept.path(percentEncoded: false)) {
      let draft = store.appending(component: UUID().uuidString + "-" + stored)
      try make(draft.path(percentEncoded: false))
      _ = rename(draft.path(percentEncoded: false), kept.path(percentEncoded: false))
    }
    try FileManager.default.linkItem(at: kept, to: folder.appending(path: name))
  }
}
