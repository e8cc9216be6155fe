/// What to type instead of a habitual mistake, in the user's own words.
///
/// The description is a fragment without a full stop. It quotes what was typed and may therefore contain control
/// characters.
public enum Advice: Hashable, Sendable {
  /// A time without its option.
  case time(String)
  /// An output without its option.
  case output(String)
  /// A gesture file without its option.
  case gesture(String)
  /// An option in place of a word, with the words before it.
  case option(String)
  /// A value for an option that takes none: its spelling, what it does, and what to do.
  case noValue(String, String, String)
  /// A moment in the spelling of another tool: option and value in turn.
  case moment([String])
  /// A name with spaces that was not quoted.
  case quoted(String)
  /// A word with typographic characters: the character's name, and the word with plain ones.
  case plain(String, character: String)
  /// An output in another format than PNG, for one picture or for several.
  case notPNG(String, isSeries: Bool = false)
  /// An output that is made with other options, or not at all; says what to do.
  case notMade(String)
  /// A drawing in another format than SVG.
  case notSVG(String)
  /// The videos in a folder with an ending, with the options for all.
  case videos(folder: String, ending: String, options: [String])
  /// An address on the web.
  case download(String)
  /// An address of a stream.
  case recording
  /// A `file:` address; the path in it.
  case path(String)
  /// A pipe as the video.
  case savedPipe
  /// A pipe as the gesture; its name.
  case pipedGesture(String)
  /// A folder as the output.
  case intoFolder(String)
  /// A file that does not exist; a similar name that does.
  case similar(String)
  /// An empty file.
  case brokenOff
}

extension Advice {
  /// What to write for a value of `--at` that is no time.
  public init?(misspelledTime text: String) {
    guard let words = MiswrittenMoment(time: text)?.words else { return nil }
    self = .moment(words)
  }

  /// What to write for a value of `--frame` that is no index.
  public init?(misspelledFrames text: String) {
    guard let words = MiswrittenMoment(frames: text)?.words else { return nil }
    self = .moment(words)
  }

  /// What to write for a value of `--size` that is none, such as `320x`; nil where that is not known.
  public static func sizing(_ text: String) -> String? {
    guard let words = ForeignReader.sizing(text), words.first != "--size" || text.contains(":") else { return nil }
    let sides = words.dropFirst().joined().split { !$0.isNumber }.map { Int($0) ?? 0 }
    return sides.allSatisfy { (1...65_535).contains($0) } ? words.joined(separator: " ") : nil
  }

  /// The advice about an output whose name promises a format that framegrab does not write.
  ///
  /// - Parameters:
  ///   - name: The value of `-o`.
  ///   - isSeries: Whether a pipe cannot take it: there may be several pictures, or something else is printed.
  public init?(output name: Word, isSeries: Bool = false) {
    let ending = FileEnding(of: name)
    guard name.bytes.last != UInt8(ascii: "/"), ending.isForeignPicture else { return nil }
    self = ending.isVideo ? .notMade("framegrab writes pictures only") : .notPNG(name.text, isSeries: isSeries)
  }

  /// The advice about an output whose name promises something that framegrab makes with other options, or not at all.
  ///
  /// - Parameters:
  ///   - name: The value of `-o`.
  ///   - hasRaw: Whether plain samples are written.
  public init?(unmade name: Word, hasRaw: Bool) {
    if ["/dev/stdout", "/dev/fd/1", "pipe:", "pipe:1"].contains(name.text) {
      self = .notMade("for standard output write -o -")
      return
    }
    guard name.bytes.last != UInt8(ascii: "/"),
      let words = FileEnding(of: name).unmade(name.text, hasRaw: hasRaw)
    else { return nil }
    self = .notMade(words)
  }

  /// The advice about a drawing whose name promises a format that framegrab does not draw.
  public init?(drawing name: Word) {
    guard FileEnding(of: name).isForeignDrawing else { return nil }
    self = .notSVG(name.text)
  }

  /// The advice about the name of a video that does not exist: an address, standard input, or typographic characters.
  public init?(missingVideo name: Word) {
    let text = name.text
    if let scheme = Self.scheme(of: text) {
      switch scheme.name {
      case "file": self = .path(Self.decoded(scheme.rest))
      case "http", "https", "ftp": self = .download(text)
      default: self = .recording
      }
    } else if text == "-" {
      self = .savedPipe
    } else if text.hasPrefix("{\"") {
      self = .notMade("lines of JSON are jobs; write --batch in place of --videos")
    } else if let quoted = Lookalike(quotesOf: text) {
      self = .plain(quoted.plain, character: quoted.character)
    } else {
      return nil
    }
  }

  /// `https` and what follows `://`; nil if the text is no address.
  private static func scheme(of text: String) -> (name: String, rest: String)? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("//"), !parts[0].isEmpty,
      parts[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
    else { return nil }
    return (parts[0].lowercased(), String(parts[1].dropFirst(2)))
  }

  /// The path of a `file:` address, without the name of this machine, and with its `%20` as characters.
  private static func decoded(_ rest: String) -> String {
    let path = rest.hasPrefix("localhost/") ? String(rest.dropFirst(9)) : rest
    var bytes: [UInt8] = []
    var unread = Array(path.utf8)[...]
    while let byte = unread.popFirst() {
      let digits = unread.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        unread.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return Word(bytes: bytes).text
  }
}

extension Advice: CustomStringConvertible {
  /// What to write: a fragment without a full stop.
  public var description: String {
    switch self {
    case .time(let time): return "write --at \(time.shellWord)"
    case .output(let name): return "write -o \(name.shellWord)"
    case .gesture(let name): return "write --gesture \(name.shellWord)"
    case .option(let option): return "write \(option)"
    case .noValue(let option, let does, let then): return "\(option) takes no value (\(does)); \(then)"
    case .moment(let words):
      let isSpan = words.first == "--all"
      return (isSpan ? "for the frames between them write " : words.count > 2 ? "repeat the option: " : "write ")
        + words.map(\.shellWord).joined(separator: " ")
    case .quoted(let name): return "quote the name: \(name.shellWord)"
    case .plain(let word, let character): return "it has \(character); write \(word.shellWord)"
    case .notPNG(let name, let isSeries): return "framegrab writes PNG only; " + Self.converted(name, isSeries)
    case .notMade(let words): return words
    case .notSVG(let name):
      return "--plot draws SVG only; pipe it: --plot - | convert svg:- \(Self.shown(name).shellWord)"
    case .videos(let folder, let ending, let options):
      let slash = folder.hasSuffix("/") ? "" : "/"
      let words = ["framegrab", "\((folder + slash).shellWord)*.\(ending)"] + options.map(\.shellWord)
      return "for the videos in it: " + words.joined(separator: " ")
    case .download(let address):
      let path = address.prefix { !"?#".contains($0) }
      // Other addresses are mostly those of pages with a player.
      let program = Word(String(path)).hasVideoEnding ? "curl -LO" : "yt-dlp"
      return "framegrab opens files only; download it first: \(program) \(address.shellWord)"
    case .recording: return "framegrab opens files only; record it to a file first"
    case .path(let path): return "leave file:// out: \(path.shellWord)"
    case .savedPipe: return "a pipe cannot be sought; save it to a file first"
    case .pipedGesture(let name): return "a pipe comes in by: --gesture - < \(name.shellWord)"
    case .intoFolder(let name): return "to write into it: -o \((name + "/").shellWord)"
    case .similar(let name): return "did you mean \(name.shellWord)?"
    case .brokenOff: return "was a download or a recording broken off?"
    }
  }

  /// How to convert: one picture through a pipe, several after they are written.
  private static func converted(_ name: String, _ isSeries: Bool) -> String {
    guard isSeries || name.contains("{") || name.contains("%") else {
      return "pipe it: -o - | convert - \(shown(name).shellWord)"
    }
    let series = ConvertedSeries(name)
    return "write -o \(series.output.shellWord) --mkdir, and convert the files: "
      + "mogrify -format \(FileEnding(of: Word(name)).text) \(series.files)"
  }

  /// ImageMagick takes everything before a colon as the name of a format.
  private static func shown(_ name: String) -> String { name.contains(":") ? "./" + name : name }
}
