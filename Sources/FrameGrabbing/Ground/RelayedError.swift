import Files
public import Packing

/// An error that another process of the tool found, in its words.
public struct RelayedError: Error, Hashable, Packed, Sendable {
  /// The whole line for people, after the program's name.
  public var line: String
  /// The line for machines, which may be longer.
  public var report: String
  /// The exit code.
  public var code: Int32
  /// What the user typed, and the part of it that is wrong, as positions of characters.
  public var typed: String
  /// That part; empty if there is none.
  public var fault: Range<Int>
  /// Whether no file can be written to the output's folder, so that other outputs there would fail, too.
  public var isAboutFolder: Bool
  /// Whether the file is cut off before the requested moment.
  public var isCutOff: Bool
  /// Whether no line is printed, since the reader of standard output is gone.
  public var isQuiet: Bool

  /// Makes an error.
  public init(
    line: String, report: String? = nil, code: Int32, typed: String = "", fault: Range<Int> = 0..<0,
    isAboutFolder: Bool = false, isCutOff: Bool = false, isQuiet: Bool = false
  ) {
    (self.line, self.report, self.code) = (line, report ?? line, code)
    (self.typed, self.fault) = (typed, fault)
    (self.isAboutFolder, self.isCutOff, self.isQuiet) = (isAboutFolder, isCutOff, isQuiet)
  }

  /// Appends the error to a message.
  public func pack(into packing: inout VarintWriter) {
    packing.append(line, report, code, typed, fault.lowerBound, fault.upperBound, isAboutFolder, isCutOff, isQuiet)
  }

  /// Reads an error from a message.
  ///
  /// - Throws: `VarintError` for codes that no error has, and marks outside the text.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    let start: Int
    let end: Int
    (line, report, code, typed, start, end, isAboutFolder, isCutOff, isQuiet) = try packing.values()
    guard (1...6).contains(code) || code == 70, start <= end, end <= typed.count + 1 else { throw VarintError() }
    (line, report, fault) = (printableWords(line), printableWords(report), start..<end)
  }
}
