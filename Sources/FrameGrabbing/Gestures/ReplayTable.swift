public import Files
public import Seeking

/// A replay for people: one line per seek, and a summary.
public enum ReplayTable {
  private static let layout = TableLayout(columns: [
    .init(title: "asked", width: 8), .init(title: "issued", width: 8), .init(title: "shown", width: 8),
    .init(title: "target", width: 7), .init(title: "frame", width: 7), .init(title: "", width: 0, isLeft: true),
  ])

  /// The titles of the columns.
  public static var heading: String { layout.heading }

  /// One seek, ended; `output` is the file that the picture was written to, nil if none.
  public static func line(for seek: SeekRecord, output: Path?) -> String {
    let time = TableLayout.seconds
    let failure = ReplayReport.failure(of: seek).map { printable($0) }
    let notes = [failure, seek.isSuperseded ? "superseded" : nil, output.map { printable($0.bytes) }]
    return layout.line([
      time(seek.requestedAt), time(seek.issuedAt), seek.shownFrame == nil ? "-" : time(seek.endedAt),
      String(seek.target), seek.shownFrame.map { String($0) } ?? "-", notes.compactMap(\.self).joined(separator: ", "),
    ])
  }

  /// The summary of all seeks; `latency` is the fixed one in microseconds, nil if the decoder was used.
  public static func line(for summary: SeekSummary, seeker: SeekerKind, latency: Int64?) -> String {
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    let pace = latency.map { "seeks of \(TableLayout.seconds($0)) s" } ?? "by the decoder"
    let pictures = "\(count(summary.framesShown, "frame")) shown"
    var words = [
      "\(count(summary.requests, "request")), \(count(summary.seeks, "seek")), \(pictures)"
        + (summary.failures == 0 ? "" : ", \(summary.failures) failed")
    ]
    if let longest = summary.longestWithoutPicture {
      words.append("at most \(TableLayout.seconds(longest)) s without a new picture")
    }
    let settled = summary.timeToSettle.map { "settled after \(TableLayout.seconds($0)) s" }
    words.append(settled ?? "the last frame asked for was not shown at the end")
    return "\(seeker.rawValue), \(pace): " + words.joined(separator: "; ")
  }
}
