import Foundation
import TestSupport
import Testing

/// A helper that reads files (Tests/SourceHelper), and what it noted in a folder.
struct SourceHelper {
  private let bench: Bench

  init(_ bench: Bench) { self.bench = bench }

  /// The option for a helper that does what these words say.
  static func words(_ words: [String]) -> [String] {
    ["--source", (["'\(BuiltTool.folder)source-helper'"] + words).joined(separator: " ")]
  }

  private func log(_ name: String) throws -> [String] {
    String(decoding: try bench.bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What it was asked.
  func questions(_ name: String = "log") throws -> [[String: Any]] {
    try log(name).filter { !$0.hasPrefix("start ") }.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// The lines about its starts: its process ID and its descriptors.
  func starts(_ name: String = "log") throws -> [String] { try log(name).filter { $0.hasPrefix("start ") } }
}
