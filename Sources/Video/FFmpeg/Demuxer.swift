import CFFmpeg

/// An open container: reads packets in file order, and seeks; it owns FFmpeg's format context and its reader.
struct Demuxer: ~Copyable {
  let context: UnsafeMutablePointer<AVFormatContext>
  /// Properties of its format.
  let container: Container
  private let reader: UnsafeMutablePointer<AVIOContext>
  let source: Unmanaged<ByteSource>

  /// The result of reading a packet.
  enum Outcome {
    /// A packet, and how often reading failed before it.
    case packet(failures: Int)
    /// The end; `isClean` is false when reading failed there rather than ended.
    case end(isClean: Bool)
  }

  /// Opens the container (`avformat_open_input`), recognised by its content alone.
  ///
  /// - Throws: `unknownFormat`, `refusedFormat`, `soundOnly`, a limit, or the status of the failed call.
  init(reading source: ByteSource, limits: Limits) throws(VideoError) {
    source.rewind()
    source.log.attend()
    let retained = Unmanaged.passRetained(source)
    guard let reader = Self.makeReader(retained.toOpaque()) else {
      retained.release()
      throw VideoError("opening", .limit(.memory))
    }
    do throws(VideoError) {
      let format = try Self.recognise(reader, source)
      context = try Self.open(reader, format, source, limits)
    } catch {
      Self.free(reader)
      retained.release()
      throw error
    }
    container = Container(context)
    self.reader = reader
    self.source = retained
  }

  /// Opens the container; a fragmented ISO base media file that is cut off between its data once more without the rest.
  static func open(_ source: ByteSource, _ limits: Limits) throws(VideoError) -> Demuxer {
    do throws(VideoError) { return try Demuxer(reading: source, limits: limits) } catch {
      guard case .library = error.fault, source.leaveOutCutBoxes() else { throw error }
      return try Demuxer(reading: source, limits: limits)
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
    Self.free(reader)
    source.release()
  }

  // MARK: Opening

  private static func makeReader(_ opaque: UnsafeMutableRawPointer) -> UnsafeMutablePointer<AVIOContext>? {
    let size: Int32 = 1 << 16
    guard let buffer = av_malloc(Int(size)) else { return nil }
    let reader = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), size, 0, opaque,
      { opaque, buffer, size in
        guard let opaque, let buffer, size > 0 else { return FG_ERROR_INVALID_ARGUMENT }
        return Unmanaged<ByteSource>.fromOpaque(opaque).takeUnretainedValue()
          .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
      }, nil,
      { opaque, offset, whence in
        guard let opaque else { return Int64(FG_ERROR_INVALID_ARGUMENT) }
        return Unmanaged<ByteSource>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
      })
    if reader == nil { av_free(buffer) }
    return reader
  }

  private static func free(_ reader: UnsafeMutablePointer<AVIOContext>) {
    // FFmpeg may have replaced the first buffer.
    av_free(reader.pointee.buffer)
    var reader: UnsafeMutablePointer<AVIOContext>? = reader
    avio_context_free(&reader)
  }

  /// Recognises the format by content (`av_probe_input_buffer2`) and checks it against the list before its demuxer
  /// runs.
  private static func recognise(
    _ reader: UnsafeMutablePointer<AVIOContext>, _ source: ByteSource
  ) throws(VideoError) -> UnsafePointer<AVInputFormat> {
    var format: UnsafePointer<AVInputFormat>?
    let status = av_probe_input_buffer2(reader, &format, nil, nil, 0, 0)
    if let stop = source.stop { throw VideoError("opening", stop) }
    if status == FG_ERROR_NO_MEMORY { throw VideoError("opening", .limit(.memory)) }
    guard status >= 0, let format, let name = format.pointee.name else {
      throw VideoError("opening", unknown(source))
    }
    let allowed = AllowedFormats.demuxers.joined(separator: ",")
    guard av_match_list(name, allowed, 0x2C) > 0 else {
      if ForeignContent.isWebPage(reading: source.bytes(at:count:)) { throw VideoError("opening", .webPage) }
      let names = String(cString: name)
      let first = names.split(separator: ",").first.map(String.init) ?? names
      // MP3 has no header of its own: a few bytes that look like it may be found in anything.
      if first == "mp3", status < AVPROBE_SCORE_EXTENSION / 2 { throw VideoError("opening", unknown(source)) }
      throw VideoError("opening", AllowedFormats.soundOnly.contains(first) ? .soundOnly(first) : .refusedFormat(first))
    }
    return format
  }

  /// The fault of content that FFmpeg does not recognise.
  private static func unknown(_ source: ByteSource) -> VideoError.Fault {
    if ForeignContent.isPlaylist(reading: source.bytes(at:count:)) { return .refusedFormat("hls") }
    return ForeignContent.isWebPage(reading: source.bytes(at:count:)) ? .webPage : .unknownFormat
  }

  private static func open(
    _ reader: UnsafeMutablePointer<AVIOContext>, _ format: UnsafePointer<AVInputFormat>, _ source: ByteSource,
    _ limits: Limits
  ) throws(VideoError) -> UnsafeMutablePointer<AVFormatContext> {
    guard let context = avformat_alloc_context() else { throw VideoError("opening", .limit(.memory)) }
    context.pointee.pb = reader
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    context.pointee.max_streams = limits.streams
    context.pointee.probesize = limits.probeBytes
    context.pointee.max_analyze_duration = limits.probeMicroseconds
    context.pointee.format_whitelist = av_strdup(AllowedFormats.demuxers.joined(separator: ","))
    context.pointee.codec_whitelist = av_strdup(AllowedFormats.decoders.joined(separator: ","))
    // Not the name of any protocol: no file that the content refers to can be opened; `io_open` below prevents it as
    // well.
    context.pointee.protocol_whitelist = av_strdup("none")
    context.pointee.io_open = { _, _, _, _, _ in FG_ERROR_REFUSED }
    context.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        return Unmanaged<ByteSource>.fromOpaque(opaque).takeUnretainedValue().isOverdue() ? 1 : 0
      }, opaque: Unmanaged.passUnretained(source).toOpaque())
    let mark = source.log.mark
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    var options: OpaquePointer?
    if !source.appliesEdits { av_dict_set(&options, "advanced_editlist", "0", 0) }
    defer { av_dict_free(&options) }
    // On failure the call frees the context, but never the reader that was passed in.
    let status = avformat_open_input(&opened, nil, format, &options)
    if let stop = source.stop {
      avformat_close_input(&opened)
      throw VideoError("opening", stop)
    }
    guard status >= 0, let opened else {
      let fault = fault(status, source.log, mark, limits.streams)
      if case .library = fault,
        let missing = MovieBoxes.missing(reading: source.bytes(at:count:), size: source.fileSize)
      {
        throw VideoError("opening", missing)
      }
      throw VideoError("opening", fault)
    }
    guard opened.pointee.nb_streams <= UInt32(clamping: limits.streams) else {
      var opened: UnsafeMutablePointer<AVFormatContext>? = opened
      avformat_close_input(&opened)
      throw VideoError("opening", .limit(.streams(allowed: limits.streams)))
    }
    if Container(opened).hasIndexFirst, MovieBoxes.cutsIndex(reading: source.bytes(at:count:), size: source.fileSize) {
      var opened: UnsafeMutablePointer<AVFormatContext>? = opened
      avformat_close_input(&opened)
      throw VideoError("opening", .noIndex)
    }
    source.log.forgetLosses()
    return opened
  }

  private static func fault(_ status: Int32, _ log: FileLog, _ mark: Int, _ allowed: Int32) -> VideoError.Fault {
    // Too many streams are reported as out of memory; only the log tells them apart.
    if log.complains(of: "max_streams", since: mark) { return .limit(.streams(allowed: allowed)) }
    return status == FG_ERROR_NO_MEMORY
      ? .limit(.memory) : .library(status: status, words: log.words(for: status, since: mark))
  }

  // MARK: Using

  /// Completes the streams' parameters by reading some packets (`avformat_find_stream_info`).
  ///
  /// - Parameter pixels: the most pixels of a picture that is decoded for it.
  /// - Returns: whether a picture had more.
  func probeStreams(pixels: Int64) throws(VideoError) -> Bool {
    let log = source.takeUnretainedValue().log
    log.attend()
    let mark = log.mark
    let status = fg_find_stream_info(context, Decoder.pixels(allowedBy: pixels))
    if let stop = source.takeUnretainedValue().stop { throw VideoError("probing", stop) }
    guard status >= 0 else {
      throw VideoError("probing", Self.fault(status, log, mark, context.pointee.max_streams))
    }
    return log.complains(of: "max pixel count", since: mark)
  }

  /// The number of streams.
  var streamCount: Int { Int(context.pointee.nb_streams) }

  /// One stream, nil for an unknown index; streams may be added while packets are read.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    guard index >= 0, index < streamCount else { return nil }
    return context.pointee.streams[index]
  }

  /// Reads the next packet of any stream that is not discarded (`fg_read_frame`).
  ///
  /// Invalid data may be followed by good packets, so several attempts are made; a container whose index points past
  /// the file's end fails once for each sample.
  func read(into packet: borrowing Packet) throws(VideoError) -> Outcome {
    packet.clear()
    let source = source.takeUnretainedValue()
    source.log.attend()
    let mark = source.log.mark
    var failures = 0
    while true {
      let status = fg_read_frame(context, packet.pointer)
      if let stop = source.stop { throw VideoError("reading packets", stop) }
      if source.isOverdue(), let stop = source.stop { throw VideoError("reading packets", stop) }
      if status >= 0 { return .packet(failures: failures) }
      let isEnd = status == FG_ERROR_END_OF_FILE || container.endsBy(status) && reader.pointee.eof_reached != 0
      if isEnd { return .end(isClean: failures == 0) }
      failures += 1
      if status == FG_ERROR_INVALID_DATA { source.log.noteLoss(at: avio_tell(reader)) }
      let mayGoOn = status == FG_ERROR_INVALID_DATA || status == FG_ERROR_AGAIN
      guard mayGoOn, failures < 4096 else {
        if status == FG_ERROR_NO_MEMORY {
          throw VideoError("reading packets", Self.fault(status, source.log, mark, context.pointee.max_streams))
        }
        return .end(isClean: false)
      }
    }
  }

  /// Lists packets without reading their data (`fg_read_frame`), up to the end of the file: sizes, timestamps and side
  /// data come from the container's headers, the bytes mean nothing. Parsers must not see them (`AVFMT_FLAG_NOPARSE`);
  /// the seek before closes those in use.
  ///
  /// - Parameters:
  ///   - data: the ranges of the file that hold their data.
  ///   - take: Receives each packet; false if no more is wanted.
  /// - Returns: whether the end was reached.
  func list(
    from data: [Range<Int64>], into packet: borrowing Packet, _ take: (borrowing Packet) -> Bool
  ) throws(VideoError) -> Bool {
    let source = source.takeUnretainedValue()
    source.log.attend()
    let (flags, direct) = (context.pointee.flags, reader.pointee.direct)
    context.pointee.flags |= AVFMT_FLAG_NOPARSE
    // Otherwise the data would pass through the reader's buffer.
    reader.pointee.direct = 1
    source.unreadRanges = data
    defer {
      source.unreadRanges = []
      reader.pointee.direct = direct
      context.pointee.flags = flags
    }
    while true {
      packet.clear()
      let status = fg_read_frame(context, packet.pointer)
      if source.isOverdue(), let stop = source.stop { throw VideoError("reading packets", stop) }
      if status == FG_ERROR_END_OF_FILE { return source.stop == nil }
      guard status >= 0, take(packet) else { return false }
      source.notePacket()
    }
  }

  /// Seeks to the last seek point whose timestamp is at most this one (`avformat_seek_file`); false if refused.
  ///
  /// Whether decode or presentation timestamps are compared depends on the container: the landing position must be
  /// checked.
  func seek(stream: Int, to timestamp: Int64) -> Bool {
    source.takeUnretainedValue().log.attend()
    return avformat_seek_file(context, Int32(clamping: stream), Int64.min, timestamp, timestamp, 0) >= 0
  }

  /// Moves to the packet that is decoded at a timestamp, whether decoding may start there or not (`av_seek_frame` with
  /// `AVSEEK_FLAG_ANY`).
  func seek(stream: Int, toAnyPacketAt timestamp: Int64) -> Bool {
    source.takeUnretainedValue().log.attend()
    return av_seek_frame(context, Int32(clamping: stream), timestamp, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD) >= 0
  }

  /// Moves to a byte of the file, or near it (`av_seek_frame` with `AVSEEK_FLAG_BYTE`): for streams without timestamps.
  func seek(toByte position: Int64) -> Bool {
    source.takeUnretainedValue().log.attend()
    return av_seek_frame(context, -1, position, AVSEEK_FLAG_BYTE) >= 0
  }

  /// Keeps packets of these streams only.
  func keepOnly(_ streams: Set<Int>) {
    for index in 0..<streamCount {
      stream(index)?.pointee.discard = streams.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  // MARK: Facts from the container

  /// Whether the container's index lists every packet of a stream before any is read: ISO base media files without
  /// fragments, whose edit lists leave nothing out and repeat nothing.
  func tellsAllPackets(of index: Int) -> Bool {
    guard container.hasIndexFirst, let stream = stream(index) else { return false }
    let told = stream.pointee.nb_frames
    return told > 0 && Int64(avformat_index_get_entries_count(stream)) == told
  }

  /// Whether an AVI's index has as many places as its header counts frames: empty chunks count but are not listed, so
  /// the last listed chunk must be in the last place.
  func indexesAllPlaces(of index: Int) -> Bool {
    guard container.countsPlaces, let stream = stream(index),
      let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1)
    else { return false }
    let (places, overflows) = last.pointee.timestamp.addingReportingOverflow(1)
    return !overflows && places == stream.pointee.nb_frames
  }

  func isVideo(_ index: Int) -> Bool {
    stream(index)?.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
  }

  func isAttachedPicture(_ index: Int) -> Bool {
    (stream(index)?.pointee.disposition ?? 0) & AV_DISPOSITION_ATTACHED_PIC != 0
  }

  /// The requested stream, or the best one (`av_find_best_stream`) that is not an attached picture.
  func chooseStream(_ wanted: Int?) throws(VideoError) -> Int {
    if let wanted {
      guard isVideo(wanted) else {
        throw VideoError("choosing a stream", .notVideo(stream: wanted, count: streamCount))
      }
      return wanted
    }
    let videos = (0..<streamCount).filter { isVideo($0) && !isAttachedPicture($0) }
    let auxiliary = videos.count > 1 && container.hasIndexFirst ? auxiliaryTracks : []
    let shown = videos.filter { !auxiliary.contains($0) }
    let candidates = shown.isEmpty ? videos : shown
    let best = Int(av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0))
    if candidates.contains(best) { return best }
    if let first = candidates.first { return first }
    let source = source.takeUnretainedValue()
    let missing = MovieBoxes.missing(reading: source.bytes(at:count:), size: source.fileSize)
    throw VideoError("choosing a stream", missing ?? .noVideoStream)
  }

  /// The tracks that only belong to another one, as an alpha plane of AVIF does: FFmpeg's first streams, in their order.
  private var auxiliaryTracks: Set<Int> {
    MovieBoxes.auxiliaryTracks(reading: source.takeUnretainedValue().bytes(at:count:))
  }

  /// A tag of a stream.
  func tag(_ key: String, of index: Int) -> String? { tagText(key, in: stream(index)?.pointee.metadata) }
}
