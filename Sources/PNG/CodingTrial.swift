import CPNG

/// Finds the coding for a picture by compressing some bands of it, the same ones each time.
struct CodingTrial {
  let description: cpng_image
  let bands: [Range<Int>]

  /// Bands enough to tell photographs from drawings, and few enough not to cost much: at most about a thirtieth of
  /// a large picture. A small one is tried as a whole.
  ///
  /// A band has rows enough for what repeats from row to row to show.
  init(_ image: PNGImage, _ description: cpng_image) {
    let line = image.width * image.channels.count * image.bitDepth.bytes + 1
    let rows = max(8, 40_000 / line)
    let count = 5
    self.description = description
    bands =
      image.height <= rows * count
      ? [0..<image.height]
      : (0..<count).map { index in
        let start = (image.height - rows) / (count - 1) * index
        return start..<(start + rows)
      }
  }

  /// The bytes that the bands take together.
  func size(_ coding: PixelCoding) throws(PNGError) -> Int {
    var sum = 0
    for band in bands { sum += try coding.stream(of: description, rows: band).count }
    return sum
  }

  /// The coding that makes the bands the smallest, the first of equals, and what they take then.
  private func smallest(
    _ first: PixelCoding, _ others: [PixelCoding]
  ) throws(PNGError) -> (coding: PixelCoding, size: Int) {
    var best = (coding: first, size: try size(first))
    for coding in others {
      let size = try size(coding)
      if size < best.size { best = (coding, size) }
    }
    return best
  }

  /// The codings for the whole picture, of which the smallest result is kept.
  func codings(for compression: PNGEncoder.Compression) throws(PNGError) -> [PixelCoding] {
    var quick = try smallest(.photograph, [.quickDrawing(.none)])
    if quick.coding != .photograph {
      let filtered = PixelCoding.quickDrawing(.up)
      let size = try size(filtered)
      if size < quick.size { quick = (filtered, size) }
    }
    let thorough = quick.coding == .photograph ? quick.coding : .drawing(quick.coding.filter)
    switch compression {
    case .fast: return [quick.coding]
    case .default: return [thorough]
    case .small:
      var codings = [quick.coding, PixelCoding(.runs, .smallest)]
      if thorough != quick.coding { codings.append(thorough) }
      let best = try smallest(.small(.none), [.up, .paeth, .smallest].map(PixelCoding.small))
      // Where runs are ahead, as on much grain, what takes a hundred times as long is left out.
      if best.size < (try size(codings[1])) { codings.append(best.coding) }
      return codings
    }
  }
}

extension PixelCoding {
  /// For decoded video and photographs: what is left after Paeth's filter holds hardly anything that comes again, so
  /// that looking for it costs time and even room.
  static let photograph = PixelCoding(.runs, .paeth)

  /// For drawings and text, where whole shapes come again: the quickest of the coders that look for them.
  static func quickDrawing(_ filter: Filter) -> PixelCoding {
    if Coder.isal.isPresent { return PixelCoding(.isal, level: 1, filter) }
    if Coder.libdeflate.isPresent { return PixelCoding(.libdeflate, level: 1, filter) }
    return PixelCoding(.zlib, level: 1, filter)
  }

  /// The same with a longer look: about a sixth smaller.
  static func drawing(_ filter: Filter) -> PixelCoding {
    Coder.libdeflate.isPresent
      ? PixelCoding(.libdeflate, level: 3, filter) : PixelCoding(.zlib, level: 3, filter)
  }

  /// Time for size.
  static func small(_ filter: Filter) -> PixelCoding {
    Coder.libdeflate.isPresent
      ? PixelCoding(.libdeflate, level: 10, filter) : PixelCoding(.zlib, level: 9, filter)
  }
}
