/// The rules about dependencies between files, and about sizes.
public struct HouseRules {
  /// The floors of each module that has any, lowest first; "." is the module's own folder.
  public let floors: [String: [String]]
  /// The most files over which a type and its extensions may be spread.
  public var mostFilesOfAType = 3
  /// The most lines of a function, including its first line and its closing brace.
  public var mostLinesOfAFunction = 60

  /// Reads floors in the format of `.ci/floors`: a line for each module, its name and its folders; `#` starts a
  /// comment.
  public init(floors text: String) {
    var floors: [String: [String]] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      if let module = words.first { floors[module] = Array(words.dropFirst()) }
    }
    self.floors = floors
  }

  /// The violations in all modules, as messages.
  public func faults(of files: [IndexedFile]) -> [String] {
    Dictionary(grouping: files, by: \.module).sorted { $0.key < $1.key }.flatMap { module, files in
      circles(files) + climbs(module, files) + spreads(files)
    }
  }

  /// Cycles among the files of a module, by names of types.
  func circles(_ files: [IndexedFile]) -> [String] {
    let graph = FileGraph(files, onlyTypes: true)
    return graph.circles.map { circle in
      let arrows = graph.arrows.filter { circle.contains($0.from) && circle.contains($0.to) }
      return "\(circle.count) files depend on each other:"
        + arrows.map { "\n  \($0.from):\($0.line) uses \($0.name) of \($0.to)" }.joined()
    }
  }

  /// Uses of names from a higher floor.
  func climbs(_ module: String, _ files: [IndexedFile]) -> [String] {
    guard let order = floors[module] else { return [] }
    let floor = Dictionary(files.map { ($0.path, $0.floor) }) { first, _ in first }
    let unknown = Set(floor.values).subtracting(order).sorted().map { "\(module)/\($0) is no floor of .ci/floors" }
    return unknown
      + FileGraph(files, onlyTypes: false).arrows.compactMap { arrow in
        guard let from = floor[arrow.from].flatMap(order.firstIndex),
          let to = floor[arrow.to].flatMap(order.firstIndex), to > from
        else { return nil }
        return "\(arrow.from):\(arrow.line) uses \(arrow.name) of a higher floor, \(arrow.to)"
      }
  }

  /// Types that are spread over too many files of the module; tables of a type's constants do not count.
  func spreads(_ files: [IndexedFile]) -> [String] {
    var homes: [IndexedFile.Name: Set<String>] = [:]
    for file in files {
      for name in file.defined.union(file.hasCode ? file.extended : []) where name.isType {
        homes[name, default: []].insert(file.path)
      }
    }
    let own = Set(files.flatMap(\.defined))
    return homes.filter { own.contains($0.key) && $0.value.count > mostFilesOfAType }
      .sorted { $0.key.text < $1.key.text }
      .map { "\($0.key.text) is spread over \($0.value.count) files: \($0.value.sorted().joined(separator: ", "))" }
  }

  /// Functions of a file that are too long.
  public func lengths(_ path: String, _ text: String) -> [String] {
    SourceText(text).functions.filter { $0.length > mostLinesOfAFunction }
      .map { "\(path):\($0.line) \($0.name) has \($0.length) lines, \(mostLinesOfAFunction) are allowed" }
  }
}
