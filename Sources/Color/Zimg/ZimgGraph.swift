import CZimg
import Memory
import Threading

/// zimg's graph that converts one format, with its working memory; freed with its owner (`zimg_filter_graph_free`).
///
/// zimg works row by row; each finished part of a row is interleaved into the bitmap while it is still in the cache.
struct ZimgGraph: ~Copyable {
  private let graph: OpaquePointer
  /// zimg's scratch memory, followed by a ring of rows for each plane of its output.
  private let memory: AlignedBuffer
  private let rings: [Ring]
  private let givesFloats: Bool

  private struct Ring {
    let start: UnsafeMutableRawPointer
    let stride: Int
    let mask: UInt32
  }

  /// Builds the graph (`zimg_filter_graph_build`): chroma is interpolated linearly, nothing is dithered. The missing
  /// rows of a single field are interpolated with the Catmull-Rom cubic, which leaves the field's own rows unchanged;
  /// so are the samples of another size, for which zimg widens the kernel where the picture shrinks.
  init(_ format: ZimgFormat) throws(ColorError) {
    var source = format.source
    var target = format.target
    var parameters = czimg_parameters()
    if !format.fillsRows, format.scaling == nil {
      parameters.resample_filter = ZIMG_RESIZE_BILINEAR
    } else {
      parameters.resample_filter = ZIMG_RESIZE_BICUBIC
      (parameters.filter_param_a, parameters.filter_param_b) = (0, 0.5)
    }
    parameters.resample_filter_uv = ZIMG_RESIZE_BILINEAR
    parameters.dither_type = ZIMG_DITHER_NONE
    guard let graph = zimg_filter_graph_build(&source, &target, &parameters) else { throw .lastOfZimg() }
    do throws(ColorError) {
      var scratchSize = 0
      var ringRows: UInt32 = 0
      guard zimg_filter_graph_get_tmp_size(graph, &scratchSize) == ZIMG_ERROR_SUCCESS,
        zimg_filter_graph_get_output_buffering(graph, &ringRows) == ZIMG_ERROR_SUCCESS
      else { throw .lastOfZimg() }
      let mask = zimg_select_buffer_mask(ringRows)
      // The greatest mask means all rows, and a ring never needs more than that.
      let rows = mask >= UInt32(clamping: format.targetHeight) ? format.targetHeight : Int(mask) + 1
      let planeCount = format.family == .gray ? 1 : 3
      let tooLarge = ColorError(.tooLarge(width: format.width, height: format.height))
      guard let scratch = AlignedBuffer.aligned(scratchSize),
        let stride = AlignedBuffer.aligned(format.targetWidth * format.targetSampleBytes)
      else { throw tooLarge }
      let (ringBytes, overflows) = stride.multipliedReportingOverflow(by: rows * planeCount)
      let (byteCount, overflowsSum) = scratch.addingReportingOverflow(ringBytes)
      guard !overflows, !overflowsSum else { throw tooLarge }
      let memory = try AlignedBuffer.forPicture(byteCount: byteCount)
      rings = (0..<planeCount).map { plane in
        Ring(start: memory.bytes + scratch + plane * rows * stride, stride: stride, mask: mask)
      }
      givesFloats = format.givesFloats
      self.memory = memory
      self.graph = graph
    } catch {
      zimg_filter_graph_free(graph)
      throw error
    }
  }

  deinit { zimg_filter_graph_free(graph) }

  /// Converts planes and writes them, with alpha as the last sample, into rows of `width` × `height` pixels
  /// (`zimg_filter_graph_process`). The planes must be of the graph's format and in zimg's order, and `pixels` must
  /// have room for all rows. Every few rows `stop` is asked whether to stop. With a rendering the pixels are converted to
  /// sRGB, for which the graph must have been made.
  borrowing func process(
    _ planes: [SamplePlane], alpha: SamplePlane?, into pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int,
    width: Int, height: Int, bitDepth: Bitmap.BitDepth, rendering: Rendering?, _ stop: StopCheck
  ) throws(ColorError) {
    var source = czimg_source()
    for (index, plane) in planes.enumerated() {
      czimg_set_source(&source, Int32(index), plane.start, plane.stride)
    }
    var target = czimg_target()
    var packing = czimg_packing()
    for (index, ring) in rings.enumerated() {
      czimg_set_target(&target, Int32(index), ring.start, ring.stride, ring.mask)
      czimg_set_packed_plane(&packing, Int32(index), ring.start, ring.stride, ring.mask)
    }
    if let alpha {
      czimg_set_packed_plane(&packing, Int32(rings.count), alpha.start, alpha.stride, UInt32.max)
    }
    packing.stop = czimg_stop(ask: StopCheck.ask, context: stop.context)
    packing.pixels = pixels
    packing.bytes_per_row = bytesPerRow
    packing.width = UInt32(clamping: width)
    packing.height = UInt32(clamping: height)
    packing.channels = Int32(rings.count + (alpha == nil ? 0 : 1))
    packing.bytes_per_sample = Int32(bitDepth.byteCount)
    let status =
      if let rendering {
        rendering.withTables { tables in
          tables.packing = packing
          return withUnsafeMutablePointer(to: &tables) { tables in
            zimg_filter_graph_process(graph, &source, &target, memory.bytes, nil, nil, czimg_render_row, tables)
          }
        }
      } else {
        withUnsafeMutablePointer(to: &packing) { packing in
          givesFloats
            ? zimg_filter_graph_process(graph, &source, &target, memory.bytes, nil, nil, czimg_pack_float_row, packing)
            : zimg_filter_graph_process(graph, &source, &target, memory.bytes, nil, nil, czimg_pack_row, packing)
        }
      }
    withExtendedLifetime(stop) {}
    guard status == ZIMG_ERROR_SUCCESS else { throw .lastOfZimg() }
  }
}

// zimg only reads a finished graph, and the working memory has this one owner.
extension ZimgGraph: @unchecked Sendable {}
