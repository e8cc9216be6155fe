import Timeline

/// A list of times, one per line; `#` starts a comment, and empty lines are ignored. What follows a tab is the name of the
/// moment, to the end of the line, unless it starts with `#`.
///
/// A list of scenes that PySceneDetect writes is one, too: the first frame of each scene, named after its number. Only the
/// text and the position of each line are kept, so that a list may be as long as a video has frames.
public struct TimeList: Sendable {
  /// The most bytes that a list may have.
  public static let maximumByteCount = 16 << 20

  private let bytes: [UInt8]
  /// The offsets of the lines that hold a time.
  private var starts: [UInt32] = []
  /// Where scenes have their numbers and frames; nil if the lines are times.
  private var columns: SceneColumns?
  /// The digits of the numbers of scenes: three, as in PySceneDetect's own names of pictures, or more.
  private var digits = 3

  /// Reads a list and each of its times.
  ///
  /// - Parameter bytes: At most `maximumByteCount`, in lines that end with LF or CR LF.
  /// - Throws: `TimeListError` for the first invalid line, or when there is no time at all.
  public init(parsing bytes: [UInt8]) throws(TimeListError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    var start = 0
    var number = 0
    while start < self.bytes.count {
      number += 1
      let line = line(from: start)
      if columns == nil, number <= 2, let found = SceneColumns(header: line) {
        // What was on the line before were the times of the cuts.
        (columns, starts) = (found, [])
      } else if try holdsMoment(line, number: number), let place = UInt32(exactly: start) {
        starts.append(place)
      }
      start = line.endIndex + 1
    }
    guard !starts.isEmpty else {
      throw TimeListError(line: 0, fault: nil, reason: columns == nil ? nil : "is a list of scenes that has none")
    }
  }

  /// How many times there are, at least 1.
  public var count: Int { starts.count }

  /// The text of a time, without blanks and comment; empty if there is none.
  public func text(_ number: Int) -> String {
    guard let line = line(number) else { return "" }
    if columns != nil { return scene(line).map { "\($0.frame)f" } ?? "" }
    return TimeLine(line).text
  }

  /// A time by its number from 0; nil if there is none.
  func time(_ number: Int) -> TimeSpecification? {
    guard let line = line(number) else { return nil }
    if columns != nil { return scene(line).map { .frame($0.frame) } }
    return try? TimeSpecification(parsing: TimeLine(line).text)
  }

  /// The name of a moment by its number from 0; nil if it has none.
  func name(_ number: Int) -> String? {
    guard let line = line(number) else { return nil }
    if columns != nil { return scene(line).map { "Scene-" + $0.number.padded(to: digits) } }
    return TimeLine(line).name
  }

  // MARK: Lines

  private func line(_ number: Int) -> ArraySlice<UInt8>? {
    starts.indices.contains(number) ? line(from: Int(starts[number])) : nil
  }

  private func line(from start: Int) -> ArraySlice<UInt8> {
    bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
  }

  private func scene(_ line: ArraySlice<UInt8>) -> SceneColumns.Scene? { try? columns?.scene(line) }

  /// Whether a line holds a moment, which is then valid.
  private mutating func holdsMoment(_ line: ArraySlice<UInt8>, number: Int) throws(TimeListError) -> Bool {
    guard let columns else {
      do throws(TimeLine.Fault) {
        return try TimeLine(line).check()
      } catch {
        // The times of cuts, before the header of a list of scenes.
        if number == 1, isBeforeScenes(line) { return false }
        throw TimeListError(line: number, fault: error.syntax, reason: error.words)
      }
    }
    guard line.contains(where: { !TimeLine.isBlank($0) }) else { return false }
    do throws(SceneColumns.Fault) {
      digits = max(digits, String(try columns.scene(line).number).utf8.count)
      return true
    } catch {
      throw TimeListError(line: number, fault: nil, reason: error.words)
    }
  }

  /// Whether a list of scenes starts on the line after this one.
  private func isBeforeScenes(_ line: ArraySlice<UInt8>) -> Bool {
    line.endIndex + 1 < bytes.count && SceneColumns(header: self.line(from: line.endIndex + 1)) != nil
  }
}
