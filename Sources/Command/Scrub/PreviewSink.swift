import Memory
import Packing
import Screen
import Workers

/// What takes the messages of a scrubbing session's worker.
protocol PreviewSink: AnyObject {
  /// Takes the timeline, the first one or a better one.
  func take(_ timeline: PackedTimeline)

  /// Takes a picture; without a frame's number it is the first of the video.
  func take(_ picture: RGBPicture, of frame: Int?)

  /// Takes how much of the file was read, in per cent.
  func take(reading percent: Int)

  /// Takes the end of a run.
  func take(_ end: ScrubRunEnd, of run: Int)
}

extension WorkerSession {
  /// Takes a message of a scrubbing session.
  func hand(
    _ kind: BrokerMessage, _ packing: inout VarintReader, to follower: any PreviewSink
  ) throws(VarintError) {
    switch kind {
    case .timeline:
      let (packed, failure) = try bytes(&packing)
      // A table has some ten times as many bytes as a message about it.
      guard failure == 0, (try? MemoryRoom.require(packed.count, of: 16)) != nil else { return try reply([0]) }
      try follower.take(PackedTimeline(unpacking: Array(packed)))
      try reply([1])
    case .preview:
      let frame = try packing.optional { (packing) throws(VarintError) in Int(clamping: try packing.number()) }
      let side = 1...ScrubWish.Box.longest
      let (width, height) = (try packing.whole(in: side), try packing.whole(in: side))
      let (pixels, failure) = try bytes(&packing)
      guard failure == 0, (try? MemoryRoom.require(pixels.count)) != nil else { return try reply([]) }
      // Copied as a whole: a collection's initializer takes byte by byte.
      guard
        let picture = RGBPicture(
          width: width, height: height, bytes: pixels.withUnsafeBufferPointer { Array($0) })
      else { throw VarintError() }
      try reply([])
      follower.take(picture, of: frame)
    default:
      let number = Int(clamping: try packing.number())
      try follower.take(ScrubRunEnd(unpacking: &packing), of: number)
    }
  }
}
