import CFFmpeg
public import Timeline

/// A chapter of a video, as its container lists it.
public struct Chapter: Hashable, Sendable {
  /// When it starts, in seconds.
  public let start: Rational
  /// Its title as written in the file, unchecked; nil if it has none.
  public let title: String?

  /// Makes a chapter.
  public init(start: Rational, title: String?) {
    (self.start, self.title) = (start, title)
  }
}

extension Chapter {
  /// The chapters of a file, in the container's order (`AVFormatContext.chapters`); one whose start is unknown is left
  /// out. Those of Matroska are the default edition's.
  static func all(in demuxer: borrowing Demuxer) throws(VideoError) -> [Chapter] {
    let source = demuxer.source.takeUnretainedValue()
    if demuxer.container.isOneElement, let shown = MatroskaChapters.all(reading: source.bytes(at:count:)) {
      return shown.map { Chapter(start: Rational($0.start, 1_000_000_000) ?? .zero, title: $0.title) }
    }
    let count = Int(demuxer.context.pointee.nb_chapters)
    guard count > 0, let list = demuxer.context.pointee.chapters else { return [] }
    var chapters: [Chapter] = []
    for number in 0..<count {
      guard let chapter = list[number]?.pointee, chapter.start != FG_NO_TIMESTAMP,
        let base = TimeBase(Int64(chapter.time_base.num), Int64(chapter.time_base.den)),
        let start = base.seconds(ofTicks: chapter.start)
      else { continue }
      chapters.append(Chapter(start: start, title: tagText("title", in: chapter.metadata)))
    }
    return chapters
  }
}
