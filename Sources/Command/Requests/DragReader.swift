import Arguments
import FrameGrabbing
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
