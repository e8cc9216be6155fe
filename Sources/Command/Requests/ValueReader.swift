import Arguments
import Files
import Sourcing
import Timeline
import Video

/// Reads the values of options; each error message says what would be valid.
struct ValueReader {
  let arguments: ParsedArguments

  func time(_ word: Word) throws(UsageError) -> TimeSpecification {
    do throws(TimeSyntaxError) {
      return try TimeSpecification(parsing: word.text)
    } catch {
      throw Self.fault(error, Advice(misspelledTime: word.text))
    }
  }

  func frames(_ word: Word) throws(UsageError) -> FrameSelection {
    do throws(TimeSyntaxError) {
      return try FrameSelection(parsing: word.text)
    } catch {
      throw Self.fault(error, Advice(misspelledFrames: word.text))
    }
  }

  /// The error for a text; advice replaces the reason, since it says more.
  private static func fault(_ error: TimeSyntaxError, _ advice: Advice?) -> UsageError {
    let line =
      advice.map { "cannot read '\(printable(error.text))' as \(error.kind); \(printableWords($0.description))" }
      ?? printable(error.description)
    return UsageError(line: line, text: error.text, fault: error.range)
  }

  /// The command of `--source`; nil without it.
  func source() throws(UsageError) -> HelperCommand? {
    guard let word = arguments.last(.source) else { return nil }
    do throws(HelperCommand.Fault) {
      return try HelperCommand(parsing: word.text)
    } catch {
      throw UsageError(line: "the command of --source \(error)")
    }
  }

  /// One of the words of an enumeration; nil if the option was not given.
  func choice<Choice: RawRepresentable<String>>(_ option: Option) -> Choice? {
    arguments.last(option).flatMap { Choice(rawValue: $0.text) }
  }

  /// The name of a file, byte for byte.
  func path(_ option: Option) -> Path? {
    arguments.last(option).map { Path(bytes: $0.bytes) }
  }

  /// The name of an output, unless it is empty or, as the advice says, promises another format.
  func output(_ option: Option, _ advice: (Word) -> Advice?) throws(UsageError) -> Path? {
    guard let word = arguments.last(option) else { return nil }
    let spelling = option.spellings.first ?? option.name
    guard !word.bytes.isEmpty else {
      throw UsageError(line: "the value of \(spelling) is the name of a file, a folder/ or '-', not ''")
    }
    if let advice = advice(word) {
      throw UsageError(line: "\(printable(word.text)): \(printableWords(advice.description))")
    }
    return Path(bytes: word.bytes)
  }

  /// A whole number of 0 or more, or of 1 or more if `isPositive`.
  func wholeNumber(_ option: Option, isPositive: Bool = false) throws(UsageError) -> Int64? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text),
      number > 0 || !isPositive
    else {
      throw fault(option, text, isPositive ? "is a whole number, 1 or more" : "is a whole number, 0 or more")
    }
    return number
  }

  /// How many decoders may work in parallel: 1 or more; more than 64 count as 64.
  func jobs() throws(UsageError) -> Int? {
    try wholeNumber(.jobs, isPositive: true).map { Int(min($0, 64)) }
  }

  /// A whole number with or without a sign.
  func signedNumber(_ option: Option) throws(UsageError) -> Int64? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard let number = Int64(text), text.utf8.allSatisfy({ $0 != UInt8(ascii: " ") }) else {
      throw fault(option, text, "is a whole number, such as 3 or -3")
    }
    return number
  }

  /// Milliseconds of 0 or more, as microseconds.
  func milliseconds(_ option: Option) throws(UsageError) -> Int64? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard case .time(let time)? = try? TimeSpecification(parsing: text), time >= .zero,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let microseconds = time.multiplied(by: Rational(1000))?.floor
    else {
      throw fault(option, text, "is a number of milliseconds, 0 or more, such as 100")
    }
    return microseconds
  }

  /// A number of bytes above 0.
  func size(_ option: Option) throws(UsageError) -> Int64? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard let size = byteCount(text), size > 0 else {
      throw fault(option, text, "is a size above 0, such as 512M or 4GiB")
    }
    return size
  }

  /// A duration above 0, in units of 1 / `unitsPerSecond` seconds.
  func duration(_ option: Option, unitsPerSecond: Int64) throws(UsageError) -> Int64? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard case .time(let time)? = try? TimeSpecification(parsing: text), time > .zero,
      let units = time.multiplied(by: Rational(unitsPerSecond))?.floor, units > 0
    else {
      throw fault(option, text, "is a length of time above 0, such as 30s or 500ms")
    }
    return units
  }

  /// An exact duration above 0.
  func length(_ option: Option) throws(UsageError) -> Rational? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard case .time(let time)? = try? TimeSpecification(parsing: text), time > .zero else {
      let advice = option == .every ? MiswrittenMoment.everyAdvice(text).map { "; " + $0 } ?? "" : ""
      throw fault(option, text, "is a length of time above 0, such as 10s, 500ms or 1001/30000s\(advice)")
    }
    return time
  }

  func limits() throws(UsageError) -> Limits {
    var limits = Limits()
    if let pixels = try wholeNumber(.maxPixels, isPositive: true) {
      limits.pixels = pixels
    }
    if let bytes = try size(.maxPicture) { limits.pictureBytes = bytes }
    if let bytes = try size(.maxAllocation) { limits.allocation = Int(clamping: bytes) }
    if let streams = try wholeNumber(.maxStreams, isPositive: true) { limits.streams = Int32(clamping: streams) }
    if let bytes = try size(.probeSize) {
      guard bytes >= 32 else { throw fault(.probeSize, String(bytes), "is a size of at least 32 bytes") }
      limits.probeBytes = bytes
    }
    if let microseconds = try duration(.probeDuration, unitsPerSecond: 1_000_000) {
      limits.probeMicroseconds = microseconds
    }
    if let bytes = try size(.maxGap) { limits.bytesWithoutPacket = bytes }
    if arguments.has(.whole) || arguments.has(.verify) { limits.leastListedBytes = .max }
    if let nanoseconds = try duration(.timeout, unitsPerSecond: 1_000_000_000) {
      limits.nanosecondsPerFrame = nanoseconds
    }
    return limits
  }

  /// The error for a value; `instead` is what to write, if that is known.
  func fault(_ option: Option, _ text: String, _ right: String, instead: String? = nil) -> UsageError {
    let advice = instead.map { "; write " + $0 } ?? ""
    return UsageError(
      line: "the value of --\(option.name) \(right), not '\(printable(text))'" + advice, text: text,
      fault: 0..<text.count)
  }
}

/// Reads a number of bytes such as `512`, `64K`, `8MiB` or `1G`; the units are powers of 1024.
func byteCount(_ text: String) -> Int64? {
  let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
  guard !digits.isEmpty, let number = Int64(String(text.prefix(digits.count))) else { return nil }
  let shift: Int64
  switch text.dropFirst(digits.count) {
  case "": shift = 0
  case "K", "KiB": shift = 10
  case "M", "MiB": shift = 20
  case "G", "GiB": shift = 30
  default: return nil
  }
  let (product, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
  return overflow ? nil : product
}
