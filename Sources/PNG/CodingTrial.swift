import CPNG
import Threading

/// Finds the coding for a picture by compressing sample bands of it, always the same ones.
struct CodingTrial {
  let description: cpng_image
  let bands: [Range<Int>]
  private let stop: StopCheck?
  /// Whether one band is the whole picture, and one piece of it.
  private let isWhole: Bool
  /// The results of all codings tried on a small picture, so that none is computed twice.
  private(set) var made: [PixelCoding: PixelStream] = [:]

  /// Makes enough bands to distinguish photographs from drawings, but few enough to be cheap: at most about a thirtieth
  /// of a large picture. A small picture is tried as a whole.
  ///
  /// A band has enough rows to show what repeats from row to row.
  init(_ image: PNGImage, _ description: cpng_image, _ stop: StopCheck? = nil) {
    self.stop = stop
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
    isWhole = bands == [0..<image.height] && image.height <= PixelStream.rowsInPiece(of: image)
  }

  /// The total size of the compressed bands in bytes.
  mutating func size(_ coding: PixelCoding) throws(PNGError) -> Int {
    if isWhole {
      let piece = try coding.piece(of: description, rows: bands[0], stop)
      made[coding] = PixelStream(piece)
      return piece.count
    }
    var sum = 0
    for band in bands { sum += try size(coding, of: band, in: description) }
    return sum
  }

  private func size(_ coding: PixelCoding, of rows: Range<Int>, in image: cpng_image) throws(PNGError) -> Int {
    var piece = try coding.piece(of: image, rows: rows, stop)
    defer { cpng_release(&piece) }
    return piece.count
  }

  /// The coding that makes the bands smallest (the first of equals), and their size then.
  private mutating func smallest(
    _ first: PixelCoding, _ others: [PixelCoding]
  ) throws(PNGError) -> (coding: PixelCoding, size: Int) {
    var best = (coding: first, size: try size(first))
    for coding in others {
      let size = try size(coding)
      if size < best.size { best = (coding, size) }
    }
    return best
  }

  /// Whether more than a third of the bands repeats the previous pixel, the row above, or another place in the band.
  ///
  /// For drawings and text it is three quarters or more, for decoded video with grain a fifth.
  private var looksDrawn: Bool {
    let pixel = Int(description.channels * description.bit_depth / 8)
    let rowBytes = Int(description.width) * pixel
    var (same, all) = (0, 0)
    for band in bands {
      // The latest eight bytes with each hash value.
      var seen = [UInt64](repeating: 0, count: 4096)
      for y in band where y > 0 {
        let start = description.pixels + y * description.bytes_per_row
        let row = UnsafeRawBufferPointer(start: start, count: rowBytes)
        let above = UnsafeRawBufferPointer(start: start - description.bytes_per_row, count: rowBytes)
        for x in stride(from: pixel, to: rowBytes - 7, by: 8) {
          let here = row.loadUnaligned(fromByteOffset: x, as: UInt64.self)
          // 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming, 6.4).
          let place = Int((here &* 0x9E37_79B9_7F4A_7C15) >> 52)
          let isSame =
            here == row.loadUnaligned(fromByteOffset: x - pixel, as: UInt64.self)
            || here == above.loadUnaligned(fromByteOffset: x, as: UInt64.self) || here == seen[place]
          seen[place] = here
          same += isSame ? 1 : 0
          all += 1
        }
      }
    }
    return 3 * same > all
  }

  /// The codings to try on the whole picture; the smallest result is kept.
  mutating func codings(for compression: PNGCompression) throws(PNGError) -> [PixelCoding] {
    let quick = try quick(compression)
    guard compression == .small else { return [quick] }
    // The default's coding is also tried on the whole picture, so that the result is never larger than the default's.
    return [quick, try smallest(.small(.none), [.up, .paeth, .smallest].map(PixelCoding.small)).coding]
  }

  /// Whether a drawing's coding may be smaller than a photograph's, tried on a quarter of the rows if the picture is
  /// otherwise tried as a whole. Fewer rows offer fewer matches, so there the drawing's may be an eighth larger.
  private func mayBeDrawn() throws(PNGError) -> Bool {
    let rows = Int(description.height) / (4 * Self.stripes)
    guard isWhole, rows >= Self.leastRows else { return true }
    let rowBytes = Int(description.width) * Int(description.channels * description.bit_depth / 8)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(Self.stripes * rows * rowBytes)
    for stripe in 0..<Self.stripes {
      let first = (Int(description.height) - rows) / (Self.stripes - 1) * stripe
      for row in first..<first + rows {
        pixels += UnsafeRawBufferPointer(
          start: description.pixels + row * description.bytes_per_row, count: rowBytes)
      }
    }
    return try pixels.withUnsafeBufferPointer { (pixels) throws(PNGError) in
      guard let start = pixels.baseAddress else { return true }
      var part = description
      part.pixels = UnsafeRawPointer(start)
      (part.height, part.bytes_per_row) = (UInt32(clamping: Self.stripes * rows), rowBytes)
      let all = 0..<Self.stripes * rows
      let none = try size(.quickDrawing(.none), of: all, in: part)
      let up = try size(.quickDrawing(.up), of: all, in: part)
      return try 8 * min(none, up) <= 9 * size(.photograph, of: all, in: part)
    }
  }

  /// The number of stripes in these rows, and the fewest rows of a stripe that show what repeats from row to row.
  private static let (stripes, leastRows) = (6, 4)

  /// Trying drawing codings on the bands of a photograph would take half as long as compressing the whole picture, so
  /// they are only tried when the picture looks drawn, the quick ones first. They are several times slower, so they must
  /// save an eighth.
  private mutating func quick(_ compression: PNGCompression) throws(PNGError) -> PixelCoding {
    guard looksDrawn, try mayBeDrawn() else { return .photograph }
    let photograph = try size(.photograph)
    let quick = try smallest(.quickDrawing(.none), [.quickDrawing(.up)])
    if compression == .fast { return 8 * quick.size < 7 * photograph ? quick.coding : .photograph }
    // The final drawing coding is at most a tenth smaller than the quick one.
    guard 80 * quick.size < 77 * photograph else { return .photograph }
    let drawing = PixelCoding.drawing(quick.coding.filter)
    return try 8 * size(drawing) < 7 * photograph ? drawing : .photograph
  }
}

extension PixelCoding {
  /// For decoded video and photographs: after the Paeth filter hardly anything repeats, so a search for matches takes
  /// ten times as long, or forty times as long to save about 7 %.
  static let photograph = PixelCoding(.runs, .paeth)

  /// For drawings and text, where whole shapes repeat.
  static func drawing(_ filter: Filter) -> PixelCoding { PixelCoding(.lz, level: 2, filter) }

  /// The same in half the time and up to a tenth larger.
  static func quickDrawing(_ filter: Filter) -> PixelCoding { PixelCoding(.lz, level: 1, filter) }

  /// The smallest size, at the cost of time.
  static func small(_ filter: Filter) -> PixelCoding { PixelCoding(.lz, level: 3, filter) }
}
