import CFFmpeg
import Timeline

/// A stream whose pictures were counted, since its packets do not give the timeline.
struct CountedStream {
  /// All pictures in output order.
  let timeline: CountedTimeline
  /// The rate of the coded pictures, if some of them repeat fields or nothing else tells it; nil if the average is as
  /// good.
  let rate: Rational?
  /// The first packet that was fed.
  let firstFed: Int
  /// The packets, still used for everything that does not depend on when they are shown: whether the file is cut off,
  /// and the index for the next run.
  let packets: PacketTimeline
  private let isFromMemory: Bool

  /// Decodes everything once and makes the timeline from the output pictures, unless an earlier run stored it.
  static func count(_ packets: PacketTimeline, by plan: CountingPlan) throws(VideoError) -> CountedStream {
    if let known = packets.memory?.counted(from: plan.first), known.timeline.usesAnchors == plan.usesAnchors {
      return CountedStream(
        timeline: known.timeline, rate: known.rate, firstFed: plan.first, packets: packets, isFromMemory: true)
    }
    return CountedStream(packets, try packets.finder.countPictures(by: plan), by: plan)
  }

  private init(
    timeline: CountedTimeline, rate: Rational?, firstFed: Int, packets: PacketTimeline, isFromMemory: Bool
  ) {
    self.timeline = timeline
    self.rate = rate
    self.firstFed = firstFed
    self.packets = packets
    self.isFromMemory = isFromMemory
  }

  /// Makes the timeline from the output of a decode of everything.
  init(_ packets: PacketTimeline, _ counted: CountedTimeline, by plan: CountingPlan) {
    // The average already includes the repeated fields, which are counted one by one.
    let container = packets.finder.reader.container
    let isCoded = counted.hasRepeats || container.takesRateFromPictures || Self.statesRate(packets.finder)
    let rate = isCoded ? packets.finder.codedRate ?? container.untoldRate : nil
    self.init(timeline: counted, rate: rate, firstFed: plan.first, packets: packets, isFromMemory: false)
    // An index cannot store the side data that the decoder needs.
    guard !counted.packets.bringsSettings else { return }
    // An index does not say which pictures are doubtful.
    if counted.hasDoubts { return }
    packets.memory?.note(KeptIndex.Counted(first: plan.first, timeline: counted, rate: rate))
  }

  /// Whether the rate in the headers of MPEG-1 and MPEG-2 counts, and not FFmpeg's average of a few pictures' times (transport
  /// and program streams, which state no rate): if the two are near each other. A header that is far from it is wrong.
  private static func statesRate(_ finder: FrameFinder) -> Bool {
    let reader = finder.reader
    guard reader.container.mayJump, [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO].contains(finder.codec),
      let coded = finder.codedRate,
      let average = reader.stream.flatMap({ reader.demuxer.averageRate(of: $0) }),
      let ratio = average.divided(by: coded), let least = Rational(9, 10), let most = Rational(11, 10)
    else { return false }
    return least < ratio && ratio < most
  }

  /// Whether any part of it, or of its packets, comes from an earlier run only.
  var isRecalled: Bool { isFromMemory || packets.isRecalled }

  /// Whether pictures were counted by an earlier run, and this picture differs from the one that came out then.
  func contradicts(_ picture: borrowing DecodedFrame, as number: Int) -> Bool {
    isRecalled && !timeline.has(picture, as: number)
  }
}
