import FrameGrabbing
import Memory
import Packing
import Workers

/// A raw picture for the one file of all, or for standard output.
struct PlaceMessage: BulkMessage {
  /// The shape that all pictures have.
  typealias Answer = Result<PictureShape, GrabError>
  static let code: UInt8 = 14

  let shape: PictureShape
  /// Its number among all pictures.
  let position: Int
  var bulk = Bulk()

  init(_ shape: PictureShape, at position: Int) { (self.shape, self.position) = (shape, position) }

  func pack(into packing: inout VarintWriter) { packing.append(shape, Int64(position), bulk) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    shape = try PictureShape(unpacking: &packing)
    position = try packing.whole(in: 0...(1 << 40))
    bulk = try Bulk(unpacking: &packing)
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.account.checkPlace(position) }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    let picture = try session.picture(bulk, shape)
    return try session.answer { (work) throws(GrabError) in
      guard let picture else { throw work.noRoom(bulk.failure, work.outlet.joinedPath) }
      let common = try picture.withUnsafeBytes { (bytes) throws(GrabError) in
        try work.hands.placePicture(bytes, shape, at: position)
      }
      session.account.notePicture(of: common)
      return common
    }
  }

  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Answer {
    try packing.result()
  }
}
