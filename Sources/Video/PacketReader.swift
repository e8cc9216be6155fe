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
  /// Where the stream ends by what the container's header says, in absolute seconds of the file; nil where it says
  /// nothing. A claim: worth something only where the file is cut off.
  let claimedEnd: Rational?
  /// Whether packets beyond the end of the file are told of, by the container's index alone.
  let isPadded: Bool
  /// Whether each packet is to hold a picture.
  let packetsAreWhole: Bool
  /// Whether the container says so of the stream as a whole (Matroska's ContentEncKeyID).
  private let isEncryptedWholly: Bool
  private let classifier: PacketClassifier
  private let fields: FieldReader?
  private var orders: PictureOrderReader?
  /// What timestamps are to be checked against, for a table that starts anew.
  let orderCheck: OrderCheck
  /// The first keyframe's packet, if decoders need it and it was read since the container was opened.
  private(set) var primer: Primer?
  private var wantsPrimer: Bool
  /// Whether the last read failed rather than ended.
  private(set) var endedClean = true
  /// Whether the packet read last is not there as a whole.
  private(set) var isPartial = false
  /// Whether packets of the stream are encrypted, so that only their times can be told.
  private(set) var isEncrypted = false
  /// Asked before each packet is read, whether anybody still wants what is read for.
  var isAbandoned: (() -> Bool)?

  /// Opens the container and chooses the stream.
  ///
  /// - Parameters:
  ///   - wanted: the number of a stream, nil for the best video stream that is no attached picture.
  ///   - isProbed: whether to find out everything about the streams even where decoding does not need it.
  init(_ source: ByteSource, stream wanted: Int?, isProbed: Bool, limits: Limits) throws(VideoError) {
    let demuxer = try Demuxer(reading: source, limits: limits)
    // Probing replaces what the header says by what it finds in the file.
    let claims = demuxer.claimedEnds
    self.isProbed = isProbed || !demuxer.tellsEnough(stream: wanted)
    let isTooLarge = self.isProbed ? try demuxer.probeStreams(pixels: limits.pixels) : false
    source.noteOpened()
    let index = try demuxer.chooseStream(wanted)
    guard let stream = demuxer.stream(index), let parameters = stream.pointee.codecpar else {
      throw VideoError("choosing a stream", .noVideoStream)
    }
    // A decoder that was refused the picture could not tell its size either.
    if isTooLarge, parameters.pointee.width <= 0 {
      throw VideoError("probing", .limit(.pixels(size: nil, allowed: limits.pixels)))
    }
    if parameters.pointee.codec_id == AV_CODEC_ID_WEBP, parameters.pointee.width <= 0, source.isAnimatedWebP {
      throw VideoError("opening the decoder", .noDecoder("WebP with an animation"))
    }
    classifier = PacketClassifier(parameters.pointee, hasAlphaPlane: demuxer.hasAlphaMode(index))
    wantsPrimer = Primer.isNeeded(by: parameters.pointee)
    fields = FieldReader(parameters)
    orders = PictureOrderReader(parameters.pointee)
    let second = TimeBase(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
      .flatMap { $0.lastTick(atOrBefore: Rational(1)) }
    orderCheck = demuxer.inventsTimestamps ? OrderCheck() : OrderCheck(parameters.pointee, fall: second ?? .max)
    packet = try Packet()
    streamIndex = index
    self.source = source
    demuxer.keepOnly([index])
    claimedEnd = claims.end(of: index, tag: demuxer.tag("DURATION", of: index)) ?? demuxer.lateClaim
    let reach = demuxer.hasIndexFirst ? fg_index_reach(stream) : 0
    if reach > source.fileSize, !MovieBoxes(source).hasFragments { source.pad(to: reach) }
    isPadded = source.isPadded
    packetsAreWhole = demuxer.keepsPacketsWhole
    isEncryptedWholly = demuxer.tag("enc_key_id", of: index) != nil
    isEncrypted = isEncryptedWholly
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
    if packet.isEncrypted { isEncrypted = true }
    let isMissing = dropPadding() || packet.isEncrypted || isEncryptedWholly
    isPartial = packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 || classifier.isCut(packet.bytes)
    if !isMissing, isPartial || packetsAreWhole && classifier.holdsNoPicture(packet.bytes) {
      packet.pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT
    }
    let record = PacketRecord(
      packet, classifier: classifier, field: isMissing ? nil : fields?.field(of: packet), isMissing: isMissing,
      order: isMissing ? nil : orders?.order(of: packet.bytes))
    if wantsPrimer, !isMissing, record.traits.contains(.cleanStart) {
      primer = try Primer(copying: packet)
      wantsPrimer = false
    }
    return record
  }

  /// Takes from a packet what lies behind the end of the file; whether that is all of it.
  private func dropPadding() -> Bool {
    let position = packet.pointer.pointee.pos
    guard source.isPadded, position >= 0 else { return false }
    let rest = source.fileSize - position
    guard rest > 0 else { return true }
    if rest < Int64(packet.pointer.pointee.size) {
      av_shrink_packet(packet.pointer, Int32(clamping: rest))
      packet.pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT
    }
    return false
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

  /// Whether a transport stream ends in the middle of one of its packets.
  private(set) lazy var endsInTransportPacket: Bool = {
    let length = Int64(TransportTail.length)
    return TransportTail(source.bytes(at: max(0, source.fileSize - length), count: TransportTail.length)).isCut
  }()

  /// What FFmpeg says about the file.
  var journal: Journal { source.journal }

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

  /// Whether packets are kept as they were made. Out of other containers FFmpeg cuts a stream of bytes into packets, some of
  /// which may hold no more than what ends a sequence.
  fileprivate var keepsPacketsWhole: Bool {
    ["mov", "matroska", "flv", "avi", "asf", "nut", "gif", "ivf"].contains { formatName.hasPrefix($0) }
  }

  /// Whether the index of all packets, or of those before any fragment, is read before the first of them: ISO base media
  /// files.
  var hasIndexFirst: Bool { formatName.hasPrefix("mov,") }

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
