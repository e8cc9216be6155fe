import CFFmpeg

/// The packets of a stream as the container's table lists them, none of which is read.
///
/// An ISO base media file gives place, size, times and keyframe flag of all samples in its header, or in those of its
/// fragments. FFmpeg's demuxer
/// makes packets of them without their data, so that times and durations are those of packets that are read. What the
/// table says is believed until a packet that is read says something else (`ContainerTable.confirm`).
extension PacketReader {
  /// All packets from the first on; nil if the container has no such table, or if it is not certain that each packet
  /// is one picture that is shown.
  ///
  /// The reader has to stand at the first packet; where it stands afterwards is not known.
  func listedPackets() throws(VideoError) -> [PacketRecord]? {
    guard let stream else { return nil }
    let count = fragments == nil ? Int(avformat_index_get_entries_count(stream)) : nil
    guard count ?? 0 <= PacketTable.mostRecords else { return nil }
    var (records, sizes): ([PacketRecord], [Int]) = ([], [])
    records.reserveCapacity(count ?? 0)
    sizes.reserveCapacity(count ?? 0)
    let isWhole = try demuxer.list(count, from: fragments ?? [0..<Int64.max], into: packet) { packet in
      let raw = packet.pointer.pointee
      guard records.count < PacketTable.mostRecords, Int(raw.stream_index) == streamIndex, raw.pos >= 0, raw.size > 0,
        raw.pts != FG_NO_TIMESTAMP
      else {
        return false
      }
      records.append(PacketRecord(listed: packet, hasDuration: count != nil))
      sizes.append(Int(raw.size))
      return true
    }
    guard isWhole, listsAllPackets, records.allSatisfy({ $0.settings.isEmpty }) else { return nil }
    return arePictures(records, sizes) ? records : nil
  }

  /// Whether the container's table has all packets of the stream, each of which should be one picture.
  var listsAllPackets: Bool {
    !isEncrypted && primer?.encoder == nil && holdsPicturesOnly
      && (fragments != nil || demuxer.tellsAllPackets(of: streamIndex))
  }

  /// Whether so many packets have more bytes than allowed, so that all are listed rather than to read these.
  func isFar(_ packets: Int, over allowed: Int64 = mostRead) -> Bool {
    let count = stream.map { Int64(avformat_index_get_entries_count($0)) } ?? 0
    let (bytes, overflows) = Int64(packets).multipliedReportingOverflow(by: source.fileSize / max(1, count))
    return overflows || bytes > allowed
  }

  /// About how many packets there are up to a tick, if they are spread evenly: only the way to an answer depends on it.
  func packets(through tick: Int64) -> Int {
    guard let stream, stream.pointee.duration > 0 else { return .max }
    let count = Double(avformat_index_get_entries_count(stream))
    return Int(min(count, max(0, Double(tick) / Double(stream.pointee.duration)) * count))
  }

  /// Bytes that are read rather than to list all packets.
  static let mostRead: Int64 = 1 << 19
  /// The same of a span.
  static let mostSpanned: Int64 = 8 << 20

  /// Whether a packet of the stream is one picture that is shown, unless it is very small: not of codecs that hide
  /// pictures, leave them out, or split them into fields.
  private var holdsPicturesOnly: Bool {
    guard let parameters = stream?.pointee.codecpar.pointee else { return false }
    switch classifier.starts?.syntax {
    case .h264: return SequenceParameters(parameters).map { $0.hasFramesOnly && !$0.allowsGaps } ?? false
    case .hevc:
      let bytes = UnsafeRawBufferPointer(start: parameters.extradata, count: Int(max(0, parameters.extradata_size)))
      return HEVCParameters(configuration: bytes).map { !$0.mayHidePictures } ?? false
    case .av1, .jpeg, .intraOnly: return true
    default: return false
    }
  }

  /// Looks at the packets that are so small that they may be no pictures; false if one is none, or if there are too many
  /// of them.
  private func arePictures(_ records: [PacketRecord], _ sizes: [Int]) -> Bool {
    let median = sizes.sorted()[sizes.count / 2]
    let small = sizes.indices.filter { sizes[$0] < max(Self.leastPicture, median / 16) }
    guard small.reduce(0, { $0 + sizes[$1] }) <= Self.mostLooked else { return false }
    return small.allSatisfy { index in
      source.bytes(at: records[index].position, count: sizes[index]).withUnsafeBytes { bytes in
        let traits = classifier.traits(of: bytes, isFlagged: false)
        return bytes.count == sizes[index] && classifier.content(of: bytes) == .picture
          && traits.isDisjoint(with: [.hidden, .doubtful])
      }
    }
  }

  /// Bytes of a packet that is too small to be taken for a picture unseen.
  private static let leastPicture = 256
  /// Bytes of such packets that are looked at; with more of them, all packets are read.
  private static let mostLooked = 1 << 20
}
