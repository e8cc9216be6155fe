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

  /// The coding that makes the bands the smallest, the first of equals.
  func smallest(_ codings: [PixelCoding]) throws(PNGError) -> PixelCoding {
    var best = PixelCoding.photograph
    var least = Int.max
    for coding in codings {
      let size = try size(coding)
      if size < least { (best, least) = (coding, size) }
    }
    return best
  }

  /// The codings to try on the whole picture, of which the smallest result is kept.
  func codings(for compression: PNGEncoder.Compression) throws(PNGError) -> [PixelCoding] {
    let quick = try smallest([.photograph] + PixelCoding.quickDrawings)
    let thorough = quick == .photograph ? quick : PixelCoding.drawing(quick.filter)
    switch compression {
    case .fast: return [quick]
    case .default: return [thorough]
    case .small:
      // Runs win on much grain, and never cost much.
      let best = try smallest([.none, .up, .paeth, .smallest].map(PixelCoding.small))
      return [quick] + (thorough == quick ? [] : [thorough]) + [PixelCoding(.runs, .smallest), best]
    }
  }
}

extension PixelCoding {
  /// For decoded video and photographs: what is left after Paeth's filter holds hardly anything that comes again, so
  /// that looking for it costs time and even room.
  static let photograph = PixelCoding(.runs, .paeth)

  /// For drawings and text, where whole shapes come again: the quickest of the coders that look for them.
  static let quickDrawings = [Filter.none, .up].map { filter in
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
