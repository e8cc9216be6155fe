import Files
public import Packing

/// An error that another process of the tool found, in its words.
public struct RelayedError: Error, Hashable, Sendable {
  /// The whole line for people, after the program's name.
  public var line: String
  /// The line for machines, which may say more.
  public var report: String
  /// The exit code.
  public var code: Int32
  /// What the user typed, and the part of it that is wrong, as positions of characters.
  public var typed: String
  /// That part; empty if there is none.
  public var fault: Range<Int>
  /// Whether the folder of an output takes no files, so that others would fail there, too.
  public var isAboutFolder: Bool
  /// Whether the file ends too early for what was asked.
  public var isCutOff: Bool
  /// Whether it is not worth a line: the reader of standard output is gone.
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
    packing.append(line)
    packing.append(report)
    packing.append(signed: Int64(code))
    packing.append(typed)
    packing.append(count: fault.lowerBound)
    packing.append(count: fault.upperBound)
    packing.append(isAboutFolder)
    packing.append(isCutOff)
    packing.append(isQuiet)
  }

  /// Reads an error from a message.
  ///
  /// - Throws: `VarintError` for codes that no error has, and marks outside the text.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    line = printableWords(try packing.text())
    report = printableWords(try packing.text())
    guard let code = Int32(exactly: try packing.signed()), (1...6).contains(code) || code == 70 else {
      throw VarintError()
    }
    self.code = code
    typed = try packing.text()
    let start = try packing.index()
    let end = try packing.index()
    guard start <= end, end <= typed.count + 1 else { throw VarintError() }
    fault = start..<end
    isAboutFolder = try packing.flag()
    isCutOff = try packing.flag()
    isQuiet = try packing.flag()
  }
}
