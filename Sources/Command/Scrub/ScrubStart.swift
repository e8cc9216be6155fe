import Files
import Packing
import Video

/// The first message to a scrubbing session's worker; two open files come with it: the video, and the wishes'
/// connection.
struct ScrubStart {
  let path: Path
  let openedAfter: WallTime
  let box: ScrubWish.Box
  /// Whether provisional frames may be used until the video is read.
  let allowsRough: Bool

  init(path: Path, openedAfter: WallTime, box: ScrubWish.Box, allowsRough: Bool) {
    (self.path, self.openedAfter, self.box, self.allowsRough) = (path, openedAfter, box, allowsRough)
  }

  var packed: [UInt8] {
    var packing = VarintWriter()
    packing.append(path, openedAfter, ScrubWish.box(box).packed, allowsRough)
    return packing.bytes
  }

  init(unpacking bytes: [UInt8]) throws(VarintError) {
    var packing = VarintReader(bytes)
    let wish: [UInt8]
    (path, openedAfter, wish, allowsRough) = try packing.values()
    guard case .box(let box) = try ScrubWish(unpacking: wish) else { throw VarintError() }
    self.box = box
    try packing.finish()
  }
}
