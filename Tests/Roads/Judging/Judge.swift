/// Finds the questions that were not answered alike.
enum Judge {
  /// One finding at most for each question: that of the worst kind.
  static func findings(_ observations: [Observation]) -> [Finding] {
    let groups = Dictionary(grouping: observations.filter { !Legitimate.isOutside($0) }, by: \.question)
    return groups.keys.sorted().compactMap { question in
      let group = groups[question] ?? []
      let pictures = group.filter { ($0.code ?? 0) == 0 }
      // Whoever reads the mark is warned; --verify says so by an error.
      let isMarked = pictures.allSatisfy { $0.isDamaged != false } && pictures.contains { $0.isDamaged == true }
      let isRefusedByVerify = isMarked && group.allSatisfy { ($0.code ?? 0) == 0 || $0.road == Roads.verifying }
      return difference(group, isRefusedByVerify ? .marked : .code) { $0.code.map(Int.init) }
        ?? difference(pictures, isMarked ? .marked : .picture, \.hash) ?? difference(pictures, .index, \.index)
        ?? difference(pictures, .time, \.pts) ?? difference(pictures, .damage, \.isDamaged)
    }
  }

  private static func difference<Value: Hashable>(
    _ group: [Observation], _ kind: Finding.Kind, _ value: (Observation) -> Value?
  ) -> Finding? {
    var order: [Value] = []
    var seen: [Value: [Observation]] = [:]
    for observation in group {
      guard let found = value(observation) else { continue }
      if seen[found] == nil { order.append(found) }
      seen[found, default: []].append(observation)
    }
    guard order.count > 1 else { return nil }
    let ranked = order.enumerated().sorted { left, right in
      let (many, few) = (seen[left.element]?.count ?? 0, seen[right.element]?.count ?? 0)
      return many == few ? left.offset < right.offset : many > few
    }
    let roads = ranked.dropFirst().flatMap { seen[$0.element]?.map(\.road) ?? [] }
    return Finding(
      kind: kind, words: "", question: group.first?.question,
      seen: ranked.compactMap { seen[$0.element].flatMap(simplest) }, roads: Array(Set(roads)).sorted())
  }

  /// The one that is easiest to repeat.
  private static func simplest(_ observations: [Observation]) -> Observation? {
    observations.min {
      ($0.show.input?.count ?? 0, $0.show.command.count) < ($1.show.input?.count ?? 0, $1.show.command.count)
    }
  }
}
