import Files
import Packing
import Video

/// A request of the broker to its scrubbing worker; each is a message on a separate connection, so that it can be sent
/// even while the worker waits for an answer.
enum ScrubWish: Hashable {
  /// Make the pictures of all frames in a range, in order. The number comes back with the end of the run.
  case run(number: Int, from: Int, to: Int)
  /// Continue a run to another frame, or end it there.
  case redirect(number: Int, to: Int)
  /// End a run as soon as possible.
  case abandon(number: Int)
  /// Make pictures as large as fits into this box.
  case box(Box)
  /// Save a frame as the options say.
  case save(frame: Int)
  /// End the worker.
  case leave

  /// The largest size of pictures, in pixels.
  struct Box: Hashable {
    let width: Int
    let height: Int

    /// The most pixels along a side.
    static let longest = 1 << 13
  }

  /// The message.
  var packed: [UInt8] {
    var packing = VarintWriter()
    func add(_ kind: UInt8, _ numbers: Int...) {
      packing.append(byte: kind)
      for number in numbers { packing.append(signed: Int64(number)) }
    }
    switch self {
    case .run(let number, let from, let to): add(1, number, from, to)
    case .redirect(let number, let to): add(2, number, to)
    case .abandon(let number): add(3, number)
    case .box(let box): add(4, box.width, box.height)
    case .save(let frame): add(5, frame)
    case .leave: add(6)
    }
    return packing.bytes
  }

  /// Reads a message.
  init(unpacking bytes: [UInt8]) throws(VarintError) {
    var packing = VarintReader(bytes)
    let any = 0...Int(Int32.max)
    switch try packing.byte() {
    case 1:
      self = .run(number: try packing.whole(in: any), from: try packing.whole(in: any), to: try packing.whole(in: any))
    case 2: self = .redirect(number: try packing.whole(in: any), to: try packing.whole(in: any))
    case 3: self = .abandon(number: try packing.whole(in: any))
    case 4:
      let side = 1...Box.longest
      self = .box(Box(width: try packing.whole(in: side), height: try packing.whole(in: side)))
    case 5: self = .save(frame: try packing.whole(in: any))
    case 6: self = .leave
    default: throw VarintError()
    }
    try packing.finish()
  }
}

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
