extension Timecode {
  /// Makes the label of the frame `frameCount` frames after midnight; labels wrap at 24 hours.
  ///
  /// `rate` is in frames per second and is rounded for counting. Throws `MomentError` when that is not 1 to 1000, or
  /// for drop-frame when it is neither 30000/1001 nor 60000/1001.
  public init(frameCount: Int64, rate: Rational, dropFrame: Bool) throws(MomentError) {
    let zero = Timecode(isDropFrame: dropFrame)
    let counting = try TimecodeCounting(rate: rate, of: zero)
    var rest = frameCount % counting.framesPerDay
    if rest < 0 { rest += counting.framesPerDay }
    self = counting.label(at: rest)
  }

  /// The number of frames from midnight to this label, at `rate` frames per second.
  ///
  /// Throws `MomentError` when the label does not exist at this rate.
  public func frameCount(rate: Rational) throws(MomentError) -> Int64 {
    try TimecodeCounting(rate: rate, of: self).frameCount(of: self)
  }

  /// The frame count of the day's last label.
  static func lastOfDay(rate: Rational, isDropFrame: Bool) throws(MomentError) -> Int64 {
    try Timecode(frameCount: -1, rate: rate, dropFrame: isDropFrame).frameCount(rate: rate)
  }

  /// Makes a label from a non-drop count of frames within a day.
  fileprivate init(undropped count: Int64, nominalRate: Int64, isDropFrame: Bool) {
    // The caller keeps the count within a day and the rate within 1000, so every field fits.
    frames = Int(count % nominalRate)
    seconds = Int(count / nominalRate % 60)
    minutes = Int(count / (nominalRate * 60) % 60)
    hours = Int(count / (nominalRate * 3600) % 24)
    self.isDropFrame = isDropFrame
  }
}

/// How labels are counted at one frame rate.
private struct TimecodeCounting {
  let rate: Rational
  /// The rate rounded, half up: labels per second.
  let nominalRate: Int64
  /// Labels skipped at the start of each minute, except every tenth.
  let dropped: Int64

  init(rate: Rational, of timecode: Timecode) throws(MomentError) {
    guard rate > .zero, rate < Rational(1001) else { throw .noTimecodeRate(rate) }
    let remainder = rate.numerator % rate.denominator
    let nominal = rate.floor + (remainder >= rate.denominator - remainder ? 1 : 0)
    guard 1...1000 ~= nominal else { throw .noTimecodeRate(rate) }
    self.rate = rate
    nominalRate = nominal
    let isNTSC = rate.denominator == 1001 && (rate.numerator == 30000 || rate.numerator == 60000)
    if timecode.isDropFrame, !isNTSC { throw .noDropFrame(timecode, rate: rate) }
    // 2 at a nominal rate of 30, and 4 at 60.
    dropped = timecode.isDropFrame ? nominal / 15 : 0
  }

  var framesPerTenMinutes: Int64 { nominalRate * 600 - dropped * 9 }
  var framesPerDay: Int64 { framesPerTenMinutes * 144 }

  func frameCount(of timecode: Timecode) throws(MomentError) -> Int64 {
    let frames = Int64(timecode.frames)
    let minutes = Int64(timecode.hours * 60 + timecode.minutes)
    guard frames < nominalRate else { throw .noSuchTimecode(timecode, rate: rate) }
    if timecode.seconds == 0, frames < dropped, minutes % 10 != 0 { throw .droppedTimecode(timecode, rate: rate) }
    let undropped = (minutes * 60 + Int64(timecode.seconds)) * nominalRate + frames
    return undropped - dropped * (minutes - minutes / 10)
  }

  /// The label of a count that is within the day.
  func label(at count: Int64) -> Timecode {
    let (tens, rest) = count.quotientAndRemainder(dividingBy: framesPerTenMinutes)
    var skipped = tens * dropped * 9
    // The first of ten minutes has all its labels, the other nine skip their first ones.
    let afterFirst = rest - nominalRate * 60
    if afterFirst >= 0 { skipped += dropped * (1 + afterFirst / (nominalRate * 60 - dropped)) }
    return Timecode(undropped: count + skipped, nominalRate: nominalRate, isDropFrame: dropped > 0)
  }
}
