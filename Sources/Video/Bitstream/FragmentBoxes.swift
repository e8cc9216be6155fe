/// The boxes of a fragmented ISO base media file (ISO/IEC 14496-12, 8.8), by their heads, up to the first incomplete one.
struct FragmentBoxes {
  /// The fragments (`moof`).
  let heads: [MovieBoxes.Box]
  /// The byte ranges of their data, in file order.
  let data: [Range<Int64>]
  /// The indexes (`moov`) behind the first fragment, each with the start of its file: others were joined to the first.
  let joined: [(start: Int64, index: MovieBoxes.Box)]
  /// Where something begins that is no whole box; nil if the file ends with a whole one.
  let cut: (start: Int64, isData: Bool)?

  /// Finds them; nil if there are no fragments, or too many boxes.
  init?(reading read: @escaping MovieBoxes.Read, size: Int64) {
    var level = MovieBoxes.Level(to: size, atMost: Self.most, reading: read)
    var (heads, data): ([MovieBoxes.Box], [Range<Int64>]) = ([], [])
    var (joined, cut): ([(start: Int64, index: MovieBoxes.Box)], (start: Int64, isData: Bool)?) = ([], nil)
    var (end, start): (Int64, Int64?) = (0, nil)
    while cut == nil, let box = level.next() {
      // Only data may have no size: they go to the end of the file (4.2).
      if box.end > size || !box.isSized && box.type != "mdat" { cut = (box.start, box.type == "mdat") }
      switch box.type {
      case "moof" where cut == nil: heads.append(box)
      case "moov" where cut == nil && !heads.isEmpty: joined.append((start ?? box.start, box))
      case "mdat" where !heads.isEmpty && box.content < min(box.end, size):
        data.append(box.content..<min(box.end, size))
      default: break
      }
      start = box.type == "ftyp" ? box.start : nil
      end = box.end
    }
    guard !heads.isEmpty || cut != nil, level.isWhole else { return nil }
    // What is shorter than a head is no box.
    if cut == nil, end < size { cut = (end, false) }
    (self.heads, self.data, self.joined, self.cut) = (heads, data, joined, cut)
  }

  /// The most boxes of a fragmented file: enough for nine hours in fragments of 1 s. With more, every packet is read.
  static let most = 1 << 16
}
