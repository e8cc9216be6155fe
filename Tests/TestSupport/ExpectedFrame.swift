import Foundation

/// The expected properties of one frame of a fixture clip: a row of its table in Fixtures/expected.
public struct ExpectedFrame: Hashable, Sendable {
  /// The position in presentation order, from 0.
  public let index: Int
  /// The number burnt into the picture.
  public let number: Int
  /// When the picture was due, in seconds from picture 0 of the source, or from the cut in an edited clip.
  public let time: Fraction
  /// When a player shows the picture, in seconds on a clock that is 0 when anything is first shown or heard.
  public let clock: Fraction
  /// The raw timestamp in ticks as FFmpeg gives it; nil where the file has none.
  ///
  /// In AVI it is not a presentation timestamp but a shifted decode timestamp, so it is not reliable.
  public let presentationTimestamp: Int64?
  /// The length of a tick in seconds.
  public let timeBase: Fraction
  /// The MD5 of the decoded picture in its own pixel format, without padding, in lower-case hexadecimal digits.
  public let md5: String

  /// Reads a table: a line of column names, then a line per frame.
  ///
  /// Throws ``FixtureFault`` naming the invalid line.
  public static func table(_ text: String) throws(FixtureFault) -> [ExpectedFrame] {
    let lines = text.split(separator: "\n")
    guard lines.first == "index\tnumber\ttime\tclock\tpts\tbase\tmd5" else {
      throw FixtureFault(description: "the table does not start with its column names")
    }
    var frames: [ExpectedFrame] = []
    for line in lines.dropFirst() {
      guard let frame = ExpectedFrame(line: line), frame.index == frames.count else {
        throw FixtureFault(description: "the table has a line that is no frame: \(line)")
      }
      frames.append(frame)
    }
    return frames
  }

  private init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 7, let index = Int(fields[0]), let number = Int(fields[1]),
      let time = Fraction(fields[2]), let clock = Fraction(fields[3]), let timeBase = Fraction(fields[5]),
      fields[4] == "-" || Int64(fields[4]) != nil, fields[6].count == 32
    else { return nil }
    (self.index, self.number, self.time, self.clock, self.timeBase) = (index, number, time, clock, timeBase)
    presentationTimestamp = Int64(fields[4])
    md5 = String(fields[6])
  }
}

/// A fraction in lowest terms as the tables write it, such as 1001/30000.
public struct Fraction: Hashable, Sendable, CustomStringConvertible {
  /// The numerator; it carries the sign.
  public let numerator: Int64
  /// The denominator, greater than 0.
  public let denominator: Int64

  /// The fraction in this text; nil if it is not one with a denominator above 0.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]), denominator > 0 else {
      return nil
    }
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The numerator, a slash, the denominator.
  public var description: String { "\(numerator)/\(denominator)" }
}

/// Why a fixture cannot be used.
public struct FixtureFault: Error, Hashable, CustomStringConvertible {
  /// The error message.
  public let description: String
}
