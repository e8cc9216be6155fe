import CFFmpeg
import Timeline

/// When a file and each of its streams end by what the container's header says, in absolute seconds of the file.
struct ClaimedEnds {
  private let file: Rational?
  private let streams: [Rational?]

  fileprivate init(file: Rational?, streams: [Rational?]) {
    (self.file, self.streams) = (file, streams)
  }

  /// The end of a stream: by its own tag, as Matroska's writers give it, else by its own length, else by the file's.
  func end(of stream: Int, tag: String?) -> Rational? {
    if let tag, let end = Self.seconds(in: tag) { return end }
    return streams.indices.contains(stream) ? streams[stream] ?? file : file
  }

  /// `HH:MM:SS.fffffffff`, above 0.
  private static func seconds(in tag: String) -> Rational? {
    guard case .time(let end)? = try? TimeSpecification(parsing: tag), end > .zero else { return nil }
    return end
  }
}

extension Demuxer {
  /// What the header says, before anything is read to complete it.
  var claimedEnds: ClaimedEnds {
    // Of ISO base media files it is the index that tells; with fragments the header speaks of a part.
    guard !hasIndexFirst else { return ClaimedEnds(file: nil, streams: []) }
    let microseconds = context.pointee.duration
    let file = microseconds > 0 ? Rational(microseconds, Int64(AV_TIME_BASE)) : nil
    var streams: [Rational?] = []
    for index in 0..<streamCount { streams.append(claimedEnd(of: index)) }
    return ClaimedEnds(file: file, streams: streams)
  }

  private func claimedEnd(of index: Int) -> Rational? {
    guard let stream = stream(index),
      let base = TimeBase(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
    else { return nil }
    // AVI's header has the number of its frames, each of which is a tick.
    let isAVI = formatName == "avi" && isVideo(index)
    let length = isAVI ? stream.pointee.nb_frames : stream.pointee.duration
    guard length > 0 else { return nil }
    let start = stream.pointee.start_time == FG_NO_TIMESTAMP ? 0 : stream.pointee.start_time
    let (end, overflow) = start.addingReportingOverflow(length)
    return overflow ? nil : base.seconds(ofTicks: end)
  }

  /// The end of the file by what stands among its first packets, as in FLV; nil where probing worked it out by itself.
  var lateClaim: Rational? {
    guard !hasIndexFirst, context.pointee.duration > 0,
      context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
    else { return nil }
    return Rational(context.pointee.duration, Int64(AV_TIME_BASE))
  }

  /// A tag of a stream.
  func tag(_ key: String, of index: Int) -> String? { tagText(key, in: stream(index)?.pointee.metadata) }
}
