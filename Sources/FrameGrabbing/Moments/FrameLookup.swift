import Files
import Timeline
import Video

/// Looks up frames of one video for the moments of a run, and reads no more of it than needed.
///
/// A class, since what was read for one moment is reused for the next one.
final class FrameLookup {
  let video: VideoFile
  let options: GrabOptions
  let path: Path
  /// Whether moments are looked up by seeking, and not in the timeline from the first frame on.
  let looksAround: Bool
  /// Whether frames asked for by time have an index. This depends only on the options and the container, not on what
  /// else was asked or read.
  private let knowsIndex: Bool
  /// Whether a report or a picture includes the timecode of each frame whose index is known.
  private let tellsTimecode: Bool
  /// The timeline from the first frame on, as far as it was needed; nil if it was not.
  private(set) var main: TimelinePart?
  /// Whether frames have a timecode: if names or reports use it, or if the file's own is stored. It needs the whole
  /// timeline, since timecodes can be counted only at a constant frame rate.
  private(set) var knowsTimecode: Bool
  /// The end of the video, if it was found by seeking.
  private var end: Rational?
  /// How the whole timeline is looked up: every packet is read, or keyframes are checked, only if that is needed.
  private var all: TimelineExtent
  /// The keyframes of that timeline, when it was complete.
  private var keyframes: Keyframes?
  /// The frame before the first gap of a file that is cut off, once it was looked for.
  private var gap: (revision: Int, count: Int, before: Int?)?

  /// Prepares for the moments of one run over a video that was opened under this name.
  init(_ video: VideoFile, path: Path, options: GrabOptions, looksAround: Bool) {
    self.video = video
    self.path = path
    self.options = options
    knowsIndex = options.needsIndex || options.wantsReport && video.numbersFrames
    self.looksAround = looksAround && !knowsIndex && !options.isVerified
    tellsTimecode = options.wantsReport || options.storesSource && video.hasTimecode
    knowsTimecode = options.output.namesTimecode || tellsTimecode && knowsIndex
    let showsKeyframes = options.choice.snap != nil || options.isDryRun && options.wantsReport
    all = options.isVerified || options.readsEverything ? .everyPacket : showsKeyframes ? .keyframes : .whole
  }

  // MARK: Reading

  /// Reads from the first frame on as much as these moments certainly need.
  func read(for moments: [Moment]) throws(VideoError) {
    if all != .everyPacket, moments.contains(where: \.needsKeyframes) { all = .keyframes }
    if moments.contains(where: \.needsEveryPacket) { all = .everyPacket }
    let highest = moments.compactMap { $0.highestIndex }.max()
    if tellsTimecode, options.choice.step != 0 || moments.contains(where: \.isByIndex) { knowsTimecode = true }
    if moments.contains(where: \.needsEndOnly), looksAround, !knowsTimecode, options.choice.step == 0 {
      end = try video.distantEnd()
    }
    if knowsTimecode || options.readsEverything || options.choice.step != 0
      || moments.contains(where: { $0.needsWholeTimeline(in: options.choice.span) && !($0.needsEndOnly && end != nil) })
      || moments.count(where: { $0.isSingleTime }) > Moment.mostSeeks
    {
      main = try video.lookUp(all)
      return
    }
    if let highest { main = try video.lookUp(.throughFrame(Int(clamping: max(0, highest)))) }
    if let last = options.choice.span.lastTime, moments.contains(where: { $0.isSpanned }) {
      main = try video.lookUp(.throughTime(last))
    }
  }

  /// The timeline from the first frame to the last.
  func whole() throws(GrabError) -> TimelinePart {
    if let main, main.table.isComplete { return main }
    let read = try blaming(path, GrabError.Fault.video) { () throws(VideoError) in try video.lookUp(all) }
    main = read
    return read
  }

  /// The end of the video in seconds from t = 0, found without reading all of it if possible.
  func videoEnd() throws(GrabError) -> Rational {
    if let main, main.table.isComplete, let end = main.table.end { return end }
    let video = video
    if looksAround,
      let end = try blaming(path, GrabError.Fault.video, { () throws(VideoError) in try video.distantEnd() })
    {
      return end
    }
    guard let end = try whole().table.end else { throw fault(.outOfRange, "end", nil) }
    return end
  }

  /// The timeline from the first frame on, in which frames by index were found.
  func known() throws(GrabError) -> TimelinePart {
    if let main { return main }
    return try whole()
  }

  /// Turns a time that is counted from the end into seconds from t = 0, if these frames do not reach the end.
  func counted(_ time: TimeSpecification, in part: TimelinePart) -> TimeSpecification {
    guard !part.table.isComplete || part.stretch != .main, let seconds = end.flatMap({ time.time(from: $0) }) else {
      return time
    }
    return .time(seconds)
  }

  /// The frames in which a time is looked up: some around it, or all from the first on if the index is wanted.
  func frames(around time: TimeSpecification) throws(GrabError) -> TimelinePart {
    let isKnown = main?.table.isComplete ?? false && !(looksAround && video.mustLookAround)
    if let main, isKnown || time.needsFrameNumbers { return main }
    let seconds: Rational
    switch time {
    case .time(let asked): seconds = asked
    case .start: seconds = .zero
    case .ticks(let ticks):
      guard let absolute = video.timeBase.seconds(ofTicks: ticks), let asked = absolute.subtracting(video.origin) else {
        return try whole()
      }
      seconds = asked
    case .percent, .beforeEnd, .end:
      guard let asked = end.flatMap({ time.time(from: $0) }) else { return try whole() }
      seconds = asked
    case .frame, .timecode: return try whole()
    }
    return try blaming(path, GrabError.Fault.video) { () throws(VideoError) in
      looksAround ? try video.lookUp(around: seconds) : try video.lookUp(.throughTime(seconds))
    }
  }

  /// The answer from the part of the timeline that was read, or from all of it if the part is not enough.
  func ask<Answer>(
    _ text: String, _ body: (FrameTable) throws(MomentError) -> Answer
  ) throws(GrabError) -> (Answer, TimelinePart) {
    if let main, !main.table.isComplete, let answer = try? body(main.table) { return (answer, main) }
    let part = try whole()
    do throws(MomentError) {
      return (try body(part.table), part)
    } catch {
      throw fault(error, text, part.table)
    }
  }

  // MARK: Moving

  /// Whether the options move frames from where they were found.
  var movesFrames: Bool { options.choice.movesFrames }

  /// The frame that a frame by index is moved to: first to a keyframe, then by the step.
  func moved(_ place: Int, _ time: Rational?, _ text: String) throws(GrabError) -> Int {
    var place = place
    if options.choice.snap != nil {
      var part = try known()
      var found = snapped(place, time, in: part)
      if found == nil, !part.table.isComplete {
        part = try whole()
        found = snapped(place, time, in: part)
      }
      guard let found else {
        throw video.isCutOff ? endsEarly(text, part.table) : fault(.noKeyframe, text, part.table)
      }
      place = found
    }
    return options.choice.step == 0 ? place : try stepped(place, text, in: try whole().table)
  }

  /// The keyframe that a frame is moved to, nil if there is none that is known; without `--snap` the frame itself.
  func snapped(_ place: Int, _ time: Rational?, in part: TimelinePart) -> Int? {
    guard let side = options.choice.snap else { return place }
    let keyframes = keyframes(of: part)
    guard let found = keyframes.keyframe(side, of: place, at: time) else { return nil }
    let table = part.table
    guard side != .previous, found < place, found == keyframes.indices.last, video.isCutOff || video.endsEarly,
      table.frames[table.count - 1].isDecodable
    else { return found }
    // None follows in the file. In its missing end there may be one, and it may be nearer.
    guard side == .nearest, let asked = time ?? table.time(ofFrame: place), let start = table.time(ofFrame: found),
      let end = table.lastFrameEnd, let way = asked.subtracting(start), let rest = end.subtracting(asked), way <= rest
    else { return nil }
    return found
  }

  /// The keyframes of a list of frames; those of the whole video are collected once.
  func keyframes(of part: TimelinePart) -> Keyframes {
    guard part.stretch == .main, part.table.isComplete else { return Keyframes(of: part.table) }
    if let keyframes { return keyframes }
    let found = Keyframes(of: part.table)
    keyframes = found
    return found
  }

  /// The frame `--step` frames further, within the video.
  private func stepped(_ place: Int, _ text: String, in timeline: FrameTable) throws(GrabError) -> Int {
    let (sum, overflows) = Int64(place).addingReportingOverflow(options.choice.step)
    let wanted = max(0, overflows ? (options.choice.step < 0 ? .min : .max) : sum)
    try refuseMissing(wanted, text, timeline)
    return Int(min(wanted, Int64(timeline.count - 1)))
  }

  /// All facts about a frame that was found.
  func planned(
    _ asking: PlannedFrame.Asking, _ place: Int, _ part: TimelinePart
  ) throws(GrabError) -> PlannedFrame {
    let frame = PlannedFrame(
      asking, place: place, in: part, knowsIndex: knowsIndex, knowsTimecode: knowsTimecode,
      isCutOff: video.knownCutOff, endsEarly: video.endsEarly, isSampled: video.isSampled,
      isSnapped: options.choice.snap != nil, isStepped: options.choice.step != 0)
    guard let frame else { throw fault(.outOfRange, asking.text, part.table) }
    return frame
  }

  /// The frame before the first gap of a file that is cut off; nil if there is none.
  func frameBeforeGap(in table: FrameTable) -> Int? {
    if let gap, gap.revision == video.revision, gap.count == table.count { return gap.before }
    let before = video.frameBeforeGap(in: table)
    gap = (video.revision, table.count, before)
    return before
  }
}
