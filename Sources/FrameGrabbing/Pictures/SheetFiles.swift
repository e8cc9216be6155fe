public import Files
public import JSON
import Video

/// The sheets of a run and their index, and how they were published.
public struct SheetFiles: Sendable {
  private let index: (path: Path, published: Published?)?
  /// Each sheet, its file nil for standard output; `published` is nil in a dry run.
  private let sheets: [(path: Path?, published: Published?)]
  private let grid: SheetGrid

  init(_ index: (Path, Published?)?, _ sheets: [(Path?, Published?)], _ grid: SheetGrid) {
    (self.index, self.sheets, self.grid) = (index, sheets, grid)
  }

  /// The files in the order in which they appeared, and how; nil in a dry run.
  public var all: [(path: Path, published: Published?)] {
    sheets.compactMap { sheet in sheet.path.map { ($0, sheet.published) } } + [index].compactMap { $0 }
  }

  /// How the index was published, or without one the last sheet.
  var published: Published? { index == nil ? sheets.last?.published ?? nil : index?.published }

  /// Adds the members of the object at the end of a run.
  public func addMembers(to object: inout JSONObjectWriter) {
    object.add("index", as: "indexBytes", index?.path)
    object.add("sheets", .integer(Int64(grid.sheets)))
    object.add("tiles", .integer(Int64(grid.count)))
    object.add("outcome", .string(Self.word(published)))
  }

  /// The object at the end of a run.
  public var json: String {
    var object = JSONObjectWriter()
    addMembers(to: &object)
    return object.finished().description
  }

  /// Adds to a report the place of its tile, and how its sheet was published.
  func addPlace(to report: inout FrameReport) {
    guard let cell = report.facts?.place?.cell, (0..<grid.count).contains(cell) else { return }
    report.tile = (grid.corner(of: cell).x, grid.corner(of: cell).y, grid.tile.width, grid.tile.height)
    guard let sheet = sheets.indices.contains(cell / grid.capacity) ? sheets[cell / grid.capacity] : nil,
      let published = sheet.published
    else { return }
    report.outcome = sheet.path.map { FrameReport.Outcome(published, $0) } ?? .standardOutput
  }

  /// The word for what was done with a file.
  public static func word(_ published: Published?) -> String {
    switch published {
    case nil: "planned"
    case .created: "written"
    case .replaced: "replaced"
    case .skipped: "skipped"
    }
  }
}
