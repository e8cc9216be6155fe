import Foundation
import TestSupport
import Testing

/// A page for users, whose commands the tests run as they are written there.
enum Page {
  case readme
  /// A page of Command's documentation.
  case command(String)

  /// All of its text.
  var text: String {
    get throws {
      let top = Fixture.folder.deletingLastPathComponent()
      let file =
        switch self {
        case .readme: "README.md"
        case .command(let name): "Sources/Command/Command.docc/\(name).md"
        }
      return try String(contentsOf: top.appending(path: file), encoding: .utf8)
    }
  }

  /// What follows a heading of the second level, up to the next one.
  func section(_ heading: String) throws -> Substring {
    let text = try text
    let start = try #require(text.range(of: "\n## \(heading)\n"), "\(heading)")
    let end = text.range(of: "\n## ", range: start.upperBound..<text.endIndex)
    return text[start.upperBound..<(end?.lowerBound ?? text.endIndex)]
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The lines that are shown as they are typed or seen, without what is said behind them.
  var shown: [String] {
    split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }
}
