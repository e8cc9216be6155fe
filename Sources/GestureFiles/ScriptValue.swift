internal import JSON
internal import Timeline

/// A value of the script, with methods that read it as an expected type or throw an error with its location.
struct ScriptValue {
  let json: JSONValue

  /// The error for this value.
  func fault(_ reason: String, isLimit: Bool = false) -> GestureFileError {
    GestureFileError(location: json.location, pointer: json.pointer, reason: reason, isLimit: isLimit)
  }

  /// The error for a value of the wrong type.
  func fault(expecting expected: String) -> GestureFileError {
    fault("\(expected) should be here, not \(json.kind)")
  }

  /// A string of at least one character.
  func string(_ expected: String) throws(GestureFileError) -> String {
    guard let string = json.string else { throw fault(expecting: expected) }
    guard !string.isEmpty else { throw fault("this string is empty; \(expected) should be here") }
    return string
  }

  /// The path of a file: a string without NUL.
  func path() throws(GestureFileError) -> String {
    let path = try string("a path as a string")
    guard !path.utf8.contains(0) else { throw fault("a path may not hold the character U+0000") }
    return path
  }

  /// A number, which is always finite, since the parser rejects others.
  func number() throws(GestureFileError) -> Double {
    guard let number = json.number else { throw fault(expecting: "a number") }
    return number.double
  }

  /// A number as an exact fraction.
  func exactNumber() throws(GestureFileError) -> Rational {
    guard let number = json.number else { throw fault(expecting: "a number") }
    guard let decimal = number.exactDecimal, let power = Self.powerOfTen(abs(decimal.exponent)) else {
      throw fault("\(text) has too many digits for exact arithmetic; use fewer")
    }
    let value = Rational(decimal.significand)
    guard let result = decimal.exponent < 0 ? value.divided(by: power) : value.multiplied(by: power) else {
      throw fault("\(text) has too many digits for exact arithmetic; use fewer")
    }
    return result
  }

  private static func powerOfTen(_ exponent: Int) -> Rational? {
    guard exponent <= 18 else { return nil }
    return Rational((0..<exponent).reduce(Int64(1)) { power, _ in power * 10 })
  }

  /// A number above 0.
  func positiveNumber(_ name: String) throws(GestureFileError) -> Double {
    let number = try number()
    guard number > 0 else { throw fault("a \(name) should be above 0, not \(text)") }
    return number
  }

  /// Pixels per point.
  func density() throws(GestureFileError) -> Double {
    let density = try positiveNumber("density")
    guard density >= 0.01, density <= 100 else { throw fault("a density should be from 0.01 to 100, not \(text)") }
    return density
  }

  /// A number of 0 or more.
  func nonNegativeNumber(_ name: String) throws(GestureFileError) -> Double {
    let number = try number()
    guard number >= 0 else { throw fault("a \(name) should not be negative, as \(text) is") }
    return number
  }

  /// A number of seconds in whole microseconds, rounded half away from zero on its decimal text.
  func microseconds() throws(GestureFileError) -> Int64 {
    guard let number = json.number else { throw fault(expecting: "a number of seconds") }
    guard let microseconds = number.rounded(scaledByPowerOfTen: 6) else {
      throw fault("\(text) is more seconds than can be counted")
    }
    return microseconds
  }

  /// True or false.
  func boolean() throws(GestureFileError) -> Bool {
    guard let boolean = json.boolean else { throw fault(expecting: "true or false") }
    return boolean
  }

  /// A time specification in a string.
  func time() throws(GestureFileError) -> TimeSpecification {
    let text = try string("a time as a string, such as \"12.5s\" or \"25%\",")
    // This is far longer than any time; locating an error in a text of millions of characters would be slow.
    guard text.utf8.count <= 1_000 else {
      throw fault("cannot read '\(ScriptWords.cut(text))' as a time: it is too long")
    }
    do throws(TimeSyntaxError) {
      return try TimeSpecification(parsing: text)
    } catch {
      throw fault(ScriptWords.reason(of: error, in: text))
    }
  }

  /// One of the cases of an enumeration of strings.
  ///
  /// - Parameters:
  ///   - noun: What the cases are, for messages, with its article.
  ///   - others: Words that could also be here, for messages.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type, noun: String, and others: [String] = []
  ) throws(GestureFileError) -> Choice {
    guard let word = json.string else { throw fault(expecting: "\(noun) as a string") }
    // Swift compares strings by canonical equivalence, but these are ASCII and equivalent only to themselves.
    if let choice = Choice(rawValue: word) { return choice }
    throw fault(ScriptWords.reason(against: word, noun: noun, words: Choice.allCases.map(\.rawValue) + others))
  }

  /// The number as it was written, truncated if it is long.
  var text: String {
    ScriptWords.cut(json.number?.text ?? "")
  }
}
