import Files
import LibC
import Seeking
import Video

/// Performs seeks with the decoder in real time: waits until the seek's start, decodes its frame and reports when it
/// was done.
struct DecodingPerformer: SeekPerformer {
  private let source: SliderVideo
  private let clock: ReplayClock

  /// Starts the clock, which shows `start` microseconds now.
  init(_ source: SliderVideo, start: Int64) {
    self.source = source
    clock = ReplayClock(showing: start)
  }

  mutating func seek(to frame: Int, startingAt start: Int64, abandoningAt abandon: Int64?) -> SeekCompletion {
    clock.wait(until: start)
    let video = source.video
    let target = source.frames.reference(to: frame)
    // The decoder has changed the timeline, so the target no longer identifies a frame.
    guard video.isCurrent(target) else { return refuted }
    let isShown: Bool
    let isAbandoned = abandon.map { [clock] moment in { clock.now >= moment } }
    do throws(VideoError) {
      isShown = try video.picture(next: target, unless: isAbandoned) { _ in }
    } catch {
      if error.fault == .abandoned, let abandon {
        return SeekCompletion(timeInMicroseconds: max(abandon, start), result: .abandoned)
      }
      return SeekCompletion(timeInMicroseconds: clock.now, result: .failed(error.description))
    }
    guard video.isCurrent(target) else { return refuted }
    guard isShown else {
      let error = VideoError("frame \(frame)", .missingPicture)
      return SeekCompletion(timeInMicroseconds: clock.now, result: .failed(error.description))
    }
    // A picture is not shown if the next request had already stopped its seek.
    let end = clock.now
    if let abandon, end > abandon { return SeekCompletion(timeInMicroseconds: max(abandon, start), result: .abandoned) }
    return SeekCompletion(timeInMicroseconds: end, result: .shown)
  }

  private var refuted: SeekCompletion {
    SeekCompletion(
      timeInMicroseconds: clock.now, result: .failed("the decoder shows other frames than the file's packets promise"))
  }
}

/// The clock of a gesture, running in real time.
struct ReplayClock {
  /// When it was started, in nanoseconds of the system clock.
  private let zero: Int64
  private let start: Int64

  init(showing start: Int64) {
    zero = SystemClock.steady.nanoseconds
    self.start = start
  }

  /// The time in microseconds; it stops at the largest value.
  var now: Int64 {
    let passed = (SystemClock.steady.nanoseconds &- zero) / 1000
    let (sum, overflows) = start.addingReportingOverflow(passed)
    return overflows ? .max : sum
  }

  /// Sleeps until the clock shows a time, also when a signal interrupts the sleep.
  func wait(until time: Int64) {
    while true {
      let (rest, overflows) = time.subtractingReportingOverflow(now)
      guard rest > 0 || overflows else { return }
      // At most a second per call, so that the number fits.
      usleep(UInt32(min(overflows ? 999_999 : rest, 999_999)))
    }
  }
}
