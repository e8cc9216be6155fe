import Arguments
import Color
import Files
import FrameGrabbing
import Timeline

/// Reads the requested size of pictures and the shape of their pixels.
struct SizingReader {
  let arguments: ParsedArguments
  private var reader: ValueReader { ValueReader(arguments: arguments) }

  /// The combined value of the options.
  ///
  /// - Throws: `UsageError` for an invalid side or scale.
  func sizing(pixelLimit: Int64) throws(UsageError) -> PictureSizing {
    var sizing = PictureSizing()
    sizing.isSquare = reader.choice(.pixels) == PixelsChoice.square
    sizing.pixelLimit = pixelLimit
    sizing.crop = try crop()
    switch reader.choice(.fit) as FitChoice? {
    case .inside: sizing.fit = .inside
    case .cover: sizing.fit = .cover
    case .stretch, nil: break
    }
    let width = try side(.width)
    let height = try side(.height)
    if let size = try size() {
      sizing.request = .size(width: size.width, height: size.height)
    } else if let part = try part() {
      sizing.request = .millionths(part)
    } else if let width, let height {
      sizing.request = .size(width: width, height: height)
    } else if let width {
      sizing.request = .width(width)
    } else if let height {
      sizing.request = .height(height)
    }
    return sizing
  }

  private func crop() throws(UsageError) -> PictureCrop? {
    guard let text = arguments.last(.crop)?.text else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
    if parts.count == 3, let size = Self.sides("\(Substring(parts[0]))"), let x = Self.place(parts[1]),
      let y = Self.place(parts[2]),
      let crop = PictureCrop(width: size.width, height: size.height, x: x, y: y)
    {
      return crop
    }
    throw reader.fault(
      .crop, text, "is a size and the place of its upper left corner, such as 640x360+100+50",
      instead: Self.instead(ofCrop: text))
  }

  private func side(_ option: Option) throws(UsageError) -> Int? {
    guard let text = arguments.last(option)?.text else { return nil }
    guard let side = Self.pixels(text.utf8[...]) else {
      throw reader.fault(
        option, text, "is a whole number of pixels from 1 to \(PictureSizing.sideLimit)",
        instead: Self.instead(of: text, option))
    }
    return side
  }

  private func size() throws(UsageError) -> (width: Int, height: Int)? {
    guard let text = arguments.last(.size)?.text else { return nil }
    guard let size = Self.sides(text) else {
      throw reader.fault(
        .size, text, "is a width and a height from 1 to \(PictureSizing.sideLimit), such as 640x360",
        instead: Advice.sizing(text))
    }
    return size
  }

  /// A width and a height with an x between them; nil for anything else.
  static func sides(_ text: String) -> (width: Int, height: Int)? {
    let sides = text.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard sides.count == 2, let width = pixels(sides[0]), let height = pixels(sides[1]) else { return nil }
    return (width, height)
  }

  private static func pixels(_ digits: Substring.UTF8View) -> Int? { place(digits).flatMap { $0 > 0 ? $0 : nil } }

  private static func place(_ digits: Substring.UTF8View) -> Int? {
    guard (1...9).contains(digits.count), digits.allSatisfy(isDigit), let number = Int(Substring(digits)),
      (0...PictureSizing.sideLimit).contains(number)
    else { return nil }
    return number
  }

  /// A percentage with at most four digits after the point, in millionths.
  private func part() throws(UsageError) -> Int64? {
    guard let text = arguments.last(.scale)?.text else { return nil }
    guard let part = Self.millionths(text) else {
      throw reader.fault(
        .scale, text,
        "is a percentage above 0, such as 50% or 12.5%, with at most 6 digits before the point and 4 after it",
        instead: Self.instead(of: text))
    }
    return part
  }

  /// A percentage with at most 6 digits before the point and 4 after it, in millionths; nil for anything else, and for 0.
  static func millionths(_ text: String) -> Int64? {
    guard text.utf8.last == UInt8(ascii: "%") else { return nil }
    let parts = text.utf8.dropLast().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...6).contains(parts[0].count), parts.joined().allSatisfy(isDigit),
      let whole = Int64(Substring(parts[0]))
    else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard (1...4).contains(parts[1].count), let digits = Int64(Substring(parts[1])) else { return nil }
      fraction = (parts[1].count..<4).reduce(digits) { digits, _ in digits * 10 }
    }
    let part = whole * 10_000 + fraction
    return part > 0 ? part : nil
  }

  /// What to write for a factor such as 0.5, a percentage without its sign, or a width; nil for anything else.
  private static func instead(of text: String) -> String? {
    guard case .time(let number)? = try? TimeSpecification(parsing: text), text.utf8.last.map(isDigit) ?? false,
      let part = number.multiplied(by: Rational(100)), part.denominator == 1, part > .zero
    else { return nil }
    if number < Rational(10) { return "--scale \(part.numerator)%" }
    return number.denominator == 1 ? number > Rational(100) ? "--width \(text)" : "--scale \(text)%" : nil
  }

  /// What to write for ffmpeg's `100:100:10:10`, which is a width, a height, and the place; nil for anything else.
  private static func instead(ofCrop text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(place)
    guard parts.count == 4, let width = parts[0], let height = parts[1], let x = parts[2], let y = parts[3],
      PictureCrop(width: width, height: height, x: x, y: y) != nil
    else { return nil }
    return "--crop \(width)x\(height)+\(x)+\(y)"
  }

  /// What to write for a side such as `50%` or `320px`; nil for anything else.
  private static func instead(of text: String, _ option: Option) -> String? {
    if millionths(text) != nil { return "--scale \(text)" }
    return text.hasSuffix("px") ? pixels(text.utf8.dropLast(2)).map { "--\(option.name) \($0)" } : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// Reads whether pictures are written as plain samples, and how.
struct RawReader {
  let arguments: ParsedArguments
  private var reader: ValueReader { ValueReader(arguments: arguments) }

  /// What `--raw` and the ending of the output's name ask for; nil for PNG.
  ///
  /// - Throws: `UsageError` for a name that promises a PNG, and for bits that the layout does not have.
  func raw() throws(UsageError) -> RawPictures? {
    let layout: RawLayout? = reader.choice(.raw)
    let output = arguments.last(.output)
    let isArray = output?.hasArrayEnding ?? false
    if let layout, let output, output.hasPNGEnding {
      throw UsageError(
        line: "\(printableWords(output.text)): --raw writes samples, not PNG; give the file another ending, such as "
          + ".\(layout.rawValue), or .npy for an array")
    }
    guard layout != nil || isArray else { return nil }
    let depth = arguments.last(.depth).flatMap { Int($0.text) }.flatMap(Bitmap.BitDepth.init)
    guard let layout else { return RawPictures(depth == .sixteen ? .rgb48 : .rgb24, isArray: true) }
    if let own = layout.bitDepth, let depth, own != depth {
      let other = RawLayout.allCases.first { $0.bitDepth == depth }?.rawValue ?? ""
      throw UsageError(
        line: "--raw \(layout.rawValue) has \(own.rawValue) bits a sample: leave --depth \(depth.rawValue) out, or "
          + "write --raw \(other)")
    }
    return RawPictures(layout, bitDepth: depth ?? .eight, isArray: isArray)
  }
}
