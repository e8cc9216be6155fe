/// Why a command line makes no sense, although every option by itself was read.
struct UsageError: Error {
  let line: String
  var text: String = ""
  var fault: Range<Int> = 0..<0
}
