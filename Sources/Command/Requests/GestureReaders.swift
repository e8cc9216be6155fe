import Arguments
import Files
import FrameGrabbing
import GestureFiles
import Scrubbing
import Timeline

/// The correction of a gesture file: the moment at which it should end, and the touch that is moved.
struct CorrectionWish {
  let reach: DragWish.Moment
  /// The number of the touch that is moved; nil for the last one.
  let touch: Int?
}

/// Reads the options for making gesture files.
struct DragReader {
  let arguments: ParsedArguments
  private var reader: ValueReader { ValueReader(arguments: arguments) }

  /// The drag of a new gesture.
  func wish() throws(UsageError) -> DragWish {
    var wish = DragWish()
    wish.model = reader.choice(.model) ?? wish.model
    if let from = try moment(.from) { wish.from = from }
    wish.reach = try moment(.reach)
    if let away = try number(.away, "is a number of points, 0 or more, such as 120") { wish.away = Self.double(away) }
    wish.returns = arguments.has(.return)
    if let duration = try reader.length(.over) { wish.duration = duration }
    let ofRate = "is a number of touches a second from 1 to 1000, such as 60"
    if let rate = try number(.rate, ofRate) {
      guard rate >= Rational(1), rate <= Rational(1000) else {
        throw reader.fault(.rate, arguments.last(.rate)?.text ?? "", ofRate)
      }
      wish.rate = rate
    }
    return wish
  }

  /// The correction of a gesture; nil if none is asked for.
  func correction() throws(UsageError) -> CorrectionWish? {
    guard let reach = try moment(.solve) else { return nil }
    return CorrectionWish(reach: reach, touch: try reader.wholeNumber(.solveTouch).map { Int(clamping: $0) })
  }

  private func moment(_ option: Option) throws(UsageError) -> DragWish.Moment? {
    guard let word = arguments.last(option) else { return nil }
    return DragWish.Moment(try reader.time(word), text: word.text)
  }

  /// Reads digits, with or without a point.
  private func number(_ option: Option, _ right: String) throws(UsageError) -> Rational? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      case .time(let number)? = try? TimeSpecification(parsing: text)
    else { throw reader.fault(option, text, right) }
    return number
  }

  private static func double(_ value: Rational) -> Double { Double(value.numerator) / Double(value.denominator) }
}

/// Reads the options about the screen on which a gesture was recorded.
struct ScreenReader {
  let arguments: ParsedArguments
  private var reader: ValueReader { ValueReader(arguments: arguments) }

  /// Their values; the slider is not among them.
  ///
  /// - Throws: `UsageError` for an invalid size or density.
  func settings() throws(UsageError) -> RecordingSettings {
    var settings = RecordingSettings()
    if let text = arguments.last(.screen)?.text {
      guard let size = SizingReader.sides(text), let screen = ScreenSize(width: size.width, height: size.height) else {
        throw reader.fault(
          .screen, text, "is a width and a height from 1 to \(ScreenSize.longestSide) pixels, such as 1080x2400")
      }
      settings.screen = screen
    }
    if let text = arguments.last(.density)?.text {
      guard let density = Self.density(text) else {
        throw reader.fault(
          .density, text, "is a number of pixels per point above 0, such as 3 or 2.625, or such as 420dpi")
      }
      settings.density = density
    }
    return settings
  }

  private static let dotsPerPoint = Rational(160)

  /// Pixels per point: a number, or dots per inch; nil for anything else.
  private static func density(_ text: String) -> Rational? {
    let isInDots = text.utf8.count > 3 && text.hasSuffix("dpi")
    guard let part = SizingReader.millionths((isInDots ? String(text.dropLast(3)) : text) + "%"),
      let number = Rational(part, 10_000)
    else { return nil }
    return isInDots ? number.divided(by: dotsPerPoint) : number
  }
}

/// The sliders that a gesture is compared on.
struct ComparisonWish {
  /// One word of the list.
  enum Slider: Hashable {
    case model(Model)
    /// A gesture file with a slider.
    case file(Path)
  }

  let sliders: [Slider]
  let gestures: [Path]

  /// Reads `--compare` and `--gestures`; nil without the first.
  ///
  /// - Throws: `UsageError` for a word that is neither a model nor a file of JSON.
  init?(_ arguments: ParsedArguments) throws(UsageError) {
    guard let list = arguments.last(.compare)?.text else { return nil }
    var sliders: [Slider] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let models = Model.allCases.filter { $0 != .scrollScrubber }
      let found: [Slider]
      if word == "all" {
        found = models.map(Slider.model)
      } else if let model = models.first(where: { $0.rawValue == word }) {
        found = [.model(model)]
      } else if word.lowercased().hasSuffix(".json") {
        found = [.file(Path(word))]
      } else {
        let words = models.map(\.rawValue).joined(separator: ", ")
        throw UsageError(
          line: "the value of --compare is a list of sliders with commas between them, such as "
            + "scrubbing-slider,mine.json: '\(printable(word))' is no FILE.json, not 'all' and none of \(words)")
      }
      sliders += found.filter { !sliders.contains($0) }
    }
    self.sliders = sliders
    gestures = (arguments.all(.gesture) + arguments.all(.gestures)).compactMap {
      $0.value.map { Path(bytes: $0.bytes) }
    }
  }
}
