/// How to see an answer: a command line, the requests that it reads, and the line of its output.
struct Show: Hashable, Sendable {
  let command: [String]
  var input: String?
  var line: Int?

  /// The same, for one line of the output.
  func line(_ number: Int) -> Show { Show(command: command, input: input, line: number) }
}
