import Foundation

/// A job for each moment.
struct BatchRoad: Road {
  let name = "--batch"

  func travel(_ traveller: inout Traveller) {
    let moments = traveller.moments
    let video = JSONText.of(traveller.path)
    let input = moments.map { "{\"video\":\(video),\($0.json),\"hash\":true}\n" }.joined()
    let results = traveller.scratch.appending(component: "results-\(UUID().uuidString).ndjson")
    defer { try? FileManager.default.removeItem(at: results) }
    let place = results.path(percentEncoded: false)
    let words = ["--batch", "-", "-q", "--results"]
    // The place of the results is of no use to those who repeat it.
    let (ending, show) = traveller.start(words + [place], input: input, road: name, shown: words + ["results.ndjson"])
    guard !ending.isCrash else { return }
    let printed = (try? String(contentsOf: results, encoding: .utf8)) ?? ""
    var found: [Int: Answer] = [:]
    for line in printed.split(separator: "\n") {
      guard let read = AnswerLine.read(line), let job = read.job else { continue }
      found[job] = Answer(read.frames?.first ?? read)
    }
    for (number, moment) in moments.enumerated() {
      guard let answer = found[number + 1] else {
        traveller.add(.missing, "job \(number + 1) by \(name) has no result", show, road: name)
        continue
      }
      traveller.add(Observation(moment.question, road: name, show: show, answer: answer))
    }
  }
}
