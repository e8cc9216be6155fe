extension Timecode {
  /// Reads `00:01:02:15`, or drop-frame `00:01:02;15` and `00;01;02;15`.
  ///
  /// Throws `TimeSyntaxError`.
  public init(parsing text: String) throws(TimeSyntaxError) {
    self = try ColonReader(TimeText(text, kind: "a timecode")).timecode()
  }
}

/// A reader of times with colons and of timecodes.
struct ColonReader {
  let text: TimeText

  init(_ text: TimeText) { self.text = text }

  private func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") }

  /// Whether the text from `start` on has a timecode's separators: three, or any semicolon.
  func isTimecode(from start: Int) -> Bool {
    let rest = text.bytes[start...]
    return rest.contains(UInt8(ascii: ";")) || rest.count(where: isSeparator) == 3
  }

  /// Reads `1:02` or `00:01:02.500` as seconds. Minutes and seconds must be below 60, except in the first field.
  func clock(from start: Int) throws(TimeSyntaxError) -> Rational {
    let fields = fields(from: start)
    guard fields.count == 2 || fields.count == 3, let last = fields.last else {
      throw text.error(
        start..<text.count, "it has too many colons: hours:minutes:seconds, or hours:minutes:seconds:frames")
    }
    var minutes = Rational.zero
    for field in fields.dropLast() {
      let value = Rational(try text.integer(field, allowsMinus: false))
      if field.lowerBound > start { try check(field, below: 60, name: "minutes", digits: 2) }
      guard let sum = minutes.multiplied(by: Rational(60)).flatMap({ $0.adding(value) }) else {
        throw text.error(field, "the number has too many digits")
      }
      minutes = sum
    }
    guard !last.isEmpty else { throw text.error(last, "a whole number is missing") }
    let (seconds, end, _) = try text.decimal(from: last.lowerBound)
    guard end == text.count else {
      throw text.error(end..<text.count, "'\(text.string(end..<text.count))' does not belong here")
    }
    let wholeEnd = text.end(of: isDigit, from: last.lowerBound)
    guard wholeEnd > last.lowerBound else { throw text.error(last, "a digit is needed before the point") }
    try check(last.lowerBound..<wholeEnd, below: 60, name: "seconds", digits: 2)
    guard let total = minutes.multiplied(by: Rational(60)).flatMap({ $0.adding(seconds) }) else {
      throw text.error(start..<end, "the number has too many digits")
    }
    return total
  }

  /// Reads `00:01:02:15`, or drop-frame `00:01:02;15` and `00;01;02;15`.
  func timecode() throws(TimeSyntaxError) -> Timecode {
    try text.refuseForeignCharacters()
    let fields = fields(from: 0)
    guard fields.count == 4 else {
      throw text.error(0..<text.count, "a timecode has four numbers: hours:minutes:seconds:frames")
    }
    let separators = fields.dropFirst().map { text.bytes[$0.lowerBound - 1] }
    let colon = UInt8(ascii: ":")
    if separators[0] != separators[1] || (separators[0] != colon && separators[2] == colon) {
      let at = fields[separators[0] != separators[1] ? 2 : 3].lowerBound - 1
      throw text.error(at..<at + 1, "the separators do not match (00:01:02:15, or drop-frame 00:01:02;15)")
    }
    let hours = try check(fields[0], below: 24, name: "hours", digits: 2)
    let minutes = try check(fields[1], below: 60, name: "minutes", digits: 2)
    let seconds = try check(fields[2], below: 60, name: "seconds", digits: 2)
    let frames = try check(fields[3], below: 1000, name: "frames", digits: 3)
    let isDropFrame = separators[2] != colon
    guard
      let timecode = Timecode(
        hours: hours, minutes: minutes, seconds: seconds, frames: frames, isDropFrame: isDropFrame)
    else { throw text.error(0..<text.count, "it is not a timecode") }
    return timecode
  }

  /// The value of a field, which must be below a limit.
  @discardableResult
  private func check(_ field: Range<Int>, below limit: Int, name: String, digits: Int) throws(TimeSyntaxError) -> Int {
    let value = try text.integer(field, allowsMinus: false)
    guard value < limit, field.count <= digits, let small = Int(exactly: value) else {
      throw text.error(field, value < limit ? "\(name) have too many digits" : "\(name) go from 0 to \(limit - 1)")
    }
    return small
  }

  /// The ranges between separators from `start` to the end of the text, including empty ones.
  private func fields(from start: Int) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var fieldStart = start
    for offset in start..<text.count where isSeparator(text.bytes[offset]) {
      fields.append(fieldStart..<offset)
      fieldStart = offset + 1
    }
    fields.append(fieldStart..<text.count)
    return fields
  }
}
