/// What the last bytes, and the first tag, of an FLV file (video file format, version 10, annex E) tell of its end.
extension ContainerTail {
  /// The latest time in the last tags of an FLV file (video file format, version 10, annex E), in milliseconds: the file ends
  /// with the length of a tag. Nil if it does not.
  var lastFLVTime: Int64? {
    var (latest, end): (Int64?, Int64) = (nil, size)
    for _ in 0..<Self.tagsOfFLV {
      guard let tag = tagOfFLV(before: end) else { break }
      (latest, end) = (max(latest ?? tag.time, tag.time), tag.start)
    }
    return latest
  }

  /// How long each of the last pictures of an FLV lasts, in milliseconds; nil if it is not known that none between them is
  /// missing, or 0 if the file ends with H.264's end of a sequence, behind which there is none.
  var stepOfFLV: Int64? {
    var end = size
    var pictures: Set<Int64> = []
    // Of the earliest ones, some may be sent before these.
    for number in 0..<Self.mostTagsOfFLV where pictures.count < 2 * Self.mostReordered {
      guard let tag = tagOfFLV(before: end) else { break }
      if number == 0, tag.kind == .end { return 0 }
      if tag.kind == .picture { pictures.insert(tag.time) }
      end = tag.start
    }
    let last = pictures.sorted().suffix(Self.mostReordered)
    let steps = zip(last.dropFirst(), last).map { $0 - $1 }
    guard last.count == Self.mostReordered, let least = steps.min(), let most = steps.max() else { return nil }
    // They differ by the rounding to milliseconds.
    return most - least <= 1 ? most : nil
  }

  /// One more than the pictures that any codec reorders.
  private static let mostReordered = 17
  /// Where pictures are seldom, sounds lie between them.
  private static let mostTagsOfFLV = 2048

  /// Whether an FLV file is shorter than its first tag, `onMetaData`, says by `filesize`, a number of 64 bits (AMF 0).
  var isFLVShort: Bool {
    // The header's 9 bytes and 4 more, then the tag: its type is 18, and its length is in 3 bytes.
    let tag = read(9 + 4, 4)
    guard tag.count == 4, tag[0] & 0x1F == 18 else { return false }
    let length = tag[1...].reduce(0) { $0 << 8 | Int($1) }
    let head = read(9 + 4, min(Self.headOfFLV, 11 + length))
    let name = [0, 8] + Array("filesize".utf8) + [0]
    guard
      let place = head.indices.dropLast(name.count + 7).first(where: { place in
        head[place + 1] == 8 && head[place..<place + name.count].elementsEqual(name)
      })
    else { return false }
    let number = head[(place + name.count)...].prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let stated = Double(bitPattern: number)
    return stated.isFinite && stated > Double(size)
  }

  /// Where to look for it: only lists of keyframes, which follow, are longer.
  private static let headOfFLV = 4096

  /// How many tags to read: pictures are not in presentation order, and H.264 ends with a tag without a picture, whose
  /// time may be that of an earlier one.
  private static let tagsOfFLV = 64

  /// What a tag of an FLV holds.
  private enum KindOfTag {
    case picture, end, other
  }

  private func tagOfFLV(before end: Int64) -> (start: Int64, time: Int64, kind: KindOfTag)? {
    let length = bytes(before: end, count: 4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    // Some writers leave out the header's eleven bytes.
    for span in [length, length + 11] where span >= 11 && span <= end - 4 {
      let head = read(end - 4 - span, 16)
      guard head.count >= 8, [8, 9, 18].contains(head[0] & 0x1F),
        head[1..<4].reduce(Int64(0), { $0 << 8 | Int64($1) }) == span - 11
      else { continue }
      var time = Int64(head[7]) << 24 | head[4..<7].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      var kind = head[0] & 0x1F == 9 ? KindOfTag.picture : .other
      if span >= 16, head.count == 16, kind == .picture, head[11] & 0x0F == 7 {
        // In H.264, a tag holds parameter sets (0), a picture or the end (2).
        kind = head[12] == 1 ? .picture : head[12] == 2 ? .end : .other
        // Presentation follows decoding by this many milliseconds, a signed number.
        let delay = Int64(Int32(truncatingIfNeeded: head[13..<16].reduce(Int64(0)) { $0 << 8 | Int64($1) } << 8) >> 8)
        if kind == .picture { time += delay }
      }
      return (end - 4 - span, time, kind)
    }
    return nil
  }
}
