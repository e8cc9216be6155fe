public import Files
public import JSON
public import Seeking

/// What a replay says to machines: a line for each seek, and one for all of them.
public enum ReplayReport {
  /// One seek as a JSON object: what was sought, when, and what came of it.
  ///
  /// - Parameters:
  ///   - seek: The seek, ended.
  ///   - output: Where the picture that was shown was written to, nil if nowhere.
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

  /// All seeks together as a JSON object.
  ///
  /// - Parameters:
  ///   - summary: What the seeks came to.
  ///   - seeker: Who sought.
  ///   - latency: The fixed latency in microseconds, nil if the decoder was at work.
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

  /// Why a seek brought no picture; nil for one that did, or that another one stopped.
  public static func failure(of seek: SeekRecord) -> String? {
    if case .failed(let reason) = seek.result { return reason }
    return nil
  }
}

extension JSONText {
  /// Microseconds as decimal seconds, without loss.
  static func seconds(ofMicroseconds microseconds: Int64) -> JSONText {
    var (rest, count) = (microseconds.magnitude, 0)
    // Backwards: six digits, the point, and at least one digit in front of it.
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
