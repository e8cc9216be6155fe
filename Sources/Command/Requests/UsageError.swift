/// Why a command line is invalid, although each option by itself could be read.
struct UsageError: Error {
  let line: String
  var text: String = ""
  var fault: Range<Int> = 0..<0
}
