/// What is to be reached: framegrab's cost against somebody else's, or by itself.
public struct Goal: Sendable {
  /// The words for people.
  public let title: String
  /// Where it is measured.
  let workload: String
  /// Who has to reach it.
  let contender: String
  /// What is compared.
  let kinds: [Cost.Kind]
  /// With whom.
  let rival: Rival
  /// The most that the ratio, or the cost itself in its unit, may be.
  let most: Double

  enum Rival: Sendable {
    case named(String)
    /// The one of these that takes least, among those whose pictures are right.
    case fastest([String])
    /// Nobody: it is the cost itself.
    case nobody
  }

  private init(
    _ title: String, _ workload: String, of contender: String = "framegrab", _ kinds: [Cost.Kind], _ rival: Rival,
    _ most: Double
  ) {
    (self.title, self.workload, self.contender) = (title, workload, contender)
    (self.kinds, self.rival, self.most) = (kinds, rival, most)
  }

  /// All there are.
  public static let all = [
    Goal("one grab at a keyframe", "keyframe", time, .named("ffmpeg -ss"), 0.35),
    Goal("one grab 120 frames into its GOP", "gop-120", time, .named("ffmpeg -ss"), 0.55),
    Goal("one grab 240 frames into its GOP", "gop-240", time, .named("ffmpeg -ss"), 0.55),
    Goal("one grab amid two hours of mp4", "film-mp4", time, .named("ffmpeg -ss"), 0.6),
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
    Goal("memory in MiB, one grab, 1080p", "gop-240", [.memory], .nobody, 80),
    Goal("memory in MiB, two workers, 1080p", "all", of: "framegrab -j 2", [.memory], .nobody, 130),
  ]

  private static let time: [Cost.Kind] = [.cpu, .wall]

  /// What became of a goal.
  public struct Answer: Sendable {
    /// The goal's words.
    public let title: String
    /// What was compared.
    public let kind: Cost.Kind
    /// With whom; nil for the cost itself.
    public let rival: String?
    /// The median of the ratios, or of the costs.
    public let value: Double
    /// The most that it may be.
    public let most: Double
    /// Whether it is no more than that.
    public var isMet: Bool { value <= most }
  }

  /// Compares with what came of the workloads; goals whose contenders did not take part have no answer.
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
