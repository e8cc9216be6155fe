import Memory
import Packing

/// All frames of the video.
struct TimelineMessage: BulkMessage {
  /// Whether it was taken.
  typealias Answer = Bool
  static let code = MessageCode.timeline

  var bulk = Bulk()

  init() {}

  func pack(into packing: inout VarintWriter) { bulk.pack(into: &packing) }

  init(unpacking packing: inout VarintReader, in session: any Conversation) throws(VarintError) {
    bulk = try Bulk(unpacking: &packing)
  }

  func check(in session: any Conversation) throws(VarintError) { try session.account.checkTimeline() }

  func answer(by session: any Conversation) throws(VarintError) -> VarintWriter? {
    let packed = try bulk.array(from: session.memory, atMost: session.account.mostTimelineBytes)
    // A table has some ten times as many bytes as a message about it.
    guard bulk.failure == 0, (try? MemoryRoom.require(packed.count, of: 16)) != nil else {
      return session.wanted(false)
    }
    let timeline = try PackedTimeline(unpacking: packed)
    try session.account.take(timeline)
    guard session.preview == nil else {
      session.preview?.take(timeline)
      return session.wanted(true)
    }
    return session.wanted((try? session.working().hands.take(.timeline(timeline))) != nil)
  }
}
