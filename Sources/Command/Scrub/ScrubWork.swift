import Arguments
import Broker
import Files
import FrameGrabbing
import Memory
import Packing
import Timeline
import Video
import Workers

/// The worker of a scrubbing session: decodes the wanted frames, makes small pictures of them, and saves frames.
final class ScrubWork {
  private let settings: ScrubSettings
  private let link: BrokerLink
  private let proxy: BrokerProxy
  private let wishes: ScrubWishes
  private let workspace: Workspace
  /// How frames are saved.
  private let options: GrabOptions
  private let path: Path
  private let allowsRough: Bool
  private var preview = LivePreview()
  private var box: ScrubWish.Box

  private init(_ settings: ScrubSettings, _ link: BrokerLink, _ start: ScrubStart, _ wishes: Channel) {
    (self.settings, self.link) = (settings, link)
    proxy = BrokerProxy(link, level: settings.terminal.level, settings.request)
    self.wishes = ScrubWishes(wishes)
    workspace = Workspace(
      request: settings.request, broker: proxy, stopwatch: nil, isEchoing: settings.terminal.level >= .all)
    // The broker has read the same options without an error.
    options = (try? NamedGrab.options(for: settings.request)) ?? settings.request.options
    (path, box, allowsRough) = (start.path, start.box, start.allowsRough)
  }

  /// Works until the broker wants no more; returns the process's status.
  static func run(_ settings: ScrubSettings, _ channel: Channel, _ memory: MemoryFile, _ walls: Walls) -> Int32 {
    guard let message = try? channel.receive(), message.files.count == 2,
      let start = try? ScrubStart(unpacking: message.bytes)
    else { return 1 }
    let link = BrokerLink(channel, memory)
    let work = ScrubWork(settings, link, start, Channel(adopting: message.files[1]))
    work.proxy.say("sandbox: \(Sandbox.words(for: walls))", from: .verbose)
    let end: JobEnd
    do throws(GrabError) {
      let input = try VideoInput(adopting: message.files[0], path: start.path, openedAfter: start.openedAfter)
      try work.follow(input)
      end = JobEnd(isSuccess: true)
    } catch {
      end = JobEnd(isSuccess: false, failure: RelayedError(error, settings.request), asked: error.asked)
    }
    work.workspace.close()
    link.tell(end)
    return 0
  }

  /// Opens the video, reports its timeline, and carries out wishes until nothing more is wanted.
  private func follow(_ input: VideoInput) throws(GrabError) {
    let start = SystemClock.steady.nanoseconds
    let video = try workspace.open(input)
    showFirst(of: video)
    if allowsRough { try read(video, input, since: start) }
    var source = try told(SliderVideo(video, path: input.path, extent: .keyframes))
    while let wish = wishes.next() {
      switch wish {
      case .box(let box): self.box = box
      case .run(let number, let first, let last): decodeRun(number, first, last, &source)
      case .save(let frame): save(frame, of: source)
      case .redirect, .abandon, .leave: break
      }
      // Decoding may have changed the timeline.
      if let first = source.references.first, !video.isCurrent(first) {
        source = try told(SliderVideo(video, path: input.path, extent: .keyframes))
      }
    }
  }

  /// A first picture before the whole timeline is known, which may take a while.
  private func showFirst(of video: VideoFile) {
    do throws(VideoError) {
      let part = try video.lookUp(around: .zero)
      guard part.table.count > 0 else { return }
      _ = try video.pictures(of: [part.reference(to: 0)]) { _, picture throws(VideoError) in
        hand(picture, of: nil, within: (box.width, box.height), video)
      }
    } catch {
      // The same error occurs again, and is reported, when the frame is wanted.
    }
  }

  /// Nanoseconds in which most videos are read, so that no provisional frames are needed.
  private static let quickly: Int64 = 100_000_000
  /// Nanoseconds after which a video that has shown no more than its first picture will take long to read.
  private static let slowly: Int64 = 300_000_000

  /// Reads the whole video, and meanwhile shows pictures of provisional frames.
  ///
  /// - Parameter start: when opening it began.
  private func read(_ video: VideoFile, _ input: VideoInput, since start: Int64) throws(GrabError) {
    let now = SystemClock.steady.nanoseconds
    var isRead = false
    if now - start < Self.slowly { isRead = try readOn(video) { SystemClock.steady.nanoseconds >= now + Self.quickly } }
    guard !isRead, let rough = roughFrames(of: video) else { return }
    // The slider can be moved at once; its pictures need a second reader, since the first one must continue where it
    // stopped.
    try proxy.report(.timeline(PackedTimeline(rough: rough, facts: words(about: video))))
    guard let beside = try? workspace.openBeside(input) else { return }
    while !isRead, !wishes.isOver {
      while let wish = wishes.take() {
        switch wish {
        case .box(let box): self.box = box
        case .run(let number, _, let last): show(last, of: rough, number, from: beside)
        case .save: link.tell(.abandoned, of: ScrubRunEnd.saving)
        case .redirect, .abandon, .leave: break
        }
      }
      isRead = try readOn(video) { self.wishes.isWaiting }
    }
  }

  private func readOn(_ video: VideoFile, unless isOver: @escaping () -> Bool) throws(GrabError) -> Bool {
    try blaming(path, GrabError.Fault.video) { () throws(VideoError) in try video.readOn(unless: isOver) }
  }

  /// Provisional frames at equal distances; nil if the video's end or rate is not known.
  private func roughFrames(of video: VideoFile) -> FrameTable? {
    guard let end = video.approximateEnd, let rate = (try? video.facts())?.averageRate else { return nil }
    return RoughFrames.table(end: end, rate: rate, timeBase: video.timeBase)
  }

  /// Shows the frame on screen in the middle of a provisional frame.
  private func show(_ last: Int, of rough: FrameTable, _ number: Int, from video: VideoFile) {
    var end = ScrubRunEnd.failed("no picture can be decoded there")
    guard let frame = wishes.end(ofRun: number, to: last) else { return link.tell(.abandoned, of: number) }
    do throws(VideoError) {
      if let time = rough.frames.indices.contains(frame) ? RoughFrames.middle(ofFrame: frame, in: rough) : nil {
        let part = try video.lookUp(around: time)
        if let place = try? part.table.frameIndex(onScreenAt: time, bounds: .clamp) {
          _ = try video.pictures(of: [part.reference(to: place)]) { _, picture throws(VideoError) in
            hand(picture, of: frame, within: (box.width, box.height), video)
            end = .done
          }
        }
      }
    } catch {
      end = .failed("\(path): \(error)")
    }
    link.tell(end, of: number)
  }

  private func words(about video: VideoFile) -> String { (try? video.facts()).map(Self.words) ?? "" }

  /// Reports the timeline to the broker.
  private func told(_ source: SliderVideo) throws(GrabError) -> SliderVideo {
    let facts = words(about: source.video)
    try proxy.report(.timeline(PackedTimeline(source.timeline, of: source.video, facts: facts)))
    return source
  }

  /// The size, the codec and the rate, for people.
  private static func words(_ facts: StreamFacts) -> String {
    let turns = facts.orientation.swapsAxes
    var words = "\(turns ? facts.height : facts.width)×\(turns ? facts.width : facts.height) \(facts.codec)"
    if let rate = facts.averageRate, rate > .zero {
      words += " \(rate.decimal(fractionDigits: rate.denominator == 1 ? 0 : 2))/s"
    }
    return words
  }

  // MARK: Runs

  private func decodeRun(_ number: Int, _ first: Int, _ last: Int, _ source: inout SliderVideo) {
    let video = source.video
    // Each counted picture is decoded from the start, so only the last one of a run is made.
    var frame = video.isCounted ? last : first
    var end = ScrubRunEnd.done
    while true {
      guard let last = wishes.end(ofRun: number, to: last) else {
        end = .abandoned
        break
      }
      if let box = wishes.takeBox() { self.box = box }
      // A save does not wait for a run that only decodes in advance.
      if let frame = wishes.takeSave() { save(frame, of: source) }
      guard frame <= last, source.timeline.frames.indices.contains(frame) else { break }
      let isLast = frame == last
      if isLast || source.timeline.frames[frame].isDecodable {
        do throws(VideoError) {
          let reference = source.frames.reference(to: frame)
          let isFound = try video.picture(next: reference, unless: { self.wishes.abandons(run: number) }) {
            picture throws(VideoError) in
            hand(picture, of: frame, within: (box.width, box.height), video)
          }
          if !isFound, isLast {
            end = .failed("frame \(frame) cannot be decoded")
            break
          }
          guard video.isCurrent(reference) else {
            end = .abandoned
            break
          }
        } catch {
          end = error.fault == .abandoned ? .abandoned : .failed("\(source.path): \(error)")
          break
        }
      }
      frame += 1
    }
    link.tell(end, of: number)
  }

  /// Sends a picture to the broker, scaled down.
  private func hand(
    _ picture: consuming Picture, of frame: Int?, within box: (width: Int, height: Int), _ video: VideoFile
  ) {
    do throws(GrabError) {
      let pixels = try preview.pixels(of: picture, within: box, of: path, deadline: video.timeForPicture)
      pixels.bytes.withUnsafeBytes { bytes in
        proxy.preview(bytes, width: pixels.width, height: pixels.height, of: frame)
      }
    } catch {
      proxy.say("\(error)", from: .normal)
    }
  }

  // MARK: Saving

  private func save(_ frame: Int, of source: SliderVideo) {
    let moment = Moment(.frames(FrameSelection(frame)), text: String(frame))
    let grabber = Grabber(source.video, input: source.path, options: options, outlet: proxy)
    var end = ScrubRunEnd.done
    do throws(GrabError) {
      try grabber.grab([moment]) { result in
        switch result {
        case .success(let report): _ = proxy.report(report)
        case .failure(let error):
          end = .abandoned
          _ = proxy.report(
            MomentFailure(
              error: RelayedError(error, settings.request), asked: error.asked, isRepeated: error.isRepeated))
        }
      }
    } catch {
      end = .abandoned
      _ = proxy.report(MomentFailure(error: RelayedError(error, settings.request), asked: error.asked))
    }
    link.tell(end, of: ScrubRunEnd.saving)
  }
}

extension SliderVideo {
  /// A reference to its first frame, if there is one.
  fileprivate var references: [FrameReference] { timeline.count > 0 ? [frames.reference(to: 0)] : [] }
}

extension ScrubSettings {
  /// Whether an index of the video may be kept.
  func cache(of input: VideoInput) -> IndexCache? { IndexCache(request, for: input) }

  /// What the worker may use.
  var allowance: WorkerProcess.Allowance { .init(memory: request.memory, sandbox) }
}
