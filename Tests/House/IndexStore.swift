import CIndexStore
public import Foundation

/// The index store that the compiler writes during a build.
public enum IndexStore {
  /// Why the store could not be read.
  public struct Failure: Error, CustomStringConvertible {
    /// The reason, as the rest of a sentence.
    public let description: String

    /// A failure for this reason.
    public init(_ description: String) { self.description = description }
  }

  private static let definition: UInt64 = 1 << 1
  private static let reference: UInt64 = 1 << 2
  private static let extends: UInt64 = 1 << 14
  /// Enumerations, structures, classes, protocols and type aliases.
  private static let types: Set<Int32> = [5, 6, 7, 8, 11]

  /// Functions, methods and properties of instances, and initialisers.
  private static let code: Set<Int32> = [12, 16, 19, 22]

  private final class Reading {
    let root: String
    var files: [String: IndexedFile] = [:]

    init(_ root: String) { self.root = root }

    func take(_ file: String, _ occurrence: index_occurrence) {
      guard file.hasPrefix(root) else { return }
      let path = String(file.dropFirst(root.count))
      let name = IndexedFile.Name(
        text(occurrence.usr, occurrence.usr_length), text(occurrence.name, occurrence.name_length),
        isType: IndexStore.types.contains(occurrence.kind))
      var entry = files[path] ?? IndexedFile(path)
      if occurrence.roles & IndexStore.definition != 0 {
        entry.defined.insert(name)
        if IndexStore.code.contains(occurrence.kind) { entry.hasCode = true }
      }
      if occurrence.roles & IndexStore.reference != 0 {
        entry.used[name] = min(entry.used[name] ?? .max, Int(occurrence.line))
        if occurrence.roles & IndexStore.extends != 0, name.isType { entry.extended.insert(name) }
      }
      files[path] = entry
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// The path of the library that reads the store, from the output of `swift -print-target-info`.
  ///
  /// - Throws: `Failure` if the output does not have the path of the toolchain's resources.
  public static func library(of targetInfo: Data) throws(Failure) -> String {
    let info = try? JSONSerialization.jsonObject(with: targetInfo) as? [String: Any]
    guard let paths = info?["paths"] as? [String: Any], let resources = paths["runtimeResourcePath"] as? String else {
      throw Failure("the compiler does not say where its resources are")
    }
    #if os(macOS)
      let name = "libIndexStore.dylib"
    #else
      let name = "libIndexStore.so"
    #endif
    return URL(filePath: resources).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
  }

  /// Reads the entries of the Swift files below a folder that still exist.
  ///
  /// - Throws: `Failure`.
  public static func read(_ store: String, library: String, below root: String) throws -> [IndexedFile] {
    let reading = Reading(root.hasSuffix("/") ? root : root + "/")
    let opaque = Unmanaged.passUnretained(reading).toOpaque()
    let fault = index_store_read(library, store, opaque) { opaque, file, length, occurrence in
      guard let opaque, let occurrence else { return }
      Unmanaged<Reading>.fromOpaque(opaque).takeUnretainedValue().take(
        IndexStore.text(file, length), occurrence.pointee)
    }
    if let fault { throw Failure(String(cString: fault)) }
    return reading.files.values.filter {
      $0.path.hasSuffix(".swift") && FileManager.default.fileExists(atPath: reading.root + $0.path)
    }.sorted { $0.path < $1.path }
  }
}
