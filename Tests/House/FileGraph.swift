/// The graph of which file of a module uses names of which other file.
public struct FileGraph {
  /// An arrow from a file to one whose name it uses.
  public struct Arrow: Hashable, Sendable {
    /// The file that uses the name.
    public let from: String
    /// The file that defines it.
    public let to: String
    /// The first of the names.
    public let name: String
    /// The line that uses it first.
    public let line: Int
  }

  /// One arrow from each file to each other one whose names it uses.
  public let arrows: [Arrow]

  /// Builds the graph.
  ///
  /// - Parameters:
  ///   - files: the files of one module.
  ///   - onlyTypes: whether only names of types count, and not members, functions and constants.
  public init(_ files: [IndexedFile], onlyTypes: Bool) {
    var homes: [String: String] = [:]
    for file in files {
      for name in file.defined where name.isType || !onlyTypes { homes[name.identifier] = file.path }
    }
    arrows = files.flatMap { file in
      var first: [String: Arrow] = [:]
      for (name, line) in file.used where name.isType || !onlyTypes {
        guard let home = homes[name.identifier], home != file.path else { continue }
        let arrow = Arrow(from: file.path, to: home, name: name.text, line: line)
        if let known = first[home], (known.line, known.name) <= (line, name.text) { continue }
        first[home] = arrow
      }
      return first.values.sorted { $0.to < $1.to }
    }
  }

  /// Files that depend on each other, largest cycle first (Tarjan's strongly connected components).
  public var circles: [[String]] {
    var search = Search(Dictionary(grouping: arrows, by: \.from).mapValues { $0.map(\.to) })
    return search.components().filter { $0.count > 1 }.map { $0.sorted() }
      .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  private struct Search {
    let next: [String: [String]]
    var numbers: [String: Int] = [:]
    var lowest: [String: Int] = [:]
    var stack: [String] = []
    var onStack: Set<String> = []
    var found: [[String]] = []

    init(_ next: [String: [String]]) { self.next = next }

    mutating func components() -> [[String]] {
      for file in next.keys.sorted() where numbers[file] == nil { visit(file) }
      return found
    }

    mutating func visit(_ file: String) {
      let number = numbers.count
      numbers[file] = number
      var low = number
      stack.append(file)
      onStack.insert(file)
      for other in next[file] ?? [] {
        if numbers[other] == nil { visit(other) }
        if onStack.contains(other) { low = min(low, lowest[other] ?? numbers[other] ?? low) }
      }
      lowest[file] = low
      guard low == number, let place = stack.lastIndex(of: file) else { return }
      found.append(Array(stack[place...]))
      onStack.subtract(stack[place...])
      stack.removeSubrange(place...)
    }
  }
}
