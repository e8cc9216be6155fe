import Files
import GestureFiles
import Scrubbing
import Timeline
import Video

/// Turns the moments that were asked for into frames of one video, reading no more of it than the answers need.
struct GrabPlan {
  private let video: VideoFile
  private let path: Path
  private let options: GrabOptions
  /// The timeline from the first frame on, as far as it was needed; nil while nothing needed it.
  private var timeline: FrameTable?

  init(_ video: VideoFile, path: Path, options: GrabOptions) {
    self.video = video
    self.path = path
    self.options = options
  }

  /// Resolves every moment by itself: a failure of one does not touch the others.
  mutating func resolve(_ moments: [Moment]) -> [Result<[PlannedFrame], GrabError>] {
    do throws(VideoError) {
      try readTimeline(for: moments)
    } catch {
      return moments.map { _ in .failure(GrabError(path, .video(error))) }
    }
    var results: [Result<[PlannedFrame], GrabError>] = []
    for (number, moment) in moments.enumerated() {
      do throws(GrabError) {
        results.append(.success(try frames(of: moment, number)))
      } catch {
        results.append(.failure(error))
      }
    }
    return results
  }

  /// Whether reports hold timecode: where a name asks for it, or the file has its own. It takes the whole timeline,
  /// since only a constant frame rate can be counted.
  private var knowsTimecode: Bool { options.namesTimecode || options.wantsReport && video.hasTimecode }

  private mutating func readTimeline(for moments: [Moment]) throws(VideoError) {
    let highest = moments.compactMap { $0.highestIndex }.max()
    if knowsTimecode || options.step != 0 || moments.contains(where: { $0.needsWholeTimeline }) {
      timeline = try video.timeline(.whole)
    } else if let highest {
      timeline = try video.timeline(.throughFrame(Int(clamping: max(0, highest))))
    }
  }

  private mutating func frames(of moment: Moment, _ number: Int) throws(GrabError) -> [PlannedFrame] {
    switch moment.kind {
    case .time(let time): return [try frame(at: time, of: moment, number)]
    case .frames(let selection):
      let timeline = try whole(unless: { table in (selection.highestIndex.map { $0 < Int64(table.count) }) ?? false })
      do throws(MomentError) {
        let indexes = try timeline.indices(of: selection, bounds: options.bounds)
        return indexes.compactMap { planned(number, moment, nil, $0, timeline, .main) }
      } catch {
        throw fault(error, moment, timeline)
      }
    case .gesture(let gesture):
      let timeline = try whole(unless: { _ in false })
      var rehearsal = try GestureRehearsal(gesture, in: timeline)
      let value = try rehearsal.play { _ in }
      guard let found = rehearsal.frame(at: value) else { throw fault(.outOfRange, moment, timeline) }
      return [planned(number, moment, rehearsal.time(ofTick: found.tick), found.index, timeline, .main)].compactMap {
        $0
      }
    }
  }

  private mutating func frame(
    at time: TimeSpecification, of moment: Moment, _ number: Int
  ) throws(GrabError) -> PlannedFrame {
    let (found, stretch) = try frames(around: time)
    var (table, place) = (found, stretch)
    let resolution: FrameTable.Resolution
    do throws(MomentError) {
      resolution = try table.resolve(time, nearest: options.isNearest, bounds: options.bounds)
    } catch {
      // Only the whole timeline can tell the last frame's index and whether the moment is really outside.
      (table, place) = (try whole(unless: { _ in false }), .main)
      do throws(MomentError) {
        resolution = try table.resolve(time, nearest: options.isNearest, bounds: options.bounds)
      } catch {
        throw fault(error, moment, table)
      }
    }
    try refuseHole(time, resolution, moment, table, place)
    guard let planned = planned(number, moment, resolution.asked, resolution.index, table, place) else {
      throw fault(.outOfRange, moment, table)
    }
    return planned
  }

  /// The last frame before a hole in a file that is cut off does not stand for what is missing.
  private mutating func refuseHole(
    _ time: TimeSpecification, _ resolution: FrameTable.Resolution, _ moment: Moment, _ table: FrameTable,
    _ stretch: VideoFile.Stretch
  ) throws(GrabError) {
    switch time {
    case .time, .ticks: break
    default: return
    }
    guard options.bounds == .refuse, !options.isNearest, let asked = resolution.asked,
      let tick = asked.adding(table.origin).flatMap({ table.timeBase.lastTick(atOrBefore: $0) }),
      video.endsBefore(tick: tick, frame: resolution.index, in: table, of: stretch)
    else { return }
    // Only the whole timeline tells the frame's index.
    let all = try whole(unless: { _ in false })
    let index = all.frameIndex(onScreenAtTick: tick)
    throw GrabError(path, .video(VideoError("finding \(moment.text)", .endsAfter(frame: index))))
  }

  /// The frames among which a time is looked up: a stretch around it, or all from the first when the index is wanted.
  private mutating func frames(around time: TimeSpecification) throws(GrabError) -> (FrameTable, VideoFile.Stretch) {
    if let timeline, timeline.isComplete || time.needsFrameNumbers { return (timeline, .main) }
    let seconds: Rational
    switch time {
    case .time(let asked): seconds = asked
    case .start: seconds = .zero
    case .ticks(let ticks):
      guard let absolute = video.timeBase.seconds(ofTicks: ticks), let asked = absolute.subtracting(video.origin) else {
        return (try whole(unless: { _ in false }), .main)
      }
      seconds = asked
    default: return (try whole(unless: { _ in false }), .main)
    }
    do throws(VideoError) {
      guard options.needsIndex else { return try video.neighbourhood(of: seconds) }
      return (try video.timeline(.throughTime(seconds)), .main)
    } catch {
      throw GrabError(path, .video(error))
    }
  }

  /// The timeline read so far if it is enough, else all of it.
  private mutating func whole(unless isEnough: (FrameTable) -> Bool) throws(GrabError) -> FrameTable {
    if let timeline, timeline.isComplete || isEnough(timeline) { return timeline }
    do throws(VideoError) {
      let read = try video.timeline(.whole)
      timeline = read
      return read
    } catch {
      throw GrabError(path, .video(error))
    }
  }

  private func planned(
    _ number: Int, _ moment: Moment, _ asked: Rational?, _ place: Int, _ timeline: FrameTable,
    _ stretch: VideoFile.Stretch
  ) -> PlannedFrame? {
    PlannedFrame(
      moment: number, of: moment, askedTime: asked, place: stepped(place, in: timeline), in: timeline, stretch: stretch,
      knowsIndex: stretch == .main, knowsTimecode: knowsTimecode, isStepped: options.step != 0)
  }

  /// The frame that is `--step` frames on, within the video.
  private func stepped(_ place: Int, in timeline: FrameTable) -> Int {
    let (sum, overflows) = Int64(place).addingReportingOverflow(options.step)
    let wanted = overflows ? (options.step < 0 ? .min : .max) : sum
    return Int(min(max(wanted, 0), Int64(timeline.count - 1)))
  }

  /// A file that is cut off says so, instead of "past the end".
  private func fault(_ error: MomentError, _ moment: Moment, _ timeline: FrameTable) -> GrabError {
    switch error {
    case .pastEnd, .noSuchFrame:
      if video.isCutOff {
        return GrabError(path, .video(VideoError("finding \(moment.text)", .endsAfter(frame: timeline.count - 1))))
      }
    default: break
    }
    return GrabError(path, .moment(error, asked: moment.text))
  }
}
