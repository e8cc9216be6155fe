import CFFmpeg
import CZimg
import Memory
import Threading
import Video

/// All samples of a picture as planes for zimg: those of the frame itself where they can be used in place, else
/// unpacked copies in native byte order, aligned, and padded to a size divisible by the chroma subsampling.
struct SamplePlanes: ~Copyable {
  /// Gray; red, green, blue; or luma and two chroma differences.
  let colors: [SamplePlane]
  /// Opacity at the bitmap's depth.
  let alpha: SamplePlane?
  /// Size in pixels with the padding.
  let paddedWidth: Int
  let paddedHeight: Int
  private let copies: AlignedBuffer

  /// How many samples a plane has and how many zimg needs.
  private struct Extent {
    let columns: Int
    let rows: Int
    let paddedColumns: Int
    let paddedRows: Int
    var isWhole: Bool { columns == paddedColumns && rows == paddedRows }
  }

  /// The picture's size in pixels, and that size rounded up to a multiple of the chroma subsampling.
  private struct Size {
    let width: Int
    let height: Int
    let paddedWidth: Int
    let paddedHeight: Int
    private let stepX: Int
    private let stepY: Int

    init(of frame: UnsafePointer<AVFrame>, _ layout: PixelLayout) {
      (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
      (stepX, stepY) = (1 << layout.chromaShiftX, 1 << layout.chromaShiftY)
      paddedWidth = (width + stepX - 1) / stepX * stepX
      paddedHeight = (height + stepY - 1) / stepY * stepY
    }

    /// The extent of a colour plane; chroma has at most `chromaRows` rows.
    func extent(ofColor index: Int, chromaRows: Int) -> Extent {
      let (divisorX, divisorY) = index == 0 ? (1, 1) : (stepX, stepY)
      let rows = (height + divisorY - 1) / divisorY
      return Extent(
        columns: (width + divisorX - 1) / divisorX, rows: index == 0 ? rows : min(rows, chromaRows),
        paddedColumns: paddedWidth / divisorX, paddedRows: paddedHeight / divisorY)
    }
  }

  /// Reserves regions of one buffer, which is allocated once all of them are known.
  private struct Regions {
    private(set) var byteCount = 0

    mutating func reserve(rows: Int, rowBytes: Int) throws(ColorError) -> (offset: Int, stride: Int) {
      let offset = byteCount
      guard let stride = AlignedBuffer.aligned(rowBytes) else { throw ColorError(.outOfMemory(byteCount: rowBytes)) }
      let (size, overflows) = stride.multipliedReportingOverflow(by: rows)
      let (end, overflowsEnd) = offset.addingReportingOverflow(size)
      guard !overflows, !overflowsEnd else { throw ColorError(.outOfMemory(byteCount: Int.max)) }
      byteCount = end
      return (offset, stride)
    }
  }

  /// Collects the samples of a frame, or of one field of it; the frame must outlive the planes.
  static func of(
    _ frame: UnsafePointer<AVFrame>, field: Field?, layout: PixelLayout, bitDepth: Bitmap.BitDepth, _ stop: StopCheck
  ) throws(ColorError) -> SamplePlanes {
    guard let field else {
      return try SamplePlanes(of: frame, layout: layout, bitDepth: bitDepth, chromaRows: .max, stop)
    }
    let chromaRows = field.chromaRows(of: frame)
    return try BorrowedField(field, of: frame).withFrame { (frame) throws(ColorError) -> SamplePlanes in
      try SamplePlanes(of: frame, layout: layout, bitDepth: bitDepth, chromaRows: chromaRows, stop)
    }
  }

  /// Collects the samples of a frame, whose rows must outlive the planes; it may have fewer chroma rows than its luma
  /// needs.
  private init(
    of frame: UnsafePointer<AVFrame>, layout: PixelLayout, bitDepth: Bitmap.BitDepth, chromaRows: Int,
    _ stop: StopCheck
  ) throws(ColorError) {
    let size = Size(of: frame, layout)
    let (width, height) = (size.width, size.height)
    let reader = try SampleReader(of: frame, layout: layout)
    let alphaComponent = reader.hasAlpha ? layout.alpha : nil
    let extents = layout.colors.indices.map { size.extent(ofColor: $0, chromaRows: chromaRows) }
    let lent = layout.colors.indices.map { index in
      extents[index].isWhole ? reader.plainPlane(of: layout.colors[index], columns: extents[index].columns) : nil
    }
    let keepsAlpha = !layout.isFloat && layout.storedBits == bitDepth.rawValue
    let lentAlpha = keepsAlpha ? alphaComponent.flatMap { reader.plainPlane(of: $0, columns: width) } : nil

    var regions = Regions()
    let places = try zip(extents, lent).map { (extent, plane) throws(ColorError) in
      plane == nil
        ? try regions.reserve(rows: extent.paddedRows, rowBytes: extent.paddedColumns * layout.sampleBytes) : nil
    }
    let copiesAlpha = alphaComponent != nil && lentAlpha == nil
    let alphaPlace = copiesAlpha ? try regions.reserve(rows: height, rowBytes: width * bitDepth.byteCount) : nil
    // One row of alpha samples before they are scaled to the bitmap's depth.
    let rowPlace = copiesAlpha ? try regions.reserve(rows: 1, rowBytes: width * layout.sampleBytes) : nil
    let buffer = try AlignedBuffer.forPicture(byteCount: regions.byteCount)

    var planes: [SamplePlane] = []
    for index in layout.colors.indices {
      if let place = places[index] {
        let start = buffer.bytes + place.offset
        try Self.fill(start, stride: place.stride, extents[index], component: index, of: reader, layout, stop)
        planes.append(SamplePlane(start: UnsafeRawPointer(start), stride: place.stride))
      } else if let plane = lent[index] {
        planes.append(plane)
      }
    }
    var opacity = lentAlpha
    if let alphaComponent, let alphaPlace, let rowPlace {
      let (start, samples) = (buffer.bytes + alphaPlace.offset, buffer.bytes + rowPlace.offset)
      let top: UInt32 = layout.isFloat ? 1 : (1 << UInt32(layout.depth)) - 1
      for row in 0..<height {
        try Self.check(stop, at: row)
        reader.read(alphaComponent, index: layout.colors.count, row: row, count: width, into: samples)
        czimg_scale_alpha(
          start + row * alphaPlace.stride, Int32(bitDepth.byteCount), samples, Int32(layout.sampleBytes), top, width)
      }
      opacity = SamplePlane(start: UnsafeRawPointer(start), stride: alphaPlace.stride)
    }
    (colors, alpha) = (planes, opacity)
    paddedWidth = size.paddedWidth
    paddedHeight = size.paddedHeight
    copies = buffer
  }

  /// Copies the samples of a colour plane and fills its padding.
  private static func fill(
    _ start: UnsafeMutableRawPointer, stride: Int, _ extent: Extent, component index: Int, of reader: SampleReader,
    _ layout: PixelLayout, _ stop: StopCheck
  ) throws(ColorError) {
    for row in 0..<extent.rows {
      try check(stop, at: row)
      let target = start + row * stride
      reader.read(layout.colors[index], index: index, row: row, count: extent.columns, into: target)
      repeatLast(of: extent, sampleBytes: layout.sampleBytes, in: target)
    }
    for row in extent.rows..<extent.paddedRows {
      (start + row * stride).copyMemory(
        from: start + (extent.rows - 1) * stride, byteCount: extent.paddedColumns * layout.sampleBytes)
    }
  }

  /// Asks every few rows whether to stop.
  private static func check(_ stop: StopCheck, at row: Int) throws(ColorError) {
    if row.isMultiple(of: 64), stop.stops { throw ColorError(.stopped) }
  }

  /// Fills the padding of a row with its last sample.
  private static func repeatLast(of extent: Extent, sampleBytes: Int, in row: UnsafeMutableRawPointer) {
    for column in extent.columns..<extent.paddedColumns {
      (row + column * sampleBytes).copyMemory(
        from: row + (extent.columns - 1) * sampleBytes, byteCount: sampleBytes)
    }
  }
}
