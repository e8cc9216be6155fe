import Files
import FrameGrabbing
import Memory
import Packing
import Workers

/// A complete picture with a file of its own, or for standard output.
struct PublishMessage: BulkMessage {
  typealias Answer = Result<Published, GrabError>
  static let code = MessageCode.publish

  let shape: PictureShape
  /// What its name is made of; nil for standard output.
  let name: PictureName?
  var bulk = Bulk()

  init(_ shape: PictureShape, as name: PictureName?) { (self.shape, self.name) = (shape, name) }

  func pack(into packing: inout VarintWriter) {
    shape.pack(into: &packing)
    packing.append(name) { $1.pack(into: &$0) }
    bulk.pack(into: &packing)
  }

  init(unpacking packing: inout VarintReader, in session: any Conversation) throws(VarintError) {
    shape = try PictureShape(unpacking: &packing)
    name = try packing.optional { (packing) throws(VarintError) in try PictureName(unpacking: &packing) }
    bulk = try Bulk(unpacking: &packing)
  }

  func check(in session: any Conversation) throws(VarintError) { try session.account.checkPublication(name) }

  func answer(by session: any Conversation) throws(VarintError) -> VarintWriter? {
    let work = try session.working()
    let picture = try session.picture(bulk, shape)
    let done: Result<Published, GrabError>
    do throws(GrabError) {
      guard let picture else { throw work.noRoom(bulk.failure, name.flatMap(work.outlet.path)) }
      let published = try picture.withUnsafeBytes { (bytes) throws(GrabError) in
        try work.hands.publish(bytes, shape, as: name)
      }
      session.account.publish(name, shape, published)
      done = .success(published)
    } catch {
      done = .failure(error)
    }
    var answer = VarintWriter()
    answer.append(done, work.relay) { $1.pack(into: &$0) }
    return answer
  }

  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Answer {
    try packing.result { (packing) throws(VarintError) in try Published(unpacking: &packing) }
  }
}
