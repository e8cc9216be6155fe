import Memory
import Timeline

/// A list of times, one per line; `#` starts a comment, and empty lines are ignored.
///
/// Only the text and the position of each line are kept, so that a list may be as long as a video has frames.
public struct TimeList: Sendable {
  /// The most bytes that a list may have.
  public static let maximumByteCount = 16 << 20

  private let bytes: [UInt8]
  /// The offsets of the lines that hold a time.
  private var starts: [UInt32] = []

  /// Reads a list and each of its times.
  ///
  /// - Parameter bytes: At most `maximumByteCount`, in lines that end with LF or CR LF.
  /// - Throws: `TimeListError` for the first invalid line, or when there is no time at all, or no memory.
  public init(parsing bytes: [UInt8]) throws(TimeListError) {
    // A line of two bytes has an offset of four and, later, a position of eight; growing arrays are three times as large.
    guard (try? MemoryRoom.require(bytes.count, of: 20)) != nil else {
      throw TimeListError(line: 0, fault: nil, isOutOfMemory: true)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    var start = 0
    var line = 0
    while start < self.bytes.count {
      line += 1
      let end = self.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? self.bytes.count
      let text = text(from: start)
      if !text.isEmpty, let place = UInt32(exactly: start) {
        do throws(TimeSyntaxError) {
          _ = try TimeSpecification(parsing: text)
        } catch {
          throw TimeListError(line: line, fault: error)
        }
        starts.append(place)
      }
      start = end + 1
    }
    guard !starts.isEmpty else { throw TimeListError(line: 0, fault: nil) }
  }

  /// How many times there are, at least 1.
  public var count: Int { starts.count }

  /// The text of a time, without blanks and comment; empty if there is none.
  public func text(_ number: Int) -> String {
    starts.indices.contains(number) ? text(from: Int(starts[number])) : ""
  }

  /// A time by its number from 0; nil if there is none.
  func time(_ number: Int) -> TimeSpecification? {
    try? TimeSpecification(parsing: text(number))
  }

  private func text(from start: Int) -> String {
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "#") }
    var text = line.drop(while: Self.isBlank)
    while let last = text.last, Self.isBlank(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
