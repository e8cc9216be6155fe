import Timeline

/// A moment as other tools write it, in the words of framegrab's command line.
public struct MiswrittenMoment {
  /// The words to write, option and value in turn.
  let words: [String]

  private static let mostPieces = 20
  private static let firsts: Set<String> = ["first", "begin", "beginning", "start"]
  private static let middles: Set<String> = ["middle", "mid", "half", "center", "centre"]
  private static let lasts: Set<String> = ["last", "final", "end"]

  /// What to write for a value of `--every` that counts frames or per cents; nil for any other.
  public static func everyAdvice(_ text: String) -> String? {
    guard let mark = text.last, let number = Int(text.dropLast()), number > 0 else { return nil }
    switch mark {
    case "f": return "for each frame of \(number) write --frame 0..-1:\(number)"
    case "%" where 100 % number == 0:
      return "for \(100 / number) frames in equal distances write --count \(100 / number)"
    default: return nil
    }
  }

  /// What to write for a word such as `last`; nil for any other.
  static func named(_ word: String) -> String? {
    let isName = [firsts, middles, lasts].contains { $0.contains(word.lowercased()) }
    return isName ? MiswrittenMoment(frames: word)?.words.joined(separator: " ") : nil
  }

  /// Reads a value of `--frame`: lists with commas, ranges with a dash or a colon, open ranges, and words.
  init?(frames text: String) {
    guard text.utf8.count <= 1000 else { return nil }
    let word = text.lowercased()
    if Self.firsts.contains(word) {
      words = ["--frame", "0"]
    } else if Self.lasts.contains(word) {
      words = ["--frame", "-1"]
    } else if Self.middles.contains(word) {
      words = ["--at", "50%"]
    } else {
      let pieces = text.split(separator: ",", omittingEmptySubsequences: true).map { Self.range(String($0)) }
      let ranges = pieces.compactMap { $0 }
      guard !ranges.isEmpty, ranges.count == pieces.count, ranges.count <= Self.mostPieces else {
        guard (try? TimeSpecification(parsing: text)) != nil else { return nil }
        words = ["--at", text]
        return
      }
      words = ranges.flatMap { ["--frame", $0] }
    }
  }

  /// Reads a value of `--at`: lists with two commas or more, ranges, and words.
  init?(time text: String) {
    guard text.utf8.count <= 1000 else { return nil }
    let word = text.lowercased()
    if Self.firsts.contains(word) {
      words = ["--at", "start"]
    } else if Self.lasts.contains(word) {
      words = ["--at", "end"]
    } else if Self.middles.contains(word) {
      words = ["--at", "50%"]
    } else if let span = Self.span(text) {
      words = span
    } else {
      let pieces = text.split(separator: ",", omittingEmptySubsequences: true).map { Self.trimmed(String($0)) }
      // '1,5' can be a number with decimals.
      guard pieces.count > 2, pieces.count <= Self.mostPieces,
        pieces.allSatisfy({ (try? TimeSpecification(parsing: $0)) != nil })
      else { return nil }
      words = pieces.flatMap { ["--at", $0] }
    }
  }

  /// The words for the frames between two times, such as `10..20` or `1:00-1:30`; nil for anything else.
  private static func span(_ text: String) -> [String]? {
    let plain = plain(text)
    let pieces = plain.prefix { $0 != "-" && $0 != " " }.split(separator: "..", maxSplits: 1)
    let start = pieces.first.map(String.init) ?? ""
    let end = plain.dropFirst(start.count).drop { "-. ".contains($0) }
    guard case .time(let first)? = try? TimeSpecification(parsing: start), first >= .zero,
      case .time(let last)? = try? TimeSpecification(parsing: String(end)), last > first
    else { return nil }
    return ["--all", "--from", start, "--to", String(end)]
  }

  /// One index or one range, as `--frame` reads it.
  private static func range(_ text: String) -> String? {
    var plain = plain(trimmed(text))
    if plain.hasSuffix("f") { plain.removeLast() }
    var parts = plain.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let dots = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    if dots.count > 2, dots.dropFirst().dropLast().allSatisfy(\.isEmpty) {
      parts.replaceSubrange(0..<1, with: [String(dots[0]), String(dots[dots.count - 1])])
    } else if parts.count == 1, let dash = plain.dropFirst().firstIndex(of: "-") {
      parts = [String(plain[..<dash]), String(plain[plain.index(after: dash)...])]
    }
    guard parts.count <= 3 else { return nil }
    if parts.count > 1 {
      parts[0] = parts[0].isEmpty ? "0" : parts[0]
      parts[1] = parts[1].isEmpty ? "-1" : parts[1]
    }
    let step = parts.count == 3 && !parts[2].isEmpty ? ":" + parts[2] : ""
    let range = parts.prefix(2).joined(separator: "..") + step
    guard let selection = try? FrameSelection(parsing: range) else { return nil }
    // For a reversed range such as '10:2', the intended meaning is not known.
    return selection.first >= 0 && selection.last >= 0 && selection.first > selection.last ? nil : range
  }

  /// A text with the dash and the dots of a keyboard.
  private static func plain(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { plain, scalar in
      plain += Lookalike.isDash(scalar) ? "-" : scalar == "…" ? ".." : String(scalar)
    }
  }

  private static func trimmed(_ text: String) -> String {
    let rest = text.drop(while: \.isWhitespace)
    return String(rest.prefix(rest.count - rest.reversed().prefix(while: \.isWhitespace).count))
  }
}
