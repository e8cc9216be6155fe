/// How to see an answer: a command line, the requests that it reads, and the line of its output.
struct Show: Hashable, Sendable {
  let command: [String]
  var input: String?
  var line: Int?
}
