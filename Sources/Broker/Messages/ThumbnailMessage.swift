import FrameGrabbing
import Packing

/// A small picture of a frame, for a drawing.
struct ThumbnailMessage: BulkMessage {
  typealias Answer = Bool
  static let code: UInt8 = 9

  let frame: Int
  let shape: PictureShape
  var bulk = Bulk()

  init(_ thumbnail: Thumbnail, frame: Int) { (self.frame, shape) = (frame, thumbnail.shape) }

  func pack(into packing: inout VarintWriter) { packing.append(frame, shape, bulk) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    (frame, shape, bulk) = try packing.values()
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.account.checkThumbnail(frame) }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let bytes = try bulk.array(from: session.memory, atMost: Thumbnail.mostBytes)
    guard bulk.failure == 0 else { return session.wanted(false) }
    guard PictureCheck.accepts(bytes, shape), let thumbnail = Thumbnail(png: bytes, shape) else { throw VarintError() }
    return session.wanted((try? session.working().hands.report(.thumbnail(thumbnail, frame: frame))) != nil)
  }
}
