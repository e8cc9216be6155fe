import CFFmpeg
import Timeline

/// Reads the packets of one chosen stream, one after the other, from an open container.
final class PacketReader {
  let demuxer: Demuxer
  let packet: Packet
  let streamIndex: Int
  /// Where decoding may start; nil for a codec that is decoded from the beginning of the stream only.
  var starts: ProvenStarts? { classifier.starts }
  /// Whether the streams were probed, beyond what the container says of them.
  let isProbed: Bool
  /// Whether the packets of this Matroska file are the same without probing as with it.
  let isStated: Bool
  let source: ByteSource
  /// The end of the stream as given in the container's header, in absolute seconds of the file; nil if unknown. It is a
  /// claim, used only if the file is cut off.
  let claimedEnd: Rational?
  /// Whether the container's index lists packets beyond the end of the file.
  let isPadded: Bool
  /// Whether each packet should hold a picture.
  let packetsAreWhole: Bool
  /// Whether the container marks the whole stream as encrypted (Matroska's ContentEncKeyID, fragments of mp4).
  private let isEncryptedWholly: Bool
  /// H.264 in AVI has no presentation timestamps: parameter sets that rule out reordering, so that the decode
  /// timestamps serve; nil if they do not.
  private let sets: RepeatedSets?
  let classifier: KeyframeClassifier
  private let fields: FieldReader?
  private var orders: PictureOrderReader?
  /// The parameter sets that pictures need besides their packets; nil for a codec without them, and after a change.
  private var parameterSets: ParameterSets?
  /// Whether a packet read since the last seek is a start only if no parameter sets changed before it.
  var borrowsSets: Bool { parameterSets?.hasBorrowed ?? false }
  /// The check of the timestamps, in its initial state, for a new table.
  let orderCheck: OrderCheck
  /// The first keyframe's packet, if decoders need it and it was read.
  var primer: PrimingPacket?
  private var wantsPrimer = true
  private var beginning = StreamBeginning()
  private var groupJoints = GroupJoints()
  private var chunkNumbers = ChunkNumbers()
  private var lostBytes: LostBytes
  /// Whether the last read reached the end rather than failing.
  private(set) var endedClean = true
  /// Whether the packet read last is incomplete.
  private(set) var isPartial = false
  /// Whether all bytes of the packet read last are missing: they are beyond the end of the file, or encrypted.
  private(set) var isMissing = false
  /// Whether packets of the stream are encrypted, so that only their times are known.
  var isEncrypted = false
  /// The description of the packet of the stream that was read last.
  private(set) var current: PacketRecord?
  /// Packets of the stream that were read ahead, the next one last.
  private var ahead: [HeldPacket] = []
  /// Called before each packet is read: whether the result is no longer wanted.
  var isAbandoned: (() -> Bool)?

  /// Opens the container and chooses the stream.
  ///
  /// - Parameters:
  ///   - wanted: the number of a stream, nil for the best video stream that is not an attached picture.
  ///   - isProbed: whether to probe the streams even if decoding does not need it.
  init(_ source: ByteSource, stream wanted: Int?, isProbed: Bool, limits: Limits) throws(VideoError) {
    let demuxer = try Demuxer.open(source, limits)
    // Probing replaces the header's values by what it finds in the file.
    let (claims, colors) = (ClaimedEnds(demuxer), StatedColors(demuxer))
    let suffices = StatedStreams.suffice(in: demuxer, stream: wanted)
    isStated = suffices && demuxer.container.isOneElement
    self.isProbed = isProbed || !suffices
    // Without the padding, probing would lose packets that the index lists beyond the end of the file.
    if self.isProbed {
      for index in 0..<demuxer.streamCount { Self.pad(source, to: demuxer.stream(index), in: demuxer.container) }
    }
    let isTooLarge = self.isProbed ? try demuxer.probeStreams(pixels: limits.pixels) : false
    if self.isProbed { colors.complete(demuxer) }
    if !self.isProbed, demuxer.container.isOneElement { try StatedStreams.take(of: demuxer) }
    source.noteOpened()
    let index = try demuxer.chooseStream(wanted)
    guard let stream = demuxer.stream(index), let parameters = stream.pointee.codecpar else {
      throw VideoError("choosing a stream", .noVideoStream)
    }
    // If FFmpeg refused the picture as too large while probing, its size may be unknown.
    if isTooLarge, parameters.pointee.width <= 0 {
      throw VideoError("probing", .limit(.pixels(size: nil, allowed: limits.pixels)))
    }
    if let name = demuxer.container.unreadableCodec(parameters.pointee, reading: source.bytes(at:count:)) {
      throw VideoError("opening the decoder", .noDecoder(name))
    }
    tables = try TrackTables(of: source, stream, demuxer.container)
    classifier = KeyframeClassifier(parameters.pointee, hasAlphaPlane: demuxer.hasAlphaMode(index))
    fields = FieldReader(parameters, mayHoldBoth: demuxer.container.keepsPacketsWhole)
    orders = PictureOrderReader(parameters.pointee)
    parameterSets = ParameterSets(parameters.pointee)
    let second = TimeBase(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
      .flatMap { $0.lastTick(atOrBefore: Rational(1)) }
    orderCheck =
      demuxer.container.inventsTimestamps ? OrderCheck() : OrderCheck(parameters.pointee, fall: second ?? .max)
    packet = try Packet()
    streamIndex = index
    self.source = source
    demuxer.keepOnly([index])
    claimedEnd = claims.end(of: index, in: demuxer, source.tail)
    source.endPadding()
    Self.pad(source, to: stream, in: demuxer.container)
    (isPadded, packetsAreWhole) = (source.isPadded, demuxer.container.keepsPacketsWhole)
    isEncryptedWholly = demuxer.tag("enc_key_id", of: index) != nil || source.isEncrypted(demuxer.container)
    isEncrypted = isEncryptedWholly
    lostBytes = LostBytes(source, of: demuxer)
    sets = demuxer.container.countsPlaces ? RepeatedSets(parameters.pointee) : nil
    self.demuxer = demuxer
  }

  /// Extends a file with zeros if the container's index lists packets of this stream beyond its end.
  private static func pad(_ source: ByteSource, to stream: UnsafeMutablePointer<AVStream>?, in container: Container) {
    guard container.hasIndexFirst, let stream else { return }
    let reach = fg_index_reach(stream)
    guard reach > source.fileSize, !source.hasFragments else { return }
    source.pad(to: reach)
  }

  /// Properties of the file's format.
  var container: Container { demuxer.container }

  /// The chosen stream; the pointer is valid as long as the demuxer exists.
  var stream: UnsafeMutablePointer<AVStream>? { demuxer.stream(streamIndex) }

  /// How often reading failed so far before a packet that could be read.
  private(set) var failures = 0

  /// Reads the next packet of the chosen stream into `packet` and describes it, nil at the end.
  func next() throws(VideoError) -> PacketRecord? {
    while true {
      if let isAbandoned, isAbandoned() { throw VideoError("decoding", .abandoned) }
      guard let (_, record) = try nextOfAny() else { return nil }
      if let record { return record }
    }
  }

  private func describe() throws(VideoError) -> PacketRecord {
    if let stream { tables.restore(packet, of: stream) }
    if let stream { source.mark(packet, ofStream: stream.pointee.id) }
    let lacksChunks = container.countsPlaces && stream.map { chunkNumbers.correct(packet, of: $0) } ?? false
    let followsLoss = lostBytes.wereLost(before: packet.pointer.pointee.pos)
    if followsLoss, container.losesTimes { packet.mark(asBroken: true) }
    if sets != nil, packet.pointer.pointee.pts == FG_NO_TIMESTAMP {
      packet.pointer.pointee.pts = packet.pointer.pointee.dts
    }
    packet.pointer.pointee.duration = duration(of: packet.pointer.pointee)
    if packet.isEncrypted { isEncrypted = true }
    isMissing = dropPadding() || packet.isEncrypted || isEncryptedWholly
    // A parser has seen nothing but padding: the container knows whether it is a keyframe.
    if isMissing, let stream, packet.isListedKeyframe(of: stream) { packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY }
    isPartial = packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 || classifier.isCut(packet.bytes)
    let content = isMissing ? .picture : classifier.content(of: packet.bytes, isWhole: packetsAreWhole)
    if !isMissing, isPartial || content == .unreadable { packet.pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT }
    let field = isMissing ? nil : fields?.field(of: packet)
    var record = PacketRecord(
      packet, classifier: classifier, field: field, startsFrame: field != nil && fields?.startsFrame ?? false,
      isMissing: isMissing, holdsNoPicture: content == .noPicture,
      order: isMissing ? nil : orders?.order(of: packet.bytes))
    if !record.settings.isEmpty { parameterSets = nil }
    let hasSets = isMissing || parameterSets?.supply(packet.bytes, isStart: record.isStart) ?? true
    if !hasSets { record.loseStart() }
    beginning.note(&record, isIntra: classifier.isIntra(packet.bytes, isFlagged: packet.isKeyframe))
    // Elsewhere the clock is made up, or a fall is no joint.
    if container.mayBeJoined, groupJoints.begin(with: record) { record.becomeJoint() }
    if followsLoss || lacksChunks { record.followLoss() }
    if record.followsLoss, !record.isStart { record.becomeJoint() }
    if wantsPrimer, primer == nil, !isMissing, record.traits.contains(.cleanStart) {
      wantsPrimer = false
      if let parameters = stream?.pointee.codecpar, PrimingPacket.isNeeded(by: parameters.pointee, first: packet.bytes)
      {
        primer = try PrimingPacket(copying: packet, of: parameters.pointee.codec_id)
      }
    }
    if let primer, !isMissing, primer.isContradicted(by: packet.bytes) { record.becomeDoubtful() }
    if let sets, !isMissing, !sets.stay(in: packet.bytes, isStart: record.isStart) { record.becomeDoubtful() }
    return record
  }

  private func leave() {
    (wantsPrimer, ahead, groupJoints, chunkNumbers) = (false, [], GroupJoints(), ChunkNumbers(isBehindSeek: true))
    lostBytes.leave()
    beginning.leave()
    parameterSets?.leave()
    orders?.leave()
  }

  /// Removes the part of a packet beyond the end of the file; returns whether nothing is left of it.
  private func dropPadding() -> Bool {
    let position = packet.pointer.pointee.pos
    guard source.isPadded || container.completesPackets, position >= 0 else { return false }
    let rest = source.fileSize - position
    guard rest > 0 else { return true }
    if rest < Int64(packet.pointer.pointee.size) {
      av_shrink_packet(packet.pointer, Int32(clamping: rest))
      packet.pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT
    }
    return false
  }

  /// Reads the next packet of any stream that is kept; only a packet of the chosen stream gets a record.
  func nextOfAny() throws(VideoError) -> (stream: Int, record: PacketRecord?)? {
    if let held = ahead.popLast() {
      packet.take(from: held.packet)
      (current, isMissing, isPartial) = (held.record, held.isMissing, held.isPartial)
      return (streamIndex, held.record)
    }
    switch try demuxer.read(into: packet) {
    case .end(let isClean):
      endedClean = isClean && !lostBytes.wereLost(before: nil)
      return nil
    case .packet(let failures):
      self.failures += failures
      let index = Int(packet.pointer.pointee.stream_index)
      guard index == streamIndex else { return (index, nil) }
      source.notePacket()
      let record = try describe()
      current = record
      return (index, record)
    }
  }

  /// Looks at the bytes of the last packet and of the next ones; `next` returns these again.
  ///
  /// - Parameters:
  ///   - count: how many packets, at most, after that one.
  /// - most: the most bytes that they may have together; looking stops there.
  ///   - goesOn: Receives a packet's bytes, if it is whole; returns false to look at no more.
  func lookAhead(_ count: Int, most: Int, _ goesOn: (UnsafeRawBufferPointer) -> Bool) throws(VideoError) {
    var held: [HeldPacket] = []
    var size = 0
    var record = current
    while let read = record {
      held.append(try HeldPacket(copying: packet, read, isMissing: isMissing, isPartial: isPartial))
      size += packet.bytes.count
      guard size <= most, !isMissing, !isPartial, goesOn(packet.bytes), held.count <= count else { break }
      record = try next()
    }
    ahead += held.reversed()
    _ = try next()
  }

  /// Whether a transport stream ends in the middle of one of its packets.
  private(set) lazy var endsInTransportPacket: Bool = {
    let length = Int64(TransportTail.length)
    return TransportTail(source.bytes(at: max(0, source.fileSize - length), count: TransportTail.length)).isCut
  }()

  /// What an ISO base media file says of the track.
  let tables: TrackTables
  /// The fragments of an ISO base media file; nil if it has none, or if it is cut off.
  var fragments: MovieFragments? { tables.fragments }

  /// Whether the file lacks what its format has at the end; `last` is where the last packet starts.
  func lacksEnd(lastPacket last: Int64?) -> Bool {
    tables.endsInBox || container.lacksEnd(source.tail, lastPacket: last, claimedEnd: claimedEnd)
  }

  /// Whether the file ends as its header says, so that reading to its end meets the last packet.
  private(set) lazy var endsAsStated = container.endsAsStated(source.tail)

  /// FFmpeg's log about the file.
  var log: FileLog { source.log }

  /// A picture was decoded: that is progress, so the time limit starts anew.
  func notePicture() { source.deadline.restart() }

  /// Bytes read from the file so far.
  var bytesRead: Int64 { source.bytesRead }

  /// Seeks to the container's last seek point at or before a timestamp; false if it cannot.
  func seek(to timestamp: Int64) -> Bool {
    leave()
    return demuxer.seek(stream: streamIndex, to: timestamp)
  }

  /// Moves to a byte of the file, or near it; false if it cannot.
  func seek(toByte position: Int64) -> Bool {
    leave()
    return demuxer.seek(toByte: position)
  }
}

/// What decoding and timing need besides packets.
extension PacketReader {
  /// The ticks by which decode timestamps must fall (more than 1 s) or rise (more than 10 s) to start anew; in
  /// containers whose clock does not start anew they may rise by any time, which is then a picture's duration.
  var jump: (back: Int64, forward: Int64)? {
    guard let timeBase, let second = timeBase.lastTick(atOrBefore: Rational(1)),
      let ten = timeBase.lastTick(atOrBefore: Rational(10))
    else { return nil }
    return (back: second, forward: container.mayJump ? ten : .max)
  }

  /// The stream's time base; nil when the file gives one that is not above zero.
  var timeBase: TimeBase? {
    guard let base = stream?.pointee.time_base else { return nil }
    return TimeBase(Int64(base.num), Int64(base.den))
  }

  /// Opens a new decoder for the chosen stream.
  func makeDecoder(
    reorderDepth: Int, threads: Int32, limits: Limits, budget: PictureBudget
  ) throws(VideoError) -> Decoder {
    guard let stream, let parameters = stream.pointee.codecpar else {
      throw VideoError("opening the decoder", .noVideoStream)
    }
    return try Decoder(
      parameters, timeBase: stream.pointee.time_base, alphaMode: demuxer.hasAlphaMode(streamIndex),
      reorderDepth: reorderDepth, threads: threads, limits: limits, budget: budget, log: log)
  }

  /// Makes a picture of the chosen stream from a frame, with the stream's properties where the frame has none.
  ///
  /// - Throws: `VideoError` when it has more pixels, or needs more memory, than allowed, or memory was
  ///   refused while it was decoded.
  func picture(
    _ decoded: consuming DecodedFrame, limits: Limits, budget: PictureBudget
  ) throws(VideoError) -> Picture? {
    let (isDamaged, codedBits) = (decoded.isDamaged, decoded.codedBits)
    try source.checkMemory("decoding")
    guard let frame = decoded.release() else { return nil }
    let (width, height) = (Int64(frame.pointee.width), Int64(frame.pointee.height))
    guard let stream, let parameters = stream.pointee.codecpar, width * height <= limits.pixels else {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
      throw VideoError(
        "decoding", .limit(.pixels(size: PictureSize(width: Int(width), height: Int(height)), allowed: limits.pixels)))
    }
    if let limit = budget.refusal(of: StoredPicture(frame.pointee)) {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
      throw VideoError("decoding", .limit(limit))
    }
    let format = container.meant(AVPixelFormat(rawValue: frame.pointee.format), of: parameters.pointee)
    frame.pointee.format = format.rawValue
    let ratio = demuxer.sampleAspectRatio(of: stream, frame: frame)
    let tags = ColorTags(frame.pointee)
      .completed(by: ColorTags(parameters.pointee), isSubsampled: PixelFormat.isSubsampled(format))
      .completed(by: ColorTags(dolbyVisionOf: stream))
    return Picture(
      taking: frame, tags: tags,
      orientation: demuxer.orientation(of: stream) ?? Orientation(of: frame) ?? .upright,
      sampleAspectRatio: (Int32(clamping: ratio.numerator), Int32(clamping: ratio.denominator)),
      isDamaged: isDamaged, isJPEG: parameters.pointee.codec_id == AV_CODEC_ID_MJPEG, codedBits: codedBits,
      hdr: HDRMetadata(of: frame).completed(by: HDRMetadata(of: stream)))
  }
}
