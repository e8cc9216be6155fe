import Foundation
import GestureFiles

/// The example files of the repository.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures")

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// The names of the `.json` files in a folder, sorted.
  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
      .filter { $0.hasSuffix(".json") }.sorted()
  }
}

/// The error of a gesture file, or nil if it is accepted.
func refusal(of bytes: [UInt8]) -> GestureFileError? {
  do throws(GestureFileError) {
    return try GestureFile(parsing: bytes).unfinishedRefusal
  } catch {
    return error
  }
}

func refusal(of text: String) -> GestureFileError? {
  refusal(of: Array(text.utf8))
}

/// A gesture with a control and one short stroke on the knob at value 0.
func gesture(
  control: String = "{}",
  touches: String = #"[{"t":0,"phase":"began","x":15,"y":15},{"t":1,"phase":"ended"}]"#
) throws -> GestureFile {
  try GestureFile(parsing: Array("{\"version\":1,\"control\":\(control),\"touches\":\(touches)}".utf8))
}

/// A gesture of one pointer's actions.
///
/// - Parameters:
///   - list: The pointer's actions, without the brackets around them.
///   - rate: The sample rate; omitted if nil.
///   - others: Other sources before the pointer.
func actions(_ list: String, rate: String? = nil, others: String...) throws -> GestureFile {
  let sources = (others + ["{\"type\":\"pointer\",\"actions\":[\(list)]}"]).joined(separator: ",")
  let rate = rate.map { "\"sampleRate\":\($0)," } ?? ""
  return try GestureFile(parsing: Array("{\"version\":1,\(rate)\"actions\":[\(sources)]}".utf8))
}
