import Memory
import Packing
import Screen

/// A small picture for the scrubbing screen.
struct PreviewMessage: BulkMessage {
  typealias Answer = Bool
  static let code: UInt8 = 10

  /// The most pixels along a side.
  static let longestSide = 1 << 13

  /// The frame; nil for the first picture of the video.
  let frame: Int?
  let width: Int
  let height: Int
  var bulk = Bulk()

  init(of frame: Int?, width: Int, height: Int) { (self.frame, self.width, self.height) = (frame, width, height) }

  func pack(into packing: inout VarintWriter) { packing.append(frame, Int64(width), Int64(height), bulk) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    frame = try packing.values()
    let side = 1...Self.longestSide
    (width, height) = (try packing.whole(in: side), try packing.whole(in: side))
    bulk = try Bulk(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) {
    guard session.preview != nil else { throw VarintError() }
  }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let pixels = try bulk.array(from: session.memory, atMost: width * height * 3)
    guard bulk.failure == 0 else { return session.wanted(true) }
    guard let picture = RGBPicture(width: width, height: height, bytes: pixels) else { throw VarintError() }
    session.account.count()
    session.preview?.receive(picture, of: frame)
    return session.wanted(true)
  }
}
