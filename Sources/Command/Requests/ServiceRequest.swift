import Arguments
import Files
import JSON

/// One request of a service: a JSON object with names of options as keys, as the rows of the option table allow.
struct ServiceRequest {
  /// The answer's `id`, exactly as the request wrote it; nil if the request has none.
  let id: JSONText?
  /// The options of the request; an option that is false is left out.
  let arguments: ParsedArguments
  /// The options that it names, with any value.
  let named: Set<Option>
  /// Whether it asks for moments in an array, even if that has one or none.
  let hasArray: Bool
  /// How much work it is, in bytes, if it says so.
  let weight: Double?
  /// The version of its video, if it says so.
  let version: String?

  /// What a request may or must have.
  struct Rules {
    /// Whether the command line has a moment for requests without one.
    var hasMoment = false
    /// Whether a request may say how much work it is, and which version of its video it means.
    var takesWeight = false
    /// Whether an output may be `-`, so that pictures are a part of the answer.
    var answersPictures = false
    /// What a request is called.
    var word = "request"
  }

  /// Why a line is not a valid request.
  struct Fault: Error {
    let id: JSONText?
    let line: String
  }

  /// The options that a request may contain; those about the whole process belong to the service.
  private static let options = OptionTable.framegrab.options.filter(\.isInRequests)
  private static let rows = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
  private static let moments = options.filter { $0.role == .moment }

  /// A request that gives only the video.
  init(video: Path) {
    (id, named, hasArray, weight, version) = (nil, [], false, nil, nil)
    arguments = ParsedArguments(occurrences: [], operands: [Word(bytes: video.bytes)])
  }

  /// Reads a line.
  init(parsing line: [UInt8], _ rules: Rules = Rules()) throws(Fault) {
    if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { throw Fault(id: nil, line: "the line is empty") }
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONDocument(parsing: line, maximumDepth: 4).root
    } catch {
      let isName = rules.word == "job" && !line.contains(UInt8(ascii: "{"))
      let advice = isName ? "; a list of names is for --videos" : ""
      throw Fault(id: nil, line: "the \(rules.word) is not valid JSON: \(error)\(advice)")
    }
    guard root.kind == .object else { throw Fault(id: nil, line: "a \(rules.word) is a JSON object") }
    let id = try Self.id(root)
    var occurrences: [Occurrence] = []
    var named: Set<Option> = []
    var video: Word?
    var hasArray = false
    var weight: Double?
    var version: String?
    for (position, member) in root.members.enumerated() where member.key != "id" {
      do throws(Refusal) {
        if member.key == "weight", rules.takesWeight {
          weight = try Self.weight(member.value)
          continue
        }
        if member.key == "version", rules.takesWeight {
          version = try Self.version(member.value)
          continue
        }
        if member.key == "video" {
          video = try Self.video(member.value)
          continue
        }
        let option = try Self.option(member.key, rules)
        named.insert(option)
        hasArray = hasArray || member.value.kind == .array
        occurrences += try Self.occurrences(of: option, member.value, position, rules)
      } catch {
        throw Fault(id: id, line: "\"\(printable(member.key))\": \(error.reason)")
      }
    }
    do throws(Refusal) {
      try Self.check(occurrences, rules, hasVideo: video != nil)
    } catch {
      throw Fault(id: id, line: error.reason)
    }
    self.id = id
    self.named = named
    self.hasArray = hasArray
    (self.weight, self.version) = (weight, version)
    arguments = ParsedArguments(occurrences: occurrences, operands: [video].compactMap { $0 })
  }

  // MARK: Members

  /// Why a member is refused.
  private struct Refusal: Error {
    let reason: String
  }

  /// Refuses options that exclude each other, and a request without a moment or a video.
  private static func check(_ occurrences: [Occurrence], _ rules: Rules, hasVideo: Bool) throws(Refusal) {
    let looks = occurrences.filter { Look.options.contains($0.option) }
    let hasMoment = occurrences.contains { $0.option.role == .moment }
    guard looks.count < 2, looks.isEmpty || !hasMoment else {
      throw Refusal(
        reason: "\"info\" and \"list-frames\" look at the whole video: ask for one of them, without moments")
    }
    if let look = looks.first?.option, let mode = Mode.allCases.first(where: { $0.option == look }),
      let other = occurrences.first(where: { !$0.option.modes.contains(mode) })
    {
      throw Refusal(
        reason: "\"\(look.name)\" writes no frames: leave \"\(other.option.name)\" out of its \(rules.word)")
    }
    guard rules.hasMoment || hasMoment || !looks.isEmpty else {
      let keys = moments.map { "\"\($0.name)\"" }
      let last = keys.suffix(2).joined(separator: " or ")
      throw Refusal(
        reason: "nothing to grab: a \(rules.word) has a moment: " + (keys.dropLast(2) + [last]).joined(separator: ", "))
    }
    // A gesture file may name its video itself.
    guard hasVideo || occurrences.contains(where: { $0.option == .gesture }) else {
      throw Refusal(reason: "a \(rules.word) names its \"video\"")
    }
    for occurrence in occurrences {
      if let fault = refusal(of: occurrence) { throw Refusal(reason: fault.description) }
    }
  }

  private static func id(_ root: JSONValue) throws(Fault) -> JSONText? {
    guard let value = root["id"] else { return nil }
    if let text = value.string, text.utf8.count <= 256 { return .string(text) }
    if let number = value.number, number.text.utf8.count <= 256 { return JSONText(raw: number.text) }
    if let truth = value.boolean { return .boolean(truth) }
    if value.kind == .null { return .null }
    throw Fault(id: nil, line: "\"id\": is a string, a number, true, false or null, of 256 bytes at most")
  }

  private static func video(_ value: JSONValue) throws(Refusal) -> Word {
    guard let name = value.string else { throw Refusal(reason: "is the name of a file, a string") }
    return Word(name)
  }

  private static func weight(_ value: JSONValue) throws(Refusal) -> Double {
    guard let number = value.number.flatMap({ Double($0.text) }), number.isFinite, number >= 0 else {
      throw Refusal(reason: "is a number of bytes, 0 or more")
    }
    return number
  }

  private static func version(_ value: JSONValue) throws(Refusal) -> String {
    guard let version = value.string, !version.isEmpty, version.utf8.count <= 1024 else {
      throw Refusal(reason: "is a text of 1 to 1024 bytes, such as an ETag")
    }
    return version
  }

  private static func option(_ key: String, _ rules: Rules) throws(Refusal) -> Option {
    if let option = rows[key] { return option }
    let known = options.map(\.name) + ["id", "video"] + (rules.takesWeight ? ["weight", "version"] : [])
    let hint = suggestion(for: key, among: known.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
    throw Refusal(reason: "no part of a \(rules.word)\(hint)")
  }

  /// The option with its value, or once with each of several; none for a flag that is false.
  private static func occurrences(
    of option: Option, _ value: JSONValue, _ position: Int, _ rules: Rules
  ) throws(Refusal) -> [Occurrence] {
    switch option.request {
    case .never: return []
    case .flag:
      guard let isOn = value.boolean else { throw Refusal(reason: "is true or false") }
      return isOn ? [Occurrence(option: option, value: nil, position: position)] : []
    case .file(let insteadOfDash) where value.string == "-" && !(option == .output && rules.answersPictures):
      throw Refusal(reason: insteadOfDash)
    case .text where option.value.isOptional && value.boolean != nil:
      return value.boolean == true ? [Occurrence(option: option, value: nil, position: position)] : []
    case .text, .file:
      guard let word = word(value) else { throw Refusal(reason: "is a string or a number") }
      return [Occurrence(option: option, value: word, position: position)]
    case .texts:
      let words = (value.kind == .array ? Array(value.elements) : [value]).map(word)
      guard !words.isEmpty, !words.contains(nil) else {
        throw Refusal(reason: "is a string or a number, or an array of these")
      }
      return words.map { Occurrence(option: option, value: $0, position: position) }
    }
  }

  private static func word(_ value: JSONValue) -> Word? { (value.string ?? value.number?.plainText).map { Word($0) } }

  private static func refusal(of occurrence: Occurrence) -> ArgumentError? {
    guard let value = occurrence.value,
      let fault = occurrence.option.refusal(of: value, spelling: occurrence.option.long ?? "")
    else { return nil }
    return ArgumentError(fault, text: value.text, faultRange: 0..<value.text.count)
  }
}
