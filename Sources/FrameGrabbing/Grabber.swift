import Color
public import Files
import PNG
import Timeline
public import Video

/// Grabs frames of one video: from the moments asked for to pictures in their places, each reported as it was asked.
public struct Grabber {
  private let video: VideoFile
  private let input: Path
  private let options: GrabOptions

  /// Prepares a grab from a video that is open; `input` is the name it was opened under.
  public init(_ video: VideoFile, input: Path, options: GrabOptions) {
    self.video = video
    self.input = input
    self.options = options
  }

  /// Grabs all moments in one pass over the video and reports them in the order in which they were asked.
  ///
  /// A frame that is asked for twice is decoded once. A moment that fails does not stop the others.
  ///
  /// - Throws: `GrabError` for what makes the whole call senseless, before anything is decoded or written.
  public func grab(
    _ moments: [Moment], report: (Result<FrameReport, GrabError>) -> Void
  ) throws(GrabError) {
    var asked = Asked(resolve(moments))
    try name(&asked.frames)
    try refuseClashes(asked.frames)
    if options.isDryRun {
      for number in asked.frames.indices { asked.settle(number, .success(planned(asked.frames[number])), report) }
      asked.reportFailures(report)
      return
    }
    var revision = video.revision
    var writer = PictureWriter(video, input: input, options: options)
    writer.expected = try expected(asked.frames)
    decode(&asked, &writer, report)
    while video.revision != revision {
      // The decoder refuted the packets, or the file what was kept of it: what they promised and did not keep is looked
      // up on the timeline that holds now.
      try askAgain(moments, &asked, report)
      revision = video.revision
      writer.expected = try expected(asked.frames)
      decode(&asked, &writer, report)
    }
    asked.reportFailures(report)
  }

  /// Turns the moments into frames of one and the same timeline.
  private func resolve(_ moments: [Moment]) -> [Result<[PlannedFrame], GrabError>] {
    while true {
      let revision = video.revision
      var plan = GrabPlan(video, path: input, options: options)
      let resolved = plan.resolve(moments)
      // Else one of the moments led to another timeline: what was found before it does not hold any more.
      if video.revision == revision { return resolved }
    }
  }

  /// What the pictures have to be, where that is wanted to be known.
  private func expected(_ frames: [PlannedFrame]) throws(GrabError) -> [Int: String]? {
    guard options.isVerified else { return nil }
    do throws(VideoError) {
      return try video.hashesOfLinearDecode(of: Set(frames.compactMap(\.index)))
    } catch {
      throw GrabError(input, .video(error))
    }
  }

  // MARK: Names

  private func name(_ frames: inout [PlannedFrame]) throws(GrabError) {
    switch options.destination {
    case .files(let template): FrameName(template, video: input).assign(to: &frames)
    case .standardOutput:
      guard frames.count <= 1 else { throw GrabError(.standardOutput, .severalToStandardOutput(count: frames.count)) }
    case .nowhere: break
    }
  }

  /// One name for two different pictures is refused before anything is written.
  private func refuseClashes(_ frames: [PlannedFrame]) throws(GrabError) {
    var owners: [Path: (PlannedFrame.Identity, Int64)] = [:]
    for frame in frames {
      guard let output = frame.output else { continue }
      let mine = (frame.identity, frame.timestamp)
      guard let other = owners.updateValue(mine, forKey: output) else { continue }
      // The same frame may be known from two stretches of the file; then its timestamp tells.
      guard other.0 == mine.0 || (other.0.stretch != mine.0.stretch && other.1 == mine.1) else {
        throw GrabError(output, .sameOutput)
      }
    }
  }

  private func planned(_ frame: PlannedFrame) -> FrameReport {
    FrameReport(
      input: input, frame: frame, outcome: .planned(frame.output), pixels: nil, isDamaged: nil, hash: nil)
  }

  /// Looks the frames that have no result yet up again, on a timeline that has become another one.
  private func askAgain(
    _ moments: [Moment], _ asked: inout Asked, _ report: (Result<FrameReport, GrabError>) -> Void
  ) throws(GrabError) {
    let resolved = resolve(moments)
    for number in asked.open {
      switch asked.answer(number, among: resolved) {
      case .success(let frame?):
        var named = [frame]
        try name(&named)
        asked.frames[number] = named[0]
      // A range that reaches to the end has fewer frames than the packets promised.
      case .success(nil): asked.drop(number, report)
      case .failure(let error): asked.settle(number, .failure(error), report)
      }
    }
    try refuseClashes(asked.frames)
  }

  // MARK: Pictures

  /// Decodes stretch by stretch, each in presentation order; it stops when the timeline turns out to be another one.
  private func decode(
    _ asked: inout Asked, _ writer: inout PictureWriter,
    _ report: (Result<FrameReport, GrabError>) -> Void
  ) {
    let revision = video.revision
    for stretch in asked.stretches {
      let places = asked.numbers(in: stretch)
      // Each frame has its own time: a picture that comes out gives the next one the full allowance.
      video.deadline.restart()
      do throws(VideoError) {
        let missing = try video.pictures(of: places.keys.sorted(), in: stretch) { place, picture throws(VideoError) in
          for number in places[place] ?? [] {
            asked.settle(number, writer.write(picture, for: asked.frames[number]), report)
          }
          video.deadline.restart()
        }
        if video.revision != revision { return }
        for number in missing.flatMap({ places[$0] ?? [] }) {
          let fault = VideoError("frame at \(asked.frames[number].printedTime) s", .missingPicture)
          asked.settle(number, .failure(GrabError(input, .video(fault))), report)
        }
      } catch {
        for number in places.values.joined().sorted() {
          asked.settle(number, .failure(GrabError(input, .video(error))), report)
        }
      }
    }
  }
}

/// The frames that were asked for, and their results, which are reported in the order of asking as soon as that is
/// possible.
private struct Asked {
  var frames: [PlannedFrame] = []
  /// For each moment: its failure, or the numbers of its frames.
  private var moments: [Result<Range<Int>, GrabError>] = []
  /// Nil for a frame that was given up.
  private var results: [Int: Result<FrameReport, GrabError>?] = [:]
  private var nextMoment = 0
  private var nextFrame = 0

  init(_ resolved: [Result<[PlannedFrame], GrabError>]) {
    for result in resolved {
      switch result {
      case .success(let found):
        moments.append(.success(frames.count..<frames.count + found.count))
        frames += found
      case .failure(let error): moments.append(.failure(error))
      }
    }
  }

  /// The frames that have no result yet.
  var open: [Int] { frames.indices.filter { $0 >= nextFrame && results[$0] == nil } }

  /// What a later look-up of the same moments says of a frame; nil when its moment has fewer frames now.
  func answer(_ number: Int, among resolved: [Result<[PlannedFrame], GrabError>]) -> Result<PlannedFrame?, GrabError> {
    let frame = frames[number]
    guard case .success(let range) = moments[frame.moment] else { return .success(nil) }
    return resolved[frame.moment].map { found in
      let place = number - range.lowerBound
      return found.indices.contains(place) ? found[place] : nil
    }
  }

  /// The stretches, the main one first.
  var stretches: [VideoFile.Stretch] {
    var seen: [VideoFile.Stretch] = []
    for frame in frames where !seen.contains(frame.stretch) { seen.append(frame.stretch) }
    return seen
  }

  /// The frames of a stretch that have no result yet, by their places.
  func numbers(in stretch: VideoFile.Stretch) -> [Int: [Int]] {
    var numbers: [Int: [Int]] = [:]
    for (number, frame) in frames.enumerated()
    where frame.stretch == stretch && number >= nextFrame && results[number] == nil {
      numbers[frame.place, default: []].append(number)
    }
    return numbers
  }

  /// Takes the result of a frame, once, and reports whatever is due.
  mutating func settle(
    _ number: Int, _ result: Result<FrameReport, GrabError>, _ report: (Result<FrameReport, GrabError>) -> Void
  ) {
    guard number >= nextFrame, results[number] == nil else { return }
    results[number] = result
    reportDue(report)
  }

  /// Gives up a frame that is none: nothing is reported for it.
  mutating func drop(_ number: Int, _ report: (Result<FrameReport, GrabError>) -> Void) {
    guard number >= nextFrame, results[number] == nil else { return }
    results[number] = .some(nil)
    reportDue(report)
  }

  /// Reports moments that failed and have no frames after which they would have been reported.
  mutating func reportFailures(_ report: (Result<FrameReport, GrabError>) -> Void) { reportDue(report) }

  private mutating func reportDue(_ report: (Result<FrameReport, GrabError>) -> Void) {
    while nextMoment < moments.count {
      switch moments[nextMoment] {
      case .failure(let error): report(.failure(error))
      case .success(let range):
        while nextFrame < range.upperBound {
          guard let result = results.removeValue(forKey: nextFrame) else { return }
          if let result { report(result) }
          nextFrame += 1
        }
      }
      nextMoment += 1
    }
  }
}
