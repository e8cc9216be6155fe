/// What one road said to one question. What it did not say is nil, and agrees with everything.
struct Observation: Sendable {
  let question: Question
  /// The road's name.
  let road: String
  /// How to see it.
  let show: Show
  /// 0 for a picture, else the code of the error.
  var code: Int32?
  var index: Int?
  var pts: Int64?
  var hash: String?
  var isDamaged: Bool?
  /// The words of an error, only for the report: they may differ.
  var words: String?

  init(_ question: Question, road: String, show: Show) {
    (self.question, self.road, self.show) = (question, road, show)
  }

  /// An observation of an answer in JSON.
  init(_ question: Question, road: String, show: Show, answer: Answer) {
    self.init(question, road: road, show: show)
    code = answer.code ?? 0
    (index, pts, hash, isDamaged) = (answer.index, answer.pts, answer.hash, answer.isDamaged)
    words = answer.error
  }

  /// An observation of an exit code.
  init(_ question: Question, road: String, show: Show, ending: Tool.Ending, code: Int32?) {
    self.init(question, road: road, show: show)
    self.code = code
    words = ending.messages.split(separator: "\n").last.map(String.init)
  }

  /// The answer in short.
  var text: String {
    if let code, code != 0 { return "error \(code)" + (words.map { " (\($0))" } ?? "") }
    let parts = [
      index.map { question == .count ? "\($0) frames" : "frame \($0)" }, pts.map { "pts \($0)" }, hash,
      isDamaged == true ? "damaged" : nil,
    ]
    let said = parts.compactMap { $0 }
    return said.isEmpty ? "ends with \(code.map(String.init) ?? "-")" : said.joined(separator: ", ")
  }
}
