/// A goal: a limit for framegrab's cost relative to another program's, or absolute.
public struct Goal: Sendable {
  /// The title for people.
  public let title: String
  /// The workload in which it is measured.
  let workload: String
  /// The contender that has to reach it.
  let contender: String
  /// The costs that are compared.
  let kinds: [Cost.Kind]
  /// What it is compared with.
  let rival: Rival
  /// The upper limit of the ratio, or of the cost itself in its unit.
  let most: Double

  enum Rival: Sendable {
    case named(String)
    /// The fastest of these whose pictures are right.
    case fastest([String])
    /// None: the cost itself is limited.
    case nobody
  }

  private init(
    _ title: String, _ workload: String, of contender: String = "framegrab", _ kinds: [Cost.Kind], _ rival: Rival,
    _ most: Double
  ) {
    (self.title, self.workload, self.contender) = (title, workload, contender)
    (self.kinds, self.rival, self.most) = (kinds, rival, most)
  }

  /// All goals.
  public static let all = [
    Goal("one grab at a keyframe", "keyframe", time, .named("ffmpeg -ss"), 0.35),
    Goal("one grab 120 frames into its GOP", "gop-120", time, .named("ffmpeg -ss"), 0.55),
    Goal("one grab 240 frames into its GOP", "gop-240", time, .named("ffmpeg -ss"), 0.55),
    Goal("one grab amid two hours of mp4", "film-mp4", time, .named("ffmpeg -ss"), 0.6),
    Goal("50 % of two hours of mp4", "half-mp4", [.cpu], .named("framegrab, by time"), 1.15),
    Goal("50 % of two hours of Matroska", "half-mkv", [.cpu], .named("framegrab, by time"), 1.15),
    Goal("a report, two hours of mp4", "report-mp4", [.cpu], .named("framegrab, by time"), 1.15),
    Goal("a report, two hours of Matroska", "report-mkv", [.cpu], .named("framegrab, by time"), 1.15),
    Goal("by number, two hours of mp4", "number-mp4", [.cpu], .named("framegrab, by time"), 1.2),
    Goal("bytes read, 50 % of two hours of mp4", "half-mp4", [.read], .nobody, 12e6),
    Goal("bytes read, 50 % of two hours of Matroska", "half-mkv", [.read], .nobody, 12e6),
    Goal("bytes read, a report, two hours of mp4", "report-mp4", [.read], .nobody, 12e6),
    own("the start", "start", .nobody, 5),
    own("one grab at a keyframe, 480p", "sd-keyframe", peer, 0.28),
    own("one grab at a keyframe, 1080p", "keyframe", peer, 0.25),
    own("one grab at a keyframe, 1080p", "keyframe", peer, 0.27, [.wall]),
    own("one grab 5 frames after a keyframe, Matroska", "mkv-keyframe", peer, 0.27),
    own("one grab 60 frames into its GOP, 4K", "4k", floor, 1.06),
    own("one grab 120 frames into its GOP", "gop-120", peer, 0.5, time),
    own("one grab 240 frames into its GOP", "gop-240", peer, 0.5, time),
    own("120 frames, x264's defaults", "x264-120", floor, 1.06),
    own("240 frames, x264's defaults", "x264-240", floor, 1.06),
    own("120 frames, no B pictures", "no-b-120", floor, 1.06),
    own("60 frames, VP9", "vp9", peer, 0.9),
    own("90 frames, SVT-AV1", "svt-90", peer, 0.5),
    own("90 frames, SVT-AV1", "svt-90", peer, 0.4, [.wall]),
    own("one grab amid two hours of mp4", "film-mp4", peer, 0.5),
    own("one grab amid two hours of Matroska", "film-mkv", peer, 0.65),
    own("one grab amid two hours of MPEG-TS", "film-ts", peer, 1),
    own("one grab amid ten hours of mp4", "ten-hours", peer, 0.25),
    own("all 300 frames", "all", peer, 0.45),
    own("all frames of a small drawing", "drawn", peer, 0.9),
    own("memory in MiB, one grab, 1080p", "keyframe", .nobody, 40, [.memory]),
    Goal("PNG, as from a camera", "png", [.cpu], .named("ffmpeg's encoder"), 1 / 8),
    Goal("PNG, as from a camera", "png", [.bytes], .named("ffmpeg's encoder"), 0.7),
    Goal("PNG, as from a camera", "png", [.cpu], .named("libpng"), 1 / 20),
    Goal("PNG, as from a camera", "png", [.bytes], .named("libpng"), 1.08),
    Goal("PNG as small as it gets", "png-small", of: "framegrab small", [.cpu], .named("libpng level 9"), 1 / 4),
    Goal("PNG as small as it gets", "png-small", of: "framegrab small", [.bytes], .named("libpng level 9"), 1),
    Goal("PNG of a terminal", "png-screen", [.cpu], .named("ffmpeg's encoder"), 1 / 4),
    Goal("PNG of a terminal", "png-screen", [.bytes], .named("ffmpeg's encoder"), 1.05),
    Goal(
      "100 random frames", "random", time, .fastest(["ffmpeg select", "PyAV", "OpenCV", "decord", "torchcodec"]), 1 / 2),
    Goal("all 300 frames", "all", time, .named("ffmpeg fast PNG"), 1 / 2),
    Goal("all 300 frames", "all", time, .named("ffmpeg"), 1 / 4.5),
    Goal("a frame every minute of two hours", "minutes", time, .fastest(["PyAV", "OpenCV", "torchcodec"]), 1 / 2),
    Goal("a sheet, a tile each ten seconds", "sheet", [.cpu], .named("ffmpeg tile"), 0.3),
    Goal("a sheet, with two cores", "sheet", [.wall], .named("framegrab -j 1"), 0.6),
    Goal("a sheet beside its samples", "sheet", [.cpu], .named("framegrab --raw"), 1.1),
    Goal("a sheet without a blank tile", "sheet", of: "framegrab --skip-blank", [.cpu], .named("framegrab"), 1.03),
    Goal("a sheet of keyframes", "sheet-keyframes", [.cpu], .named("ffmpeg tile"), 0.6),
    Goal("memory in MiB, one grab, 1080p", "gop-240", [.memory], .nobody, 80),
    Goal("memory in MiB, two workers, 1080p", "all", of: "framegrab -j 2", [.memory], .nobody, 130),
  ]

  private static let time: [Cost.Kind] = [.cpu, .wall]
  /// What the self-contained build is compared with: another static build, and its own FFmpeg alone.
  private static let peer = Rival.named("static ffmpeg")
  private static let floor = Rival.named(Contender.selfContained("floor"))

  /// A goal of the self-contained build.
  private static func own(
    _ title: String, _ workload: String, _ rival: Rival, _ most: Double, _ kinds: [Cost.Kind] = [.cpu]
  ) -> Goal {
    Goal(title + ", self-contained", workload, of: Contender.selfContained("framegrab"), kinds, rival, most)
  }

  /// The result of a goal.
  public struct Answer: Sendable {
    /// The goal's title.
    public let title: String
    /// The cost that was compared.
    public let kind: Cost.Kind
    /// The program it was compared with; nil for the cost itself.
    public let rival: String?
    /// The median of the ratios, or of the costs.
    public let value: Double
    /// The upper limit.
    public let most: Double
    /// Whether the value is within the limit.
    public var isMet: Bool { value <= most }
  }

  /// Compares the results of the workloads; goals whose contenders did not take part have no answer.
  public func answers(in results: [Contest.Result]) -> [Answer] {
    guard let outcomes = results.first(where: { $0.workload.name == workload })?.outcomes,
      let mine = outcomes.first(where: { $0.contender == contender }), mine.verdict == .right
    else { return [] }
    return kinds.compactMap { kind in
      switch rival {
      case .nobody:
        return mine.costs.median(of: kind).map {
          Answer(title: title, kind: kind, rival: nil, value: $0, most: most)
        }
      case .named(let name): return answer(mine, outcomes.first { $0.contender == name }, kind)
      case .fastest(let names):
        let able = outcomes.filter { names.contains($0.contender) && $0.verdict == .right && $0.isExact }
        let best = able.min { ($0.costs.median(of: kind) ?? .infinity) < ($1.costs.median(of: kind) ?? .infinity) }
        return answer(mine, best, kind)
      }
    }
  }

  private func answer(_ mine: Contest.Outcome, _ other: Contest.Outcome?, _ kind: Cost.Kind) -> Answer? {
    guard let other, let ratio = mine.costs.ratio(of: kind, to: other.costs) else { return nil }
    return Answer(title: title, kind: kind, rival: other.contender, value: ratio, most: most)
  }
}
