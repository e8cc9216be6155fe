public import Files
public import GestureFiles
import Timeline
import Scrubbing

/// A gesture file with the name under which it was read, ready to be played on a slider.
public struct Gesture: Sendable {
  /// The contents of the file.
  public let file: GestureFile
  /// The file's name, for messages.
  public let path: Path
  /// Identifies the file on this machine, nil for standard input.
  public let identity: FileIdentity?
  /// Whether a gesture without a final lift is accepted.
  public let allowsUnfinished: Bool

  /// Makes a gesture from a file that was read; one that is only shown is traced or drawn and not grabbed, so that all of
  /// it is shown before it is refused.
  ///
  /// - Throws: `GrabError` for a gesture without a final lift, unless that is allowed or the gesture is only shown.
  public init(
    _ file: GestureFile, path: Path, identity: FileIdentity? = nil, allowsUnfinished: Bool, isOnlyShown: Bool = false
  ) throws(GrabError) {
    self.file = file
    self.path = path
    self.identity = identity
    self.allowsUnfinished = allowsUnfinished
    if !isOnlyShown, let refusal = endingRefusal { throw refusal.error }
  }

  /// Why a grab refuses the way in which the last stroke ends; nil if it does not.
  var endingRefusal: GestureRefusal? {
    guard !allowsUnfinished, let refusal = file.unfinishedRefusal, let touch = file.lastTouch else { return nil }
    return GestureRefusal(
      error: GrabError(path, .gesture(refusal)), event: touch,
      words: file.ending == .cancelled ? "is cancelled" : "is never lifted")
  }

  /// The part of the video that the slider spans, and the slider's value before the first touch.
  struct Placement {
    /// In seconds from t = 0; without a video as a share of it.
    let from: Rational
    let to: Rational
    /// 0 to 1.
    let value: Double
  }

  /// Finds the slider's range and starting value in a video; without one only percentages have a meaning.
  ///
  /// - Throws: `GrabError` with the line of the invalid value.
  func placement(in timeline: FrameTable?) throws(GrabError) -> Placement {
    let from = try moment(file.control.rangeFrom ?? .start, at: .rangeFrom, in: timeline)
    let to = try moment(file.control.rangeTo ?? .end, at: .rangeTo, in: timeline)
    guard from < to, let span = to.subtracting(from) else {
      // A video of zero duration cannot be scrubbed, but its one moment can be found.
      if from == to, file.control.rangeFrom == nil, file.control.rangeTo == nil {
        return Placement(from: from, to: to, value: 0)
      }
      throw refusal(
        at: .range, from == to ? "this range is empty in this video" : "this range is reversed in this video")
    }
    guard let asked = file.control.value else { return Placement(from: from, to: to, value: 0) }
    let start = try moment(asked, at: .value, in: timeline)
    guard start >= from, start <= to, let offset = start.subtracting(from), let share = offset.divided(by: span) else {
      throw refusal(at: .value, "this value is outside the slider's range in this video")
    }
    return Placement(from: from, to: to, value: share.nearestDouble)
  }

  private func moment(
    _ time: TimeSpecification, at place: GestureFile.Place, in timeline: FrameTable?
  ) throws(GrabError) -> Rational {
    guard let timeline else {
      switch time {
      case .start: return .zero
      case .end: return Rational(1)
      case .percent(let percent):
        if let share = percent.divided(by: Rational(100)) { return share }
        throw refusal(at: place, "this percentage has too many digits")
      default: throw refusal(at: place, "only percentages, 'start' and 'end' have a meaning without a video; name one")
      }
    }
    do throws(MomentError) {
      return try timeline.time(of: time, bounds: .refuse)
    } catch {
      throw refusal(at: place, error.description)
    }
  }

  /// The error that a value of the file is refused, with its place.
  public func refusal(at place: GestureFile.Place, _ reason: String) -> GrabError {
    GrabError(path, .gesture(file.refusal(at: place, reason: reason)))
  }
}

extension Rational {
  /// The double nearest to a value from 0 to 1, rounded once, ties to even.
  var nearestDouble: Double {
    guard numerator > 0 else { return 0 }
    // The quotient gets at least 55 bits, more than a double keeps, and a sticky bit that says whether anything is
    // left.
    let shift = max(0, 56 + denominator.significantBits - numerator.significantBits)
    guard shift < 120 else { return 0 }
    let (quotient, rest) = (UInt128(numerator) << UInt128(shift)).quotientAndRemainder(dividingBy: UInt128(denominator))
    let sticky = quotient << 1 | (rest == 0 ? 0 : 1)
    return Double(sticky) * Double(sign: .plus, exponent: -(shift + 1), significand: 1)
  }
}

extension Int64 {
  fileprivate var significantBits: Int { Int64.bitWidth - leadingZeroBitCount }
}
