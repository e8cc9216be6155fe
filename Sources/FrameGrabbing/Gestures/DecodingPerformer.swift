import Files
import Seeking
import Video

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Seeks performed by the decoder in real time: each waits for its moment, decodes its frame and says when that was
/// done.
struct DecodingPerformer: SeekPerformer {
  private let source: SliderVideo
  private let clock: ReplayClock

  /// Starts the clock: it shows `start` microseconds now.
  init(_ source: SliderVideo, start: Int64) {
    self.source = source
    clock = ReplayClock(showing: start)
  }

  mutating func seek(to frame: Int, startingAt start: Int64, abandoningAt abandon: Int64?) -> SeekCompletion {
    clock.wait(until: start)
    let video = source.video
    let target = source.frames.reference(to: frame)
    // Once the decoder has refuted the packets, the targets are numbers of frames that there are not.
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
    // A picture that comes when the next request has stopped its seek already is not shown.
    let end = clock.now
    if let abandon, end > abandon { return SeekCompletion(timeInMicroseconds: max(abandon, start), result: .abandoned) }
    return SeekCompletion(timeInMicroseconds: end, result: .shown)
  }

  private var refuted: SeekCompletion {
    SeekCompletion(
      timeInMicroseconds: clock.now, result: .failed("the decoder shows other frames than the file's packets promise"))
  }
}

/// The time of a gesture, running as fast as that on the wall.
struct ReplayClock {
  /// When it was started, in nanoseconds of the system's clock.
  private let zero: Int64
  private let start: Int64

  init(showing start: Int64) {
    zero = SystemClock.steady.nanoseconds
    self.start = start
  }

  /// In microseconds; at the end of what can be counted it stands still.
  var now: Int64 {
    let passed = (SystemClock.steady.nanoseconds &- zero) / 1000
    let (sum, overflows) = start.addingReportingOverflow(passed)
    return overflows ? .max : sum
  }

  /// Sleeps until the clock shows a time, however often it is woken up.
  func wait(until time: Int64) {
    while true {
      let (rest, overflows) = time.subtractingReportingOverflow(now)
      guard rest > 0 || overflows else { return }
      // A second at the most at once, so that no number is too large for the system.
      usleep(UInt32(min(overflows ? 999_999 : rest, 999_999)))
    }
  }
}
