import CFFmpeg
import Timeline

/// The packets of one chosen stream, one after the other, from an open container.
final class PacketReader {
  let demuxer: Demuxer
  let packet: Packet
  let streamIndex: Int
  /// Whether only the container says which packets are keyframes.
  var believesFlags: Bool { classifier.believesFlags }
  /// Whether the streams were looked into, beyond what the container says of them.
  let isProbed: Bool
  private let source: ByteSource
  private let classifier: PacketClassifier
  private let fields: FieldReader?
  /// The first keyframe's packet, if decoders need it and it was read since the container was opened.
  private(set) var primer: Primer?
  private var wantsPrimer: Bool
  /// Whether the last read failed rather than ended.
  private(set) var endedClean = true
  /// Asked before each packet is read, whether anybody still wants what is read for.
  var isAbandoned: (() -> Bool)?

  /// Opens the container and chooses the stream.
  ///
  /// - Parameters:
  ///   - wanted: the number of a stream, nil for the best video stream that is no attached picture.
  ///   - isProbed: whether to find out everything about the streams even where decoding does not need it.
  init(_ source: ByteSource, stream wanted: Int?, isProbed: Bool, limits: Limits) throws(VideoError) {
    let demuxer = try Demuxer(reading: source, limits: limits)
    self.isProbed = isProbed || !demuxer.tellsEnough(stream: wanted)
    if self.isProbed { try demuxer.probeStreams() }
    source.noteOpened()
    let index = try demuxer.chooseStream(wanted)
    guard let stream = demuxer.stream(index), let parameters = stream.pointee.codecpar else {
      throw VideoError("choosing a stream", .noVideoStream)
    }
    classifier = PacketClassifier(parameters.pointee)
    wantsPrimer = Primer.isNeeded(by: parameters.pointee)
    fields = FieldReader(parameters)
    packet = try Packet()
    streamIndex = index
    self.source = source
    demuxer.keepOnly([index])
    self.demuxer = demuxer
  }

  /// The chosen stream; the pointer lives as long as the demuxer.
  var stream: UnsafeMutablePointer<AVStream>? { demuxer.stream(streamIndex) }

  /// How often reading failed so far before a packet came all the same.
  private(set) var failures = 0

  /// Reads the next packet of the chosen stream into `packet` and describes it, nil at the end.
  func next() throws(VideoError) -> PacketRecord? {
    while true {
      if let isAbandoned, isAbandoned() { throw VideoError("decoding", .abandoned) }
      switch try demuxer.read(into: packet) {
      case .end(let isClean):
        endedClean = isClean
        return nil
      case .packet(let failures):
        self.failures += failures
        guard Int(packet.pointer.pointee.stream_index) == streamIndex else { continue }
        source.notePacket()
        return try describe()
      }
    }
  }

  private func describe() throws(VideoError) -> PacketRecord {
    if classifier.isCut(packet.bytes) { packet.pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT }
    let record = PacketRecord(packet, classifier: classifier, field: fields?.field(of: packet))
    if wantsPrimer, record.traits.contains(.cleanStart) {
      primer = try Primer(copying: packet)
      wantsPrimer = false
    }
    return record
  }

  /// Reads the next packet of any stream that is kept; only a packet of the chosen stream is described.
  func nextOfAny() throws(VideoError) -> (stream: Int, record: PacketRecord?)? {
    switch try demuxer.read(into: packet) {
    case .end(let isClean):
      endedClean = isClean
      return nil
    case .packet(let failures):
      self.failures += failures
      let index = Int(packet.pointer.pointee.stream_index)
      guard index == streamIndex else { return (index, nil) }
      source.notePacket()
      return (index, try describe())
    }
  }

  /// Bytes read from the file so far.
  var bytesRead: Int64 { source.bytesRead }

  /// Seeks to the last place that the container knows at or before a timestamp; false if it cannot.
  func seek(to timestamp: Int64) -> Bool {
    wantsPrimer = false
    return demuxer.seek(stream: streamIndex, to: timestamp)
  }

  /// Moves to a byte of the file, or near it; false if it cannot.
  func seek(toByte position: Int64) -> Bool {
    wantsPrimer = false
    return demuxer.seek(toByte: position)
  }
}

extension Demuxer {
  /// FFmpeg's names of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  var formatName: String {
    guard let name = context.pointee.iformat?.pointee.name else { return "" }
    return String(cString: name)
  }

  /// Whether the timestamps are made up from the order of packets: raw streams and AVI have none for each picture.
  ///
  /// FFmpeg's demuxer of raw MPEG-1 and MPEG-2 does not say so of itself.
  var inventsTimestamps: Bool {
    formatName == "avi" || formatName == "mpegvideo"
      || (context.pointee.iformat?.pointee.flags ?? 0) & AVFMT_NOTIMESTAMPS != 0
  }

  /// Whether every packet of a stream is told of before any is read: ISO base media files without fragments, whose edit
  /// lists leave nothing out and repeat nothing.
  func tellsAllPackets(of index: Int) -> Bool {
    guard formatName.hasPrefix("mov,"), let stream = stream(index) else { return false }
    let told = stream.pointee.nb_frames
    return told > 0 && Int64(avformat_index_get_entries_count(stream)) == told
  }

  /// Whether every packet claims to be a keyframe without being one, as FFmpeg's parsers of these raw streams have it.
  var flagsEverything: Bool { formatName == "h263" || formatName == "h261" }

  /// Whether the timestamps are those that a parser works out of the pictures' own, which start anew with each stream that
  /// was joined: raw MPEG-4.
  var guessesTimestamps: Bool { formatName == "m4v" }

  /// Whether the decoder's configuration may change in the middle without being repeated after a seek.
  var mayChangeSettings: Bool { formatName == "flv" || formatName == "live_flv" }

  /// Whether timestamps may start anew in the middle of the file, as in transport and program streams.
  var mayJump: Bool { (context.pointee.iformat?.pointee.flags ?? 0) & AVFMT_TS_DISCONT != 0 }

  /// Whether the container tells by itself what decoding needs: size, codec, time base and decode timestamps.
  ///
  /// True for ISO base media files with one video stream; finding out by reading would cost as much as the whole grab.
  fileprivate func tellsEnough(stream wanted: Int?) -> Bool {
    guard formatName.hasPrefix("mov,") else { return false }
    let videos = (0..<streamCount).filter { isVideo($0) && !isAttachedPicture($0) }
    guard let only = videos.first, videos.count == 1, wanted == nil || wanted == only,
      let parameters = stream(only)?.pointee.codecpar
    else { return false }
    return parameters.pointee.codec_id != AV_CODEC_ID_NONE && parameters.pointee.width > 0
      && parameters.pointee.height > 0
  }

  func isVideo(_ index: Int) -> Bool {
    stream(index)?.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
  }

  func isAttachedPicture(_ index: Int) -> Bool {
    (stream(index)?.pointee.disposition ?? 0) & AV_DISPOSITION_ATTACHED_PIC != 0
  }

  /// The stream asked for, or the best one (`av_find_best_stream`) among those that are no attached pictures.
  fileprivate func chooseStream(_ wanted: Int?) throws(VideoError) -> Int {
    if let wanted {
      guard isVideo(wanted) else {
        throw VideoError("choosing a stream", .notVideo(stream: wanted, count: streamCount))
      }
      return wanted
    }
    let candidates = (0..<streamCount).filter { isVideo($0) && !isAttachedPicture($0) }
    let best = Int(av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0))
    if candidates.contains(best) { return best }
    guard let first = candidates.first else { throw VideoError("choosing a stream", .noVideoStream) }
    return first
  }
}
