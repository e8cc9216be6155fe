public import Files
public import JSON
public import Seeking

/// The JSON lines of a replay: one for each seek, and a summary.
public enum ReplayReport {
  /// One seek as a JSON object: target, times and result.
  ///
  /// - Parameters:
  ///   - seek: The seek, ended.
  ///   - output: The file that the picture was written to, nil if none.
  public static func line(for seek: SeekRecord, output: Path?) -> JSONText {
    var object = JSONObjectWriter()
    object.add("seek", .integer(Int64(seek.number)))
    object.add("target", .integer(Int64(seek.target)))
    object.add("shown", .integer(seek.shownFrame.map(Int64.init)))
    object.add("askedAt", .seconds(ofMicroseconds: seek.requestedAt))
    object.add("issuedAt", .seconds(ofMicroseconds: seek.issuedAt))
    object.add("shownAt", seek.shownFrame == nil ? .null : .seconds(ofMicroseconds: seek.endedAt))
    object.add("superseded", .boolean(seek.isSuperseded))
    object.add("error", .string(failure(of: seek)))
    object.add("output", .string(output?.text))
    return object.finished()
  }

  /// The summary of all seeks as a JSON object.
  ///
  /// - Parameters:
  ///   - summary: The totals.
  ///   - seeker: The seeker that was used.
  ///   - latency: The fixed latency in microseconds, nil if the decoder was used.
  public static func line(
    for summary: SeekSummary, seeker: SeekerKind, latency: Int64?
  ) -> JSONText {
    var object = JSONObjectWriter()
    object.add("seeker", .string(seeker.rawValue))
    object.add("latency", latency.map { .seconds(ofMicroseconds: $0) } ?? .null)
    object.add("requests", .integer(Int64(summary.requests)))
    object.add("seeks", .integer(Int64(summary.seeks)))
    object.add("framesShown", .integer(Int64(summary.framesShown)))
    object.add("failures", .integer(Int64(summary.failures)))
    object.add(
      "longestWithoutPicture", summary.longestWithoutPicture.map { .seconds(ofMicroseconds: $0) } ?? .null)
    object.add("timeToSettle", summary.timeToSettle.map { .seconds(ofMicroseconds: $0) } ?? .null)
    var line = JSONObjectWriter()
    line.add("summary", object.finished())
    return line.finished()
  }

  /// Why a seek gave no picture; nil for one that did, or that was stopped by another one.
  public static func failure(of seek: SeekRecord) -> String? {
    if case .failed(let reason) = seek.result { return reason }
    return nil
  }
}

extension JSONText {
  /// Microseconds as decimal seconds, without loss.
  static func seconds(ofMicroseconds microseconds: Int64) -> JSONText {
    var (rest, count) = (microseconds.magnitude, 0)
    // Built backwards: six digits, the point, and at least one digit in front of it.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    repeat {
      if count == 6 { bytes.append(UInt8(ascii: ".")) }
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      count += 1
    } while rest > 0 || count < 7
    if microseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.reverse()
    return JSONText(raw: bytes)
  }
}
