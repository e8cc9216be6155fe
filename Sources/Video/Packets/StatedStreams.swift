import CFFmpeg

/// Opening a file without probing its streams, which reads packets and decodes pictures and costs as much as the whole
/// grab.
enum StatedStreams {
  /// Whether the container itself gives what decoding needs: size, codec, time base and decode timestamps.
  /// True for ISO base media files, and for Matroska files with enough in their header, with one video stream.
  /// packets.
  static func suffice(in demuxer: borrowing Demuxer, stream wanted: Int?) -> Bool {
    let container = demuxer.container
    guard container.hasIndexFirst || container.isOneElement else { return false }
    var videos: [Int] = []
    var tellsSound = true
    for index in 0..<demuxer.streamCount {
      let isCover = demuxer.isAttachedPicture(index)
      if demuxer.isVideo(index), !isCover { videos.append(index) }
      if let parameters = demuxer.stream(index)?.pointee.codecpar, parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO {
        tellsSound = tellsSound && SoundStart.isStated(parameters.pointee.codec_id) && !hasCues(demuxer.stream(index))
      }
    }
    guard let only = videos.first, videos.count == 1, wanted == nil || wanted == only,
      let stream = demuxer.stream(only)?.pointee, let parameters = stream.codecpar?.pointee,
      parameters.codec_id != AV_CODEC_ID_NONE, parameters.width > 0, parameters.height > 0
    else { return false }
    let isEncrypted = demuxer.tag("enc_key_id", of: only) != nil
    return container.hasIndexFirst
      || tellsSound && !isEncrypted && tellsPicture(stream, parameters)
        && (parameters.codec_id == AV_CODEC_ID_H264 || !hasCues(demuxer.stream(only)))
  }

  /// Whether the index has entries before any packet is read: then `list` might find a timestamp there that FFmpeg made
  /// up. For H.264 it makes up none.
  private static func hasCues(_ stream: UnsafeMutablePointer<AVStream>?) -> Bool {
    stream.map { avformat_index_get_entries_count($0) } ?? 0 > 0
  }

  /// Whether a Matroska header gives a stream's reorder depth, sample aspect ratio and frame duration; a stream written
  /// for another container (`V_MS/VFW/FOURCC`) has a codec tag.
  private static func tellsPicture(_ stream: AVStream, _ parameters: AVCodecParameters) -> Bool {
    depth(parameters) != nil && parameters.codec_tag == 0 && stream.sample_aspect_ratio.num > 0
      && stream.avg_frame_rate.num > 0 && stream.r_frame_rate.num > 0
  }

  /// The reorder depth, if it is known without probing: for H.264, if all parameter sets state it (ITU-T H.264, E.2.1);
  /// 0 for VP9. For other codecs FFmpeg finds it by opening the decoder, without decoding, so probing them is cheap.
  private static func depth(_ parameters: AVCodecParameters) -> Int? {
    switch parameters.codec_id {
    case AV_CODEC_ID_H264 where parameters.extradata?.pointee == 1: SequenceParameters(parameters)?.reorderDepth
    case AV_CODEC_ID_VP9: 0
    default: nil
    }
  }

  /// Completes Matroska's streams from the header alone: FFmpeg computes decode timestamps from the reorder depth, as
  /// after probing.
  ///
  /// This is a probe of zero bytes (`avformat_find_stream_info`), which decodes nothing. It opens no decoder for a
  /// stream with a format, so each gets a format meanwhile, except Vorbis and Opus, whose decoders complete the sample
  /// rate.
  static func take(of demuxer: borrowing Demuxer) throws(VideoError) {
    var given: [UnsafeMutablePointer<AVStream>] = []
    for index in 0..<demuxer.streamCount {
      guard let stream = demuxer.stream(index), let parameters = stream.pointee.codecpar, parameters.pointee.format < 0
      else { continue }
      guard parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO || SoundStart.isInPackets(parameters.pointee.codec_id)
      else { continue }
      parameters.pointee.format = 0
      parameters.pointee.video_delay = Int32(clamping: depth(parameters.pointee) ?? 0)
      given.append(stream)
    }
    let context = demuxer.context
    let size = context.pointee.probesize
    context.pointee.probesize = 0
    defer {
      context.pointee.probesize = size
      for stream in given { stream.pointee.codecpar.pointee.format = -1 }
    }
    _ = try demuxer.probeStreams(pixels: 0)
  }

  /// Whether a packet's timestamp is that of its block, which Matroska's demuxer adds to its index. For a first block
  /// before 0 FFmpeg makes one up, and corrects it only in packets that were read for probing.
  static func list(_ packet: borrowing Packet, of stream: UnsafeMutablePointer<AVStream>?) -> Bool {
    guard let stream else { return false }
    let time = packet.pointer.pointee.pts
    return avformat_index_get_entry_from_timestamp(stream, time, AVSEEK_FLAG_ANY)?.pointee.timestamp == time
  }
}
