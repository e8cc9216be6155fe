import Arguments
import Testing

/// Parses texts with framegrab's table.
func parse(_ texts: String...) throws -> ParsedArguments {
  try OptionTable.framegrab.parse(texts.map { Word($0) })
}

/// The error for these arguments.
func fault(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> ArgumentError {
  let words = texts.map { Word($0) }
  return try #require(throws: ArgumentError.self, sourceLocation: sourceLocation) {
    try OptionTable.framegrab.parse(words)
  }
}

extension ArgumentError {
  /// The caret line under the text.
  var carets: String {
    String(repeating: " ", count: faultRange.lowerBound) + String(repeating: "^", count: faultRange.count)
  }
}

extension ParsedArguments {
  /// Options and values in order, for comparison: `--at 3s`, `--json`.
  var story: [String] {
    occurrences.map { [($0.option.long ?? "-h"), $0.value?.text].compactMap { $0 }.joined(separator: " ") }
  }

  var operandTexts: [String] {
    operands.map(\.text)
  }
}
