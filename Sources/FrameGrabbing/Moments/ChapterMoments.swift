import Files
import Timeline
import Video

/// The chapters of a video as moments of their own.
extension Moment {
  /// The moments with `chapters` replaced by one for each chapter; in a video without chapters it stays, and fails
  /// later.
  ///
  /// - Throws: `GrabError` when there is no memory for so many.
  static func withChapters(
    _ moments: [Moment], of video: VideoFile, path: Path
  ) throws(GrabError) -> [Moment] {
    guard moments.contains(where: \.isChapters) else { return moments }
    let chapters = video.chapters
    guard !chapters.isEmpty else { return moments }
    let found = chapters.enumerated().map { Moment($1, number: $0 + 1, of: chapters.count) }
    return moments.flatMap { $0.isChapters ? found : [$0] }
  }

  /// The moment of a chapter, by its number from 1.
  ///
  /// A chapter that starts before t = 0, as the first one may, has its moment at t = 0.
  private init(_ chapter: Chapter, number: Int, of count: Int) {
    let title = SafeName.beginning(of: chapter.title ?? "", longest: SafeName.longestGiven)
    let digits = max(2, String(count).utf8.count)
    self.init(
      .time(.time(max(.zero, chapter.start))), text: "chapter \(number)",
      name: SafeName(String(title)) == nil ? "chapter-" + number.padded(to: digits) : String(title))
  }

  private var isChapters: Bool {
    if case .chapters = kind { return true }
    return false
  }
}
