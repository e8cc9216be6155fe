import Packing

/// All frames of the video.
struct TimelineMessage: BulkMessage {
  /// Whether it was taken.
  typealias Answer = Bool
  static let code: UInt8 = 8

  var bulk = Bulk()

  init() {}

  func pack(into packing: inout VarintWriter) { bulk.pack(into: &packing) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    bulk = try Bulk(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.account.checkTimeline() }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let packed = try bulk.array(from: session.memory, atMost: session.account.mostTimelineBytes)
    guard bulk.failure == 0 else { return session.wanted(false) }
    let timeline = try PackedTimeline(unpacking: packed, atMost: session.account.mostFramesListed)
    session.account.count(timeline)
    guard session.preview == nil else {
      session.preview?.receive(timeline)
      return session.wanted(true)
    }
    return session.wanted((try? session.working().hands.report(.timeline(timeline))) != nil)
  }
}
