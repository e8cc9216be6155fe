/// The results of all files.
public struct RoadTable: Sendable {
  private var files = 0
  private var refused = 0
  private var wrong = 0
  private var answers = 0
  private var pictures = 0
  private var starts = 0
  private var roads: [String: Int] = [:]
  private var order: [String] = []
  private var kinds: [Finding.Kind: (files: Int, questions: Int)] = [:]

  /// Nothing yet.
  public init() {}

  /// Whether all files were answered alike by all roads.
  public var isFine: Bool { wrong == 0 }

  /// Adds a file.
  public mutating func add(_ result: RoadResult) {
    files += 1
    refused += result.isVideo ? 0 : 1
    wrong += result.isFine ? 0 : 1
    answers += result.answers
    pictures += result.pictures
    starts += result.starts
    for road in result.roads {
      if roads[road] == nil { order.append(road) }
      roads[road, default: 0] += 1
    }
    for (kind, group) in Dictionary(grouping: result.findings, by: \.kind) {
      kinds[kind, default: (0, 0)].files += 1
      kinds[kind, default: (0, 0)].questions += group.count
    }
  }

  /// The table as text.
  public var text: String {
    var lines = [
      "\(files) files: \(files - refused) videos, \(refused) refused by every road or no video; \(wrong) with differing "
        + "answers",
      "\(answers) answers compared, \(pictures) of them pictures, from \(starts) starts",
      "files by road: " + order.map { "\($0) \(roads[$0] ?? 0)" }.joined(separator: "; "),
    ]
    for kind in Finding.Kind.allCases {
      guard let count = kinds[kind] else { continue }
      lines.append("\(kind.text): \(count.questions) in \(count.files) files")
    }
    return lines.joined(separator: "\n")
  }
}
