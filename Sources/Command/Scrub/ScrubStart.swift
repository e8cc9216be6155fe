import Files
import Packing
import Video

/// The first message to a scrubbing session's worker; the video and the connection for wishes come with it, open.
struct ScrubStart {
  let path: Path
  let openedAfter: WallTime
  let box: ScrubWish.Box
  /// Whether frames may stand for those of the video until it is read.
  let allowsRough: Bool

  init(path: Path, openedAfter: WallTime, box: ScrubWish.Box, allowsRough: Bool) {
    (self.path, self.openedAfter, self.box, self.allowsRough) = (path, openedAfter, box, allowsRough)
  }

  var packed: [UInt8] {
    var packing = VarintWriter()
    packing.append(path.bytes)
    packing.append(signed: openedAfter.seconds)
    packing.append(signed: openedAfter.nanoseconds)
    packing.append(ScrubWish.box(box).packed)
    packing.append(allowsRough)
    return packing.bytes
  }

  init(unpacking bytes: [UInt8]) throws(VarintError) {
    var packing = VarintReader(bytes)
    path = Path(bytes: try packing.blob())
    openedAfter = WallTime(seconds: try packing.signed(), nanoseconds: try packing.signed())
    guard case .box(let box) = try ScrubWish(unpacking: try packing.blob()) else { throw VarintError() }
    self.box = box
    allowsRough = try packing.flag()
    try packing.finish()
  }
}
