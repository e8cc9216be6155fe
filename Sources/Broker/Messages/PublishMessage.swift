import Files
import FrameGrabbing
import Memory
import Packing
import Workers

/// A complete picture with a file of its own, or for standard output.
struct PublishMessage: BulkMessage {
  typealias Answer = Result<Published, GrabError>
  static let code: UInt8 = 12

  let shape: PictureShape
  /// What its name is made of; nil for standard output.
  let name: PictureName?
  var bulk = Bulk()

  init(_ shape: PictureShape, as name: PictureName?) { (self.shape, self.name) = (shape, name) }

  func pack(into packing: inout VarintWriter) { packing.append(shape, name, bulk) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    (shape, name, bulk) = try packing.values()
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.account.checkPublication(name) }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let picture = try session.picture(bulk, shape)
    return try session.answer { (work) throws(GrabError) in
      guard let picture else { throw work.noRoom(bulk.failure, name.flatMap(work.outlet.path)) }
      let published = try picture.withUnsafeBytes { (bytes) throws(GrabError) in
        try work.hands.publish(bytes, shape, as: name)
      }
      session.account.publish(name, shape, published)
      return published
    }
  }
}
