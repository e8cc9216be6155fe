import CFFmpeg

/// The packets of a stream as the container's table lists them, none of which is read.
///
/// An ISO base media file gives place, size, times and keyframe flag of all samples in its header, or in those of its
/// fragments. What it says is believed until a packet that is read says something else (`ContainerTable.confirm`).
extension PacketReader {
  /// All packets from the first on; nil if the container has no such table, or if it is not certain that each packet
  /// is one picture that is shown.
  ///
  /// - Parameter first: the first packet as it was read. In a file of fragments the reader must be at it; its position
  ///   afterwards is unknown.
  func listedPackets(from first: PacketRecord) throws(VideoError) -> [PacketRecord]? {
    let found: (records: [PacketRecord], sizes: [Int32])?
    if let fragments { found = try list(fragments.data) } else { found = try indexed(from: first) }
    guard let listed = found, listsAllPackets else { return nil }
    var squeezed = SqueezedTimes()
    for record in listed.records { squeezed.note(record.decode ?? 0) }
    guard !squeezed.areSome else { return nil }
    return arePictures(listed.sizes) { listed.records[$0].position } ? listed.records : nil
  }

  /// The same as a compact list, for a file whose packets are in one index; nil if the order of the frames needs more
  /// than the index says.
  ///
  /// - Parameter head: the first packets, as they were read.
  func listing(behind head: PacketTable) throws(VideoError) -> PacketListing? {
    guard fragments == nil, let stream, let first = head.records.first, let (times, shift) = delays(from: first) else {
      return nil
    }
    func record(_ number: Int) -> PacketRecord? {
      guard let entry = avformat_index_get_entry(stream, Int32(number))?.pointee else { return nil }
      return PacketRecord(entry, shown: entry.timestamp &+ Int64(times[number]) &+ shift)
    }
    var sizes: [Int32] = []
    guard let durations = try lastDurations(of: times.count, record), listsAllPackets,
      let listing = PacketListing(
        self, head: head, delays: times, shift: shift, lastDurations: durations,
        hasReordering: orderCheck.allowsReordering, sizes: &sizes),
      arePictures(sizes, { record($0)?.position ?? 0 }),
      head.records.indices.allSatisfy({ place in
        listing.record(place, stream).map { head.records[place].confirms($0) } ?? false
      })
    else { return nil }
    return listing
  }

  /// By how much each packet of the demuxer's index is shown after its decode timestamp, which the index lacks, and
  /// what an edit list adds to all of them.
  private func delays(from first: PacketRecord) -> (times: [Int32], shift: Int64)? {
    guard let stream else { return nil }
    let count = Int(avformat_index_get_entries_count(stream))
    guard count <= PacketTable.mostRecords, let presentation = first.presentation, let decode = first.decode,
      let times = SampleDelays.all(
        ofTrack: source.number(ofStream: streamIndex), count: count, allowed: tables.allowedDelays,
        reading: source.bytes(at:count:), size: source.fileSize)
    else { return nil }
    let (delay, overflows) = presentation.subtractingReportingOverflow(decode)
    return overflows ? nil : (times, delay.subtractingReportingOverflow(Int64(times[0])).partialValue)
  }

  /// The packets in the demuxer's index, with their sizes.
  private func indexed(
    from first: PacketRecord
  ) throws(VideoError) -> (records: [PacketRecord], sizes: [Int32])? {
    guard let stream, let (times, shift) = delays(from: first) else { return nil }
    var (records, sizes): ([PacketRecord], [Int32]) = ([], [])
    records.reserveCapacity(times.count)
    sizes.reserveCapacity(times.count)
    for number in times.indices {
      guard let entry = avformat_index_get_entry(stream, Int32(number))?.pointee, entry.pos >= 0, entry.size > 0 else {
        return nil
      }
      let (shown, overflows) = entry.timestamp.addingReportingOverflow(Int64(times[number]) &+ shift)
      guard !overflows else { return nil }
      records.append(PacketRecord(entry, shown: shown))
      sizes.append(entry.size)
    }
    guard let durations = try lastDurations(of: records.count, { records[$0] }) else { return nil }
    for (place, duration) in durations.enumerated() {
      records[records.count - durations.count + place].listDuration(duration)
    }
    let last = records.lazy.filter { $0.hiding.isEmpty }.max { $0.presentation ?? .min < $1.presentation ?? .min }
    return last?.duration ?? 0 > 0 ? (records, sizes) : nil
  }

  /// The durations of the last packets, as the demuxer gives them: the last picture is among these, and only its
  /// duration matters.
  ///
  /// - Returns: nil if the demuxer does not return exactly these packets.
  private func lastDurations(
    of count: Int, _ record: (Int) -> PacketRecord?
  ) throws(VideoError) -> [Int64]? {
    let first = max(0, count - PacketTable.margin)
    guard let start = record(first), let decode = start.decode,
      demuxer.seek(stream: streamIndex, toAnyPacketAt: decode)
    else { return nil }
    var durations: [Int64] = []
    var (hasBegun, isRight) = (false, true)
    let ends = try demuxer.list(from: [0..<Int64.max], into: packet) { packet in
      if let stream { tables.restore(packet, of: stream) }
      let raw = packet.pointer.pointee
      // The seek may land on earlier packets, since FFmpeg compares presentation timestamps.
      guard hasBegun || raw.pos == start.position else { return raw.dts < decode }
      hasBegun = true
      let listed = first + durations.count < count ? record(first + durations.count) : nil
      isRight = raw.pos == listed?.position && raw.pts == listed?.presentation
      if isRight { durations.append(max(0, duration(of: raw))) }
      return isRight
    }
    return ends && isRight && first + durations.count == count ? durations : nil
  }

  /// The duration of a packet in ticks: that of the table for the last ones of an ISO base media file that is in
  /// fragments, or whose pictures are out of order.
  ///
  /// For these FFmpeg has the rate in the stream's headers in place of it, which may be far from the pictures' rate, and
  /// another one as long as no packet was read.
  func duration(of packet: AVPacket) -> Int64 {
    // Finding the last fragment reads the heads of all: not for a packet that is far from the end.
    // The last picture may be in an earlier one than the last.
    if packet.pos > source.fileSize - Self.mostRead - Int64(packet.size), let fragments {
      return fragments.last?.duration ?? packet.duration
    }
    guard demuxer.tellsAllPackets(of: streamIndex), let stream else { return packet.duration }
    let first = max(0, avformat_index_get_entries_count(stream) - Int32(PacketTable.margin))
    guard let entry = avformat_index_get_entry(stream, first)?.pointee, packet.dts >= entry.timestamp else {
      return packet.duration
    }
    return tables.lastDuration ?? packet.duration
  }

  /// The packets of all fragments: the demuxer makes them from the headers, without their data, with the same
  /// timestamps as packets that are read. Their durations are not listed.
  private func list(_ data: [Range<Int64>]) throws(VideoError) -> (records: [PacketRecord], sizes: [Int32])? {
    var (records, sizes): ([PacketRecord], [Int32]) = ([], [])
    let isWhole = try demuxer.list(from: data, into: packet) { packet in
      let raw = packet.pointer.pointee
      guard records.count < PacketTable.mostRecords, Int(raw.stream_index) == streamIndex, raw.pos >= 0, raw.size > 0,
        raw.pts != FG_NO_TIMESTAMP, PacketSideData.all(of: packet).isEmpty
      else { return false }
      records.append(
        PacketRecord(
          listed: raw.pts, decode: raw.dts, position: raw.pos, duration: 0,
          isKeyframe: raw.flags & AV_PKT_FLAG_KEY != 0, isHidden: raw.flags & AV_PKT_FLAG_DISCARD != 0))
      sizes.append(raw.size)
      return true
    }
    return isWhole && !records.isEmpty ? (records, sizes) : nil
  }

  /// Whether the container's table has all packets of the stream, each of which should be one picture.
  var listsAllPackets: Bool {
    !isEncrypted && primer?.encoder == nil && holdsPicturesOnly
      && (fragments != nil || demuxer.tellsAllPackets(of: streamIndex))
  }

  /// Whether so many packets have more bytes than allowed: then listing all packets is cheaper than reading these.
  func isFar(_ packets: Int, over allowed: Int64 = mostRead) -> Bool {
    let count = stream.map { Int64(avformat_index_get_entries_count($0)) } ?? 0
    let (bytes, overflows) = Int64(packets).multipliedReportingOverflow(by: source.fileSize / max(1, count))
    return overflows || bytes > allowed
  }

  /// The approximate number of packets up to a tick, if they are spread evenly: it affects the cost of an answer only.
  func packets(through tick: Int64) -> Int {
    guard let stream, stream.pointee.duration > 0 else { return .max }
    let count = Double(avformat_index_get_entries_count(stream))
    return Int(min(count, max(0, Double(tick) / Double(stream.pointee.duration)) * count))
  }

  /// Up to this many bytes, packets are read rather than listed.
  static let mostRead: Int64 = 1 << 19
  /// The same when the frames of a time span are wanted.
  static let mostSpanned: Int64 = 8 << 20

  /// Whether each packet of normal size is one picture that is shown: not if the codec hides pictures, leaves them out,
  /// or splits them into fields.
  private var holdsPicturesOnly: Bool {
    guard let parameters = stream?.pointee.codecpar.pointee else { return false }
    switch classifier.starts?.syntax {
    case .h264: return SequenceParameters(parameters).map { $0.hasFramesOnly && !$0.allowsGaps } ?? false
    case .hevc:
      let bytes = UnsafeRawBufferPointer(start: parameters.extradata, count: Int(max(0, parameters.extradata_size)))
      return HEVCParameters(configuration: bytes).map { !$0.mayHidePictures } ?? false
    case .av1, .jpeg, .png, .intraOnly: return true
    default: return false
    }
  }

  /// Checks the packets that are too small to be trusted as pictures; false if one is no picture, or if there are too
  /// many.
  private func arePictures(_ sizes: [Int32], _ position: (Int) -> Int64) -> Bool {
    // The median of about a thousand sizes, spread evenly over the stream.
    let some = stride(from: 0, to: sizes.count, by: max(1, sizes.count / 1024)).map { sizes[$0] }.sorted()
    let least = max(Self.leastPicture, some[some.count / 2] / 16)
    let small = sizes.indices.filter { sizes[$0] < least }
    guard small.reduce(0, { $0 + Int(sizes[$1]) }) <= Self.mostLooked else { return false }
    return small.allSatisfy { index in
      source.bytes(at: position(index), count: Int(sizes[index])).withUnsafeBytes { bytes in
        let traits = classifier.traits(of: bytes, isFlagged: false)
        return bytes.count == sizes[index] && classifier.content(of: bytes) == .picture
          && traits.isDisjoint(with: [.hidden, .doubtful])
      }
    }
  }

  /// Packets with fewer bytes are checked before they count as pictures.
  private static let leastPicture: Int32 = 256
  /// The most bytes of such packets that are checked; with more, all packets are read.
  private static let mostLooked = 1 << 20
}
