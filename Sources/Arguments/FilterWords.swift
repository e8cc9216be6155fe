import Timeline

/// FFmpeg's filters in framegrab's words, as far as there are any.
struct FilterWords {
  /// The moments that filters choose.
  private(set) var moments: [String] = []
  /// What becomes of the picture.
  private(set) var words: [String] = []
  /// How much later the frames of `fps` are than those of `--every`: half its interval, since `fps` rounds.
  private(set) var delay: Rational?
  /// The columns and rows of a sheet, as `4x4`.
  private(set) var tile: String?
  /// The filters that have no counterpart.
  private(set) var unknown: [String] = []
  /// Notes to print besides; fragments.
  private(set) var notes: [String] = []

  /// What is said of the frames of `fps`, which rounds half an interval up; `--every` takes what is on screen.
  static let earlierFrame = "where a frame starts just then, ffmpeg takes the one before"
  /// What is said of a crop without a place.
  static let isMiddle = "ffmpeg's crop without a corner, X and Y, is in the middle"
  /// What is said to those who look for scenes.
  static let noScenes = "framegrab does not look for scenes; a keyframe is often the first of one"

  /// Reads a chain of filters, such as `fps=1,scale=640:-1`.
  init(_ chain: String) {
    for filter in Self.filters(of: chain).map(Self.unlabelled) {
      let parts = filter.split(separator: "=", maxSplits: 1).map(String.init)
      let value = parts.count > 1 ? parts[1] : ""
      switch parts.first ?? "" {
      case "fps":
        let rate = value.hasPrefix("fps=") ? String(value.dropFirst(4)) : value
        moments += ["--every", Self.period(ofRate: rate)]
        delay = Self.interval(ofRate: rate)?.divided(by: Rational(2))
        if delay != nil { notes.append(Self.earlierFrame) }
      case "thumbnail":
        moments += ["--at", "50%"]
        unknown.append(filter)
      case "tile" where Self.count(ofTile: value) != nil: tile = value
      case "yadif", "bwdif", "w3fdif": words.append("--deinterlace")
      case "scale": if let size = Self.size(value) { words += size } else { unknown.append(filter) }
      case "crop":
        // Only one --crop is possible, and it comes before the size.
        let isFirst = words.allSatisfy { !["--crop", "--size", "--width", "--height"].contains($0) }
        guard isFirst, let part = Self.part(value) else {
          unknown.append(filter)
          continue
        }
        words += ["--crop", part]
        if part.hasSuffix("+X+Y") { notes.append(Self.isMiddle) }
      // Of the frames of fps, which have indices of their own, it chooses some.
      case "select" where moments.first == "--every":
        moments = ["--frame", "INDEX"]
        (delay, notes, unknown) = (nil, [], unknown + [filter])
      case "select": select(value, in: filter)
      case "framestep" where value.isWholeNumber: moments += ["--frame", "0..-1:" + value]
      // They choose frames, too.
      case "framestep", "trim", "decimate", "mpdecimate", "random", "loop", "reverse":
        moments += ["--frame", "INDEX"]
        unknown.append(filter)
      default: unknown.append(filter)
      }
    }
  }

  /// The filters between commas; a comma after a backslash or in parentheses belongs to its filter.
  private static func filters(of chain: String) -> [String] {
    var filters: [String] = []
    var filter = ""
    var depth = 0
    var isEscaped = false
    for character in chain {
      if character == "," || character == ";", depth <= 0, !isEscaped {
        filters.append(filter)
        filter = ""
      } else {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        filter.append(character)
      }
      isEscaped = character == "\\"
    }
    return (filters + [filter]).filter { !$0.isEmpty }
  }

  /// A filter without the names of what goes in and comes out, such as `[0:v]scale=320:-1[out]`.
  private static func unlabelled(_ filter: String) -> String {
    var rest = filter.drop(while: \.isWhitespace)
    while rest.first == "[", let end = rest.firstIndex(of: "]") { rest = rest[rest.index(after: end)...] }
    while rest.last == "]", let start = rest.lastIndex(of: "[") { rest = rest[..<start] }
    return String(rest)
  }

  /// The time from one frame to the next at a rate such as `1`, `0.5`, `1/5`, `30000/1001` or `ntsc`; TIME if it cannot be
  /// read.
  static func period(ofRate rate: String) -> String { interval(ofRate: rate).map(ForeignParts.seconds) ?? "TIME" }

  private static func interval(ofRate rate: String) -> Rational? {
    let named = ["ntsc": "30000/1001", "pal": "25", "film": "24", "ntsc_film": "24000/1001"]
    let text = named[rate] ?? rate
    guard text.utf8.allSatisfy({ (0x2E...0x39).contains($0) }),
      case .time(let rate)? = try? TimeSpecification(parsing: text), rate > .zero
    else { return nil }
    return Rational(1).divided(by: rate)
  }

  /// How many pictures a sheet such as `4x4` has; nil unless it is two numbers that one can have.
  static func count(ofTile value: String) -> Int? {
    let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    return sides.count == 2 && sides.allSatisfy { (1...100).contains($0) } ? sides[0] * sides[1] : nil
  }

  /// `640:360`, or `640:-1` and `-1:360`, where the other side follows; also `iw/2:ih/2`, and with the largest size of the
  /// video's shape.
  static func size(_ value: String) -> [String]? {
    var options = value.split(whereSeparator: { $0 == ":" || $0 == "x" })
    options.removeAll { $0.hasPrefix("flags=") }
    let count = options.count
    options.removeAll { $0 == "force_original_aspect_ratio=decrease" }
    let sides = options.map { String($0.hasPrefix("w=") || $0.hasPrefix("h=") ? $0.dropFirst(2) : $0) }
    guard sides.count == 2 else { return nil }
    let parts = ["iw", "ih"].map { $0 + "/2" }
    if sides == parts || sides == [parts[0], "-1"] || sides == [parts[0], "-2"] { return ["--scale", "50%"] }
    let isInside = options.count < count
    let numbers = sides.map { Int32($0) ?? 0 }
    switch (numbers[0], numbers[1]) {
    case (1..., 1...): return ["--size", "\(numbers[0])x\(numbers[1])"] + (isInside ? ["--fit", "inside"] : [])
    case (1..., ..<0): return ["--width", "\(numbers[0])"]
    case (..<0, 1...): return ["--height", "\(numbers[1])"]
    default: return nil
    }
  }

  /// `640:360:100:50` as `640x360+100+50`; `640:360`, which is in the middle, with names for the corner.
  private static func part(_ value: String) -> String? {
    let numbers = value.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) ?? -1 }
    if numbers.count == 2, numbers[0] > 0, numbers[1] > 0 { return "\(numbers[0])x\(numbers[1])+X+Y" }
    guard numbers.count == 4, numbers[0] > 0, numbers[1] > 0, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    return "\(numbers[0])x\(numbers[1])+\(numbers[2])+\(numbers[3])"
  }

  /// Reads the condition of `select`: `eq(n,34)`, also several with `+`, `between(n,10,20)`, `between(t,5,6)`,
  /// `not(mod(n,10))`, `eq(pict_type,I)`, `key`, `gt(scene,0.4)`.
  private mutating func select(_ value: String, in filter: String) {
    let plain = value.filter { !"\\' ".contains($0) }
    func number(_ start: String, _ end: String, of text: Substring) -> Substring? {
      guard text.hasPrefix(start), text.hasSuffix(end) else { return nil }
      let digits = text.dropFirst(start.count).dropLast(end.count)
      return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : nil
    }
    func numbers(from start: String) -> (first: String, last: String)? {
      guard plain.hasPrefix(start), plain.hasSuffix(")") else { return nil }
      let parts = plain.dropFirst(start.count).dropLast().split(separator: ",").map(String.init)
      let isRead = parts.allSatisfy { $0.utf8.allSatisfy { (0x2E...0x39).contains($0) } }
      return parts.count == 2 && isRead ? (parts[0], parts[1]) : nil
    }
    let indices = plain.split(separator: "+").map { number("eq(n,", ")", of: $0) }
    if ["key", "eq(key,1)", "eq(pict_type,I)", "eq(pict_type,PICT_TYPE_I)"].contains(plain) {
      moments.append("--keyframes")
    } else if plain.hasPrefix("gt(scene,") {
      moments.append("--keyframes")
      notes.append(Self.noScenes)
    } else if !indices.isEmpty, indices.allSatisfy({ $0 != nil }) {
      moments += indices.compactMap(\.self).flatMap { ["--frame", String($0)] }
    } else if let (first, last) = numbers(from: "between(n,") {
      moments += ["--frame", first + ".." + last]
    } else if let (start, end) = numbers(from: "between(t,") {
      moments += ["--all", "--from", start, "--to", end]
      notes.append("a frame that starts at --to is left out")
    } else if let step = number("not(mod(n,", "))", of: plain[...]) {
      moments += ["--frame", "0..-1:" + step]
    } else {
      // It is not known which frames the filter chooses.
      moments += ["--frame", "INDEX"]
      unknown.append(filter)
    }
  }
}
