/// One request after the other to a program that stays, in random order; the last part of them as arrays.
struct ServeRoad: Road {
  let name: String
  let options: [String]

  func travel(_ traveller: inout Traveller) {
    let moments = traveller.moments
    let video = JSONText.of(traveller.path)
    let input = moments.map { "{\"video\":\(video),\($0.json),\"hash\":true}\n" }.joined()
    let (ending, show) = traveller.start(["--serve", "--exit-zero"] + options, input: input, road: name)
    guard !ending.isCrash else { return }
    let answers = Answer.read(ending.lines)
    guard answers.count == moments.count else {
      let words = "\(moments.count) requests by \(name) have \(answers.count) answers"
      return traveller.add(.missing, words, show, road: name)
    }
    for (number, (moment, answer)) in zip(moments, answers).enumerated() {
      traveller.add(Observation(moment.question, road: name, show: show.line(number + 1), answer: answer))
    }
  }
}
