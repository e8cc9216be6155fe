import Files
import Packing
import Video

/// The first message to a scrubbing session's worker; the video and the connection for wishes come with it, open.
struct ScrubStart {
  let path: Path
  let openedAfter: WallTime
  let box: ScrubWish.Box

  init(path: Path, openedAfter: WallTime, box: ScrubWish.Box) {
    (self.path, self.openedAfter, self.box) = (path, openedAfter, box)
  }

  var packed: [UInt8] {
    var packing = VarintWriter()
    packing.append(path.bytes)
    packing.append(signed: openedAfter.seconds)
    packing.append(signed: openedAfter.nanoseconds)
    packing.append(ScrubWish.box(box).packed)
    return packing.bytes
  }

  init(unpacking bytes: [UInt8]) throws(VarintError) {
    var packing = VarintReader(bytes)
    path = Path(bytes: try packing.blob())
    openedAfter = WallTime(seconds: try packing.signed(), nanoseconds: try packing.signed())
    guard case .box(let box) = try ScrubWish(unpacking: try packing.blob()) else { throw VarintError() }
    self.box = box
    try packing.finish()
  }
}
