import Foundation

/// Text as JSON has it.
public enum JSONText {
  /// The text in quotation marks.
  public static func of(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
