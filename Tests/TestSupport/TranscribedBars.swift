/// Media3's DefaultTimeBar as its source has it: places in floats, pixels in whole numbers of 32 bits, milliseconds in
/// whole numbers of 64.
public struct TranscribedMedia3 {
  private let (left, right, width, height): (Int32, Int32, Int32, Int32)
  private let (targetTop, targetBottom, threshold): (Int32, Int32, Int32)
  private let duration: Int64
  private var lastCoarse: Int32 = 0
  private var barEnd: Int32 = 0
  private var scrubPosition: Int64 = 0
  /// The player's time; a seek sets it.
  public private(set) var position: Int64
  /// Whether a finger is on it.
  public private(set) var isScrubbing = false

  /// Places are pixels of the view, times milliseconds.
  public init(left: Int32, right: Int32, width: Int32, height: Int32, density: Float, duration: Int64, position: Int64)
  {
    (self.left, self.right, self.width, self.height) = (left, right, width, height)
    let target = Int32(26 * density + 0.5)
    targetTop = (height - target) / 2
    targetBottom = targetTop + target
    threshold = Int32(-50 * density + 0.5)
    (self.duration, self.position) = (duration, position)
  }

  /// The time that is shown.
  public var time: Int64 { isScrubbing ? scrubPosition : position }

  private mutating func place(_ x: Int32) { barEnd = max(left, min(x, right)) }

  private var barTime: Int64 { Int64(barEnd - left) * duration / Int64(right - left) }

  /// Whether the touch was taken.
  public mutating func down(_ x: Float, _ y: Float) -> Bool {
    let (x, y) = (Int32(x), Int32(y))
    guard duration > 0, x >= 0, x < width, y >= targetTop, y < targetBottom else { return false }
    place(x)
    scrubPosition = barTime
    isScrubbing = true
    return true
  }

  /// Whether the listener was told.
  public mutating func move(_ x: Float, _ y: Float) -> Bool {
    guard isScrubbing else { return false }
    let (x, y) = (Int32(x), Int32(y))
    if y < threshold {
      place(lastCoarse + (x - lastCoarse) / 3)
    } else {
      lastCoarse = x
      place(x)
    }
    defer { scrubPosition = barTime }
    return scrubPosition != barTime
  }

  /// The finger lifts.
  public mutating func up(isCancelled: Bool) {
    guard isScrubbing else { return }
    isScrubbing = false
    if !isCancelled { position = scrubPosition }
  }
}

/// Telegram's bar as its source has it.
public struct TranscribedTelegram {
  private let (width, duration): (Double, Double)
  private var multiplier = 1.0
  private var start: (x: Double, y: Double)?
  private var begin = 0.0
  private var scrubbing: Double?
  /// The player's time.
  public private(set) var time: Double

  /// A bar of some width, in points.
  public init(width: Double, duration: Double, time: Double) {
    (self.width, self.duration, self.time) = (width, duration, time)
  }

  /// The time that is shown.
  public var shown: Double { scrubbing ?? time }

  /// The finger touches down.
  public mutating func down(_ x: Double, _ y: Double) {
    start = (x, y)
    begin = time
    scrubbing = time
  }

  private mutating func update(_ fraction: Double, _ multiplier: Double) {
    scrubbing = max(0, min(duration, begin + (duration * fraction) * multiplier))
  }

  /// Whether there was a pulse.
  public mutating func move(_ x: Double, _ y: Double) -> Bool {
    guard let start else { return false }
    var now = 1.0
    if y > start.y {
      let way = abs(y - start.y)
      if way > 150 {
        now = 0.01
      } else if way > 100 {
        now = 0.25
      } else if way > 50 {
        now = 0.5
      }
      if now != multiplier {
        multiplier = now
        self.start = (x, start.y)
        begin = shown
        return true
      }
    }
    update((x - start.x) / width, now)
    return false
  }

  /// The finger lifts.
  public mutating func up(_ x: Double, isCancelled: Bool) {
    guard let start else { return }
    update((x - start.x) / width, multiplier)
    if !isCancelled { time = shown }
    (self.start, scrubbing, multiplier) = (nil, nil, 1)
  }
}

/// A web page's slider in Chromium under a finger, without its fixed-point pixels; `knob` 0 is the bar of mpv and video.js.
public struct TranscribedRange {
  private let (left, width, knob, length): (Double, Double, Double, Double)
  private let step: Double?
  private let looksAtDirection: Bool
  private var start: (x: Double, y: Double)?
  private var isVertical: Bool?
  /// In units of the length.
  public private(set) var value: Double

  /// A slider with its left end and its width in points.
  public init(
    left: Double, width: Double, knob: Double, length: Double, step: Double?, value: Double, looksAtDirection: Bool
  ) {
    (self.left, self.width, self.knob, self.length) = (left, width, knob, length)
    (self.step, self.value, self.looksAtDirection) = (step, value, looksAtDirection)
  }

  private mutating func place(_ x: Double) {
    let room = width - knob
    let position = max(0, min(x - left - knob / 2, room))
    value = position / room * length
    guard let step else { return }
    let rounded = (value / step).rounded() * step
    let clamped = rounded > length ? rounded - step : rounded
    if clamped >= 0, clamped <= length { value = clamped }
  }

  /// The finger touches down.
  public mutating func down(_ x: Double, _ y: Double) {
    (start, isVertical) = ((x, y), nil)
    place(x)
  }

  /// The finger moves.
  public mutating func move(_ x: Double, _ y: Double) {
    guard let start else { return }
    if isVertical == nil, x != start.x || y != start.y {
      isVertical = !(abs(x - start.x) >= abs(y - start.y))
    }
    if looksAtDirection, isVertical == true { return }
    place(x)
  }

  /// The finger lifts.
  public mutating func up() { start = nil }
}
