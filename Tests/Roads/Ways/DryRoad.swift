/// What would be grabbed: indexes and times, without pictures.
struct DryRoad: Road {
  let name = "--dry-run"

  func travel(_ traveller: inout Traveller) {
    let moments = traveller.plan.many
    let words = [traveller.path] + moments.flatMap(\.words) + ["--dry-run", "--json", "-o", "{n}-{index}.png", "-n"]
    let (ending, show) = traveller.start(words, road: name)
    // Nothing is decoded: a frame that is planned may fail when it is.
    let answers = Answer.read(ending.lines)
    guard !ending.isCrash, answers.count == moments.count else { return }
    for (number, (moment, answer)) in zip(moments, answers).enumerated() {
      var seen = Observation(moment.question, road: name, show: show.line(number + 1), answer: answer)
      if answer.code == nil { seen.code = nil }
      traveller.add(seen)
    }
  }
}
