import Arguments
import JSON
@testable import Command

extension FuzzTarget {
  /// A line of `--serve`: read as a request, and its options as those of a grab. Nothing is opened.
  static let request = FuzzTarget(
    name: "request", longest: 2048,
    words: OptionTable.framegrab.options.filter(\.isInRequests).map(\.name)
      + ["id", "video", "true", "false", "null", "1e400", "-0.0", "\\ud800", "{frame}", "{stem}"]
  ) { bytes in
    do {
      let request = try ServiceRequest(parsing: bytes)
      try check(request.id)
      _ = try? GrabRequest(request.arguments).template()
    } catch let error as ServiceRequest.Fault {
      try check(error.id)
      try FuzzFault.unless(!error.line.isEmpty, "an error without words")
    }
  }

  /// The `id` goes into the answer as it was written, so it must be JSON by itself.
  private static func check(_ id: JSONText?) throws(FuzzFault) {
    guard let id else { return }
    do throws(JSONError) {
      _ = try JSONDocument(parsing: Array("[\(id.description)]".utf8), maximumDepth: 2)
    } catch {
      throw FuzzFault(description: "the id is no JSON: \(id.description)")
    }
  }
}
