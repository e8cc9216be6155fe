import Arguments
import GestureFiles
import Timeline

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
