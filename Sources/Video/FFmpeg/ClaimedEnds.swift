import CFFmpeg
import Timeline

/// The ends of a file and of each of its streams as given in the container's header, in absolute seconds of the file.
struct ClaimedEnds {
  private let file: Rational?
  private let streams: [Rational?]

  /// Reads the header's values before probing completes them.
  init(_ demuxer: borrowing Demuxer) {
    // In ISO base media files the index gives more, and with fragments the header has the length of the first part
    // only.
    guard !demuxer.container.hasIndexFirst, !demuxer.container.endsAsFound else {
      (file, streams) = (nil, [])
      return
    }
    let microseconds = demuxer.context.pointee.duration
    file = microseconds > 0 ? Rational(microseconds, Int64(AV_TIME_BASE)) : nil
    var streams: [Rational?] = []
    for index in 0..<demuxer.streamCount {
      let countsFrames = demuxer.container.countsPlaces && demuxer.isVideo(index)
      demuxer.stream(index).map { Self.dropUnfinishedCount($0, of: demuxer.container) }
      streams.append(demuxer.stream(index).flatMap { Self.end(of: $0, countsFrames: countsFrames) })
    }
    self.streams = streams
  }

  /// Forgets the number of frames that FFmpeg's writers of AVI and IVF put down before they know it, and never correct in a
  /// pipe.
  private static func dropUnfinishedCount(_ stream: UnsafeMutablePointer<AVStream>, of container: Container) {
    let isUnfinished =
      switch container.name {
      case "avi": stream.pointee.nb_frames == 1 << 30
      case "ivf": stream.pointee.duration == Int64(UInt32.max)
      default: false
      }
    if isUnfinished { (stream.pointee.nb_frames, stream.pointee.duration) = (0, FG_NO_TIMESTAMP) }
  }

  /// The end of a stream: from its own tag, as written by Matroska's writers, else from its own length, else from the
  /// file's.
  func end(of stream: Int, in demuxer: borrowing Demuxer, _ tail: ContainerTail) -> Rational? {
    if let end = demuxer.tag("DURATION", of: stream).flatMap(Self.seconds) { return end }
    return (streams.indices.contains(stream) ? streams[stream] : nil) ?? file ?? Self.late(demuxer, tail)
  }

  /// The end of the file from its first packets, as in FLV; nil if probing worked it out itself. FFmpeg does not believe
  /// the header of an ASF file with another size than it says.
  private static func late(_ demuxer: borrowing Demuxer, _ tail: ContainerTail) -> Rational? {
    if demuxer.container.name == "asf" { return tail.endOfASF.flatMap { Rational($0, 1000) } }
    let context = demuxer.context
    guard !demuxer.container.hasIndexFirst, !demuxer.container.endsAsFound, context.pointee.duration > 0,
      context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
    else { return nil }
    return Rational(context.pointee.duration, Int64(AV_TIME_BASE))
  }

  /// `HH:MM:SS.fffffffff`, above 0.
  private static func seconds(in tag: String) -> Rational? {
    guard case .time(let end)? = try? TimeSpecification(parsing: tag), end > .zero else { return nil }
    return end
  }

  /// - Parameter countsFrames: whether the header has the number of frames, each one tick long.
  private static func end(of stream: UnsafeMutablePointer<AVStream>, countsFrames: Bool) -> Rational? {
    guard let base = TimeBase(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den)) else {
      return nil
    }
    let length = countsFrames ? stream.pointee.nb_frames : stream.pointee.duration
    guard length > 0 else { return nil }
    let start = stream.pointee.start_time == FG_NO_TIMESTAMP ? 0 : stream.pointee.start_time
    let (end, overflow) = start.addingReportingOverflow(length)
    return overflow ? nil : base.seconds(ofTicks: end)
  }
}
