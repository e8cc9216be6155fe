import CFFmpeg

/// What the tables of a container say of a track, each fact read when it is asked for: those of an ISO base media file.
final class TrackTables {
  private let source: ByteSource
  private let track: Int
  private let (isMovie, isFragmented): (Bool, Bool)
  private let lostDelays: LostDelays?

  /// - Throws: ``VideoError`` if FFmpeg does not read all samples as they are described.
  init(of source: ByteSource, _ stream: UnsafePointer<AVStream>, _ container: Container) throws(VideoError) {
    self.source = source
    track = source.number(ofStream: Int(stream.pointee.index))
    isMovie = container.hasIndexFirst
    isFragmented = isMovie && source.hasFragments
    lostDelays = isMovie && source.log.tellsOfLostDelays ? try LostDelays(ofTrack: track, stream, source) : nil
    if container.isOneElement,
      let place = JoinedSegments.misread(reading: source.bytes(at:count:), size: source.fileSize)
    {
      throw VideoError("opening the decoder", .joinedFilms(place))
    }
    guard container.hasIndexFirst else { return }
    try SampleDescriptions.check(track, source.bytes(at:count:), source.fileSize)
    if isFragmented, source.log.tellsOfSecondIndex, let place = joints?.misread {
      throw VideoError("opening the decoder", .joinedFilms(place))
    }
  }

  /// What the table gives as the last duration (`SampleDelays.lastDuration`).
  private(set) lazy var lastDuration = SampleDelays.lastDuration(
    ofTrack: track, reading: source.bytes(at:count:), size: source.fileSize)

  /// Whether the edit list has what FFmpeg does not apply.
  private(set) lazy var leavesOutEdits =
    isMovie && EditList.isMisread(ofTrack: track, reading: source.bytes(at:count:), size: source.fileSize)

  /// Where a movie begins that is not read, since another one precedes it.
  private(set) lazy var nextMovie =
    isMovie ? MovieBoxes.another(reading: source.bytes(at:count:), size: source.fileSize) : nil

  private lazy var boxes = isFragmented ? FragmentBoxes(reading: source.bytes(at:count:), size: source.fileSize) : nil
  private lazy var joints = boxes.map { FragmentJoints($0, ofTrack: track, reading: source.bytes(at:count:)) }

  /// The fragments; nil if there are none, or if the file is cut off.
  private(set) lazy var fragments: MovieFragments? = boxes.flatMap {
    MovieFragments($0, ofTrack: track, reading: source.bytes(at:count:), size: source.fileSize)
  }

  /// Whether a fragmented file ends within a box, or with what is none.
  var endsInBox: Bool { boxes?.cut != nil }

  /// Ticks by which FFmpeg gives the track's pictures too late (`FragmentDelays.lateness`).
  func lateness(lead: Int64) -> Int64 {
    guard isFragmented else { return 0 }
    return FragmentDelays.lateness(ofTrack: track, lead: lead, reading: source.bytes(at:count:), size: source.fileSize)
  }

  /// The delays that a table of samples may have, as FFmpeg reads it or `restore` does.
  var allowedDelays: ClosedRange<Int32> { lostDelays == nil ? SampleDelays.longest : 0...Int32.max }

  /// Gives a packet the time that FFmpeg left out, and shows one of a fragment at which time starts anew: FFmpeg marks it as not to be shown, because it has times that
  /// there were before (`AV_PKT_FLAG_DISCARD`).
  func restore(_ packet: borrowing Packet, of stream: UnsafePointer<AVStream>) {
    lostDelays?.restore(packet, of: stream)
    guard isFragmented, packet.pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0,
      joints?.beginsAnew(at: packet.pointer.pointee.pos) ?? false
    else { return }
    packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD
  }
}
