import Foundation
import House
import TestSupport
import Testing

/// Reading the compiler's index of an invented module with two files.
struct IndexStoreTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func compile(_ files: [String: String]) throws -> [IndexedFile] {
    // The compiler records paths with symbolic links resolved.
    let root = scratch.folder.resolvingSymlinksInPath().path(percentEncoded: false)
    let sources = try files.sorted { $0.key < $1.key }.map { name, text in
      let file = URL(filePath: root).appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return file.path(percentEncoded: false)
    }
    let found = try run(["sh", "-c", "command -v swiftc"]).stdout
    let compiler = String(decoding: found, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let store = root + "/store"
    let objects = sources.map { $0 + ".o" }
    let map = Dictionary(uniqueKeysWithValues: zip(sources, objects.map { ["object": $0] }))
    try JSONSerialization.data(withJSONObject: map).write(to: URL(filePath: root + "/map.json"))
    let result = try run(
      [compiler, "-c", "-parse-as-library", "-module-name", "Made", "-index-store-path", store, "-output-file-map"]
        + [root + "/map.json"] + sources)
    try #require(result.status == 0, "\(result.stderr)")
    return try IndexStore.read(
      store, library: try IndexStore.library(of: run([compiler, "-print-target-info"]).stdout), below: root)
  }

  @Test func `definitions, uses and extensions are those of the files`() throws {
    let files = try compile([
      "Sources/Made/One.swift": "struct One {\n  func leap() {}\n}\n",
      "Sources/Made/Two.swift":
        "struct Two {\n\n  var one: One\n}\nextension One {\n  func run(_ t: Two) { leap() }\n}\n",
    ])
    #expect(files.map(\.path) == ["Sources/Made/One.swift", "Sources/Made/Two.swift"])
    let (one, two) = (try #require(files.first), try #require(files.last))
    #expect(one.module == "Sources/Made" && one.floor == ".")
    #expect(one.defined.filter(\.isType).map(\.text) == ["One"])
    #expect(two.extended.map(\.text) == ["One"])
    let name = try #require(two.used.keys.first { $0.text == "One" && $0.isType })
    #expect(two.used[name] == 3)
    #expect(two.used.contains { $0.key.text == "leap()" && $0.value == 6 })
    let rules = HouseRules(floors: "")
    #expect(rules.faults(of: files).isEmpty)
  }

  @Test func `a cycle in real files is found`() throws {
    let files = try compile([
      "Sources/Made/Low/A.swift": "struct A { var b: [B] = [] }\n",
      "Sources/Made/High/B.swift": "struct B { var a: A? }\n",
    ])
    let faults = HouseRules(floors: "Sources/Made Low High .").faults(of: files)
    #expect(faults.count == 2)
    #expect(faults.first?.hasPrefix("2 files depend on each other:") == true)
    #expect(faults.last == "Sources/Made/Low/A.swift:1 uses B of a higher floor, Sources/Made/High/B.swift")
  }

  @Test func `a missing library or store is an error, and no crash`() {
    #expect(throws: IndexStore.Failure.self) {
      _ = try IndexStore.read("/nowhere", library: "/nowhere/libIndexStore.so", below: "/")
    }
  }
}
