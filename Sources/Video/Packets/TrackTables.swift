/// What an ISO base media file says of a track, each fact read when it is asked for.
final class TrackTables {
  private let source: ByteSource
  private let track: Int
  private let container: Container

  init(of source: ByteSource, stream: Int, _ container: Container) {
    (self.source, self.container) = (source, container)
    track = source.number(ofStream: stream)
  }

  /// What the table gives as the last duration (`SampleDelays.lastDuration`).
  private(set) lazy var lastDuration = SampleDelays.lastDuration(
    ofTrack: track, reading: source.bytes(at:count:), size: source.fileSize)

  /// The fragments; nil if there are none, or if the file is cut off.
  private(set) lazy var fragments: MovieFragments? =
    container.hasIndexFirst && MovieBoxes(reading: source.bytes(at:count:)).hasFragments
    ? MovieFragments(ofTrack: track, reading: source.bytes(at:count:), size: source.fileSize) : nil
}
