import Timeline

/// A stream whose pictures were counted, since its packets do not tell the timeline.
struct CountedStream {
  /// All pictures as the decoder puts them out.
  let timeline: CountedTimeline
  /// The rate of the coded pictures, where some of them stay for longer; nil where the average is as good.
  let rate: Rational?
  /// The first packet that was fed.
  let firstFed: Int
  /// The packets, which are still asked for what does not depend on when they are shown: whether the file is cut off, and
  /// what is kept of them for the next run.
  let packets: PacketTimeline
  private let isFromMemory: Bool

  /// Decodes everything once and takes the pictures that come out for the timeline, unless an earlier run did.
  init(_ packets: PacketTimeline, by plan: CountingPlan) throws(VideoError) {
    self.packets = packets
    firstFed = plan.first
    if let known = packets.memory?.counted(from: plan.first), known.timeline.usesAnchors == plan.usesAnchors {
      (timeline, rate, isFromMemory) = (known.timeline, known.rate, true)
      return
    }
    let counted = try packets.finder.countPictures(by: plan)
    // The average has the repeated fields in it already, which are counted one by one.
    let rate = counted.hasRepeats ? packets.finder.codedRate : nil
    (timeline, self.rate, isFromMemory) = (counted, rate, false)
    packets.memory?.note(KeptIndex.Counted(first: plan.first, timeline: counted, rate: rate))
  }

  /// Whether anything of it, or of its packets, was found out by an earlier run only.
  var isRecalled: Bool { isFromMemory || packets.isRecalled }

  /// Whether pictures were counted by an earlier run, and this one is not the picture that came out then.
  func contradicts(_ picture: borrowing DecodedFrame, as number: Int) -> Bool {
    isRecalled && !timeline.has(picture, as: number)
  }
}
