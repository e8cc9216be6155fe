import CZimg
import Memory
import Threading

/// zimg's graph that resamples planes of light to another size, with its working memory; freed with its owner
/// (`zimg_filter_graph_free`).
///
/// zimg asks for rows when it needs them and outputs each finished row, so neither picture is ever held in memory as
/// floats.
struct ResamplingGraph: ~Copyable {
  let format: ResamplingFormat
  /// Nil where the kernel reaches further than zimg mirrors.
  private let graph: OpaquePointer?
  private let folded: FoldedKernel?
  private let memory: AlignedBuffer
  private let source: czimg_light_ring
  private let target: czimg_light_ring

  /// Builds the graph (`zimg_filter_graph_build`): Lanczos' kernel of three lobes, widened where the picture shrinks,
  /// on colours multiplied by their opacity.
  init(_ format: ResamplingFormat) throws(ColorError) {
    folded = FoldedKernel(format)
    let graph = folded == nil ? try Self.graph(format) : nil
    do throws(ColorError) {
      var scratchSize = 0
      var (sourceRows, targetRows): (UInt32, UInt32) = (1, UInt32(clamping: format.targetHeight))
      if let graph {
        guard zimg_filter_graph_get_tmp_size(graph, &scratchSize) == ZIMG_ERROR_SUCCESS,
          zimg_filter_graph_get_input_buffering(graph, &sourceRows) == ZIMG_ERROR_SUCCESS,
          zimg_filter_graph_get_output_buffering(graph, &targetRows) == ZIMG_ERROR_SUCCESS
        else { throw .lastOfZimg() }
      }
      let all = format.channels.planes.map(Int.init)
      let tooLarge = ColorError(.tooLarge(width: format.targetWidth, height: format.targetHeight))
      guard let scratch = AlignedBuffer.aligned(scratchSize),
        let sourceSpace = RingSpace(
          columns: format.width, rows: format.height, wanted: sourceRows, planes: all, offset: scratch),
        let targetSpace = RingSpace(
          columns: format.targetWidth, rows: format.targetHeight, wanted: targetRows, planes: all,
          offset: sourceSpace.end)
      else { throw tooLarge }
      let memory = try AlignedBuffer.forPicture(byteCount: targetSpace.end)
      source = sourceSpace.ring(in: memory.bytes)
      target = targetSpace.ring(in: memory.bytes)
      self.memory = memory
      self.graph = graph
      self.format = format
    } catch {
      zimg_filter_graph_free(graph)
      throw error
    }
  }

  private static func graph(_ format: ResamplingFormat) throws(ColorError) -> OpaquePointer {
    var (from, to) = (czimg_format(), czimg_format())
    from.width = UInt32(clamping: format.width)
    from.height = UInt32(clamping: format.height)
    from.pixel_type = ZIMG_PIXEL_FLOAT
    let isGray = format.channels.colorCount == 1
    from.color_family = isGray ? ZIMG_COLOR_GREY : ZIMG_COLOR_RGB
    from.matrix_coefficients = isGray ? ZIMG_MATRIX_UNSPECIFIED : ZIMG_MATRIX_RGB
    from.alpha = format.channels.hasAlpha ? ZIMG_ALPHA_PREMULTIPLIED : ZIMG_ALPHA_NONE
    to = from
    to.width = UInt32(clamping: format.targetWidth)
    to.height = UInt32(clamping: format.targetHeight)
    var parameters = czimg_parameters()
    parameters.resample_filter = ZIMG_RESIZE_LANCZOS
    parameters.filter_param_a = 3
    parameters.resample_filter_uv = ZIMG_RESIZE_LANCZOS
    parameters.filter_param_a_uv = 3
    parameters.dither_type = ZIMG_DITHER_NONE
    guard let graph = zimg_filter_graph_build(&from, &to, &parameters) else { throw .lastOfZimg() }
    return graph
  }

  deinit { zimg_filter_graph_free(graph) }

  /// Resamples a bitmap of the graph's size and channels into memory for one of the target's size
  /// (`zimg_filter_graph_process`, but for a side of 1 or 2 pixels).
  borrowing func process(
    _ bitmap: Bitmap, _ table: LightTable, into pixels: UnsafeMutablePointer<UInt8>, _ stop: StopCheck
  ) throws(ColorError) {
    let (colors, hasAlpha) = (Int32(format.channels.colorCount), Int32(format.channels.hasAlpha ? 1 : 0))
    let sampleBytes = Int32(bitmap.bitDepth.byteCount)
    var (planesRead, planesWritten) = (czimg_source(), czimg_target())
    czimg_set_source_ring(&planesRead, source)
    czimg_set_target_ring(&planesWritten, target)
    let halt = czimg_stop(ask: StopCheck.ask, context: stop.context)
    let fault: ColorError? = bitmap.pixels.withUnsafeBytes { bytes in
      let codes = bytes.assumingMemoryBound(to: UInt8.self)
      return table.light.withUnsafeBufferPointer { light in
        table.thresholds.withUnsafeBufferPointer { thresholds in
          table.starts.withUnsafeBufferPointer { starts in
            var read = czimg_light_source(
              stop: halt, ring: source, pixels: codes.baseAddress, bytes_per_row: bitmap.bytesPerRow, colors: colors,
              has_alpha: hasAlpha, bytes_per_sample: sampleBytes, light: light.baseAddress)
            var written = czimg_light_target(
              stop: halt, ring: target, pixels: pixels,
              bytes_per_row: format.targetWidth * format.channels.count * bitmap.bitDepth.byteCount,
              width: UInt32(clamping: format.targetWidth), height: UInt32(clamping: format.targetHeight),
              colors: colors, has_alpha: hasAlpha, bytes_per_sample: sampleBytes, thresholds: thresholds.baseAddress,
              starts: starts.baseAddress)
            return withUnsafeMutablePointer(to: &read) { read in
              withUnsafeMutablePointer(to: &written) { written in
                if let folded { return folded.process(read, written, format) ? nil : ColorError(.stopped) }
                let status = zimg_filter_graph_process(
                  graph, &planesRead, &planesWritten, memory.bytes, czimg_read_light, read, czimg_write_light, written)
                return status == ZIMG_ERROR_SUCCESS ? nil : .lastOfZimg()
              }
            }
          }
        }
      }
    }
    withExtendedLifetime(stop) {}
    if let fault { throw fault }
  }
}

/// Where the rows of a ring are in memory.
private struct RingSpace {
  private let planes: [Int]
  private let offset: Int
  private let planeBytes: Int
  private let stride: Int
  private let mask: UInt32
  let end: Int

  /// Room for as many rows as zimg wants, but at most all rows; nil on overflow.
  init?(columns: Int, rows: Int, wanted: UInt32, planes: [Int], offset: Int) {
    let mask = zimg_select_buffer_mask(wanted)
    let isWhole = mask >= UInt32(clamping: rows)
    let (rowBytes, overflowsRow) = columns.multipliedReportingOverflow(by: MemoryLayout<Float>.size)
    guard !overflowsRow, let stride = AlignedBuffer.aligned(rowBytes) else { return nil }
    let (planeBytes, overflowsPlane) = stride.multipliedReportingOverflow(by: isWhole ? rows : Int(mask) + 1)
    let (bytes, overflows) = planeBytes.multipliedReportingOverflow(by: planes.count)
    let (end, overflowsEnd) = offset.addingReportingOverflow(bytes)
    guard !overflowsPlane, !overflows, !overflowsEnd else { return nil }
    self.planes = planes
    self.offset = offset
    self.planeBytes = planeBytes
    self.stride = stride
    self.mask = isWhole ? UInt32.max : mask
    self.end = end
  }

  func ring(in memory: UnsafeMutableRawPointer) -> czimg_light_ring {
    var ring = czimg_light_ring()
    ring.stride = stride
    ring.mask = mask
    for (place, plane) in planes.enumerated() {
      czimg_set_ring_plane(&ring, Int32(plane), memory + offset + place * planeBytes)
    }
    return ring
  }
}

// zimg only reads a finished graph, and the working memory has this one owner.
extension ResamplingGraph: @unchecked Sendable {}
