/// Each moment by a run of its own, with a plain checksum or with `--json`.
struct AloneRoad: Road {
  let hasReport: Bool
  /// Only one of the moments.
  let isBrief: Bool
  var name: String { hasReport ? "alone with --json" : "alone" }

  func travel(_ traveller: inout Traveller) {
    let moments = traveller.plan.alone + Legitimate.past.prefix(1)
    for moment in moments.prefix(isBrief ? 1 : moments.count) {
      let words = [traveller.path] + moment.words + ["--hash"] + (hasReport ? ["--json"] : [])
      let (ending, show) = traveller.start(words, road: name)
      if hasReport {
        traveller.note(Answer.read(ending.lines), to: [moment], ending, show, road: name)
      } else if !ending.isCrash {
        traveller.add(plain(moment, ending, show))
      }
    }
  }

  private func plain(_ moment: Moment, _ ending: Tool.Ending, _ show: Show) -> Observation {
    var seen = Observation(moment.question, road: name, show: show)
    seen.code = ending.status
    if ending.status == 0 {
      seen.hash = ending.lines.first.map(String.init) ?? "nothing"
      seen.isDamaged = ending.messages.contains("damaged where this picture")
    } else {
      seen.words = ending.messages.split(separator: "\n").last.map(String.init)
    }
    return seen
  }
}
