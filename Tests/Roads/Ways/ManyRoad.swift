/// Many moments by one run.
struct ManyRoad: Road {
  let name: String
  let options: [String]
  var isReversed = false
  /// Whether it decodes from the beginning.
  var isLinear = false
  var other: Tool?

  func isOpen(for plan: FramePlan) -> Bool { !isLinear || plan.count <= 3000 }

  func travel(_ traveller: inout Traveller) {
    let moments = isReversed ? traveller.plan.many.reversed() : traveller.plan.many
    let words = [traveller.path] + moments.flatMap(\.words) + ["--hash", "--json"] + options
    let (ending, show) = traveller.start(words, road: name, other: other)
    traveller.note(Answer.read(ending.lines), to: moments, ending, show, road: name)
  }
}

/// All frames of a short video by one run.
struct AllRoad: Road {
  let name: String
  let options: [String]
  var other: Tool?

  func isOpen(for plan: FramePlan) -> Bool { plan.isShort }

  func travel(_ traveller: inout Traveller) {
    guard !traveller.isSlow || traveller.plan.count <= traveller.plan.many.count else { return }
    let words = [traveller.path, "--all", "--hash", "--json"] + options
    let (ending, show) = traveller.start(words, road: name, other: other)
    let all = Answer.read(ending.lines)
    let answers = Legitimate.listed(all, count: traveller.plan.count)
    if !ending.isCrash, answers.count == traveller.plan.count || Legitimate.isCounted(all) {
      var seen = Observation(.count, road: name, show: show)
      seen.index = answers.count
      traveller.add(seen)
    }
    let moments = (0..<traveller.plan.count).map { Moment(.frame($0), .index($0)) }
    let isWhole = answers.count == 1 && moments.count > 1
    if answers.count == moments.count || isWhole {
      traveller.note(answers, to: moments, ending, show, road: name, codes: all.map { $0.code ?? 0 })
    }
  }
}
