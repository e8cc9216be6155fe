import Foundation
import TestSupport

/// How fast the scrubbing screen follows a hand, beside its goals: blocks at 178 × 50 cells, 1080p H.264.
public struct ScrubBench {
  /// The name by which it is chosen, as a workload is.
  public static let name = "scrub"
  /// What it measures.
  public static let title = "a drag on the scrubbing screen, 1080p H.264, keyframe every 250 and every 30"

  private let setting: Setting

  /// Prepares the measurement.
  public init(_ setting: Setting) {
    self.setting = setting
  }

  /// Measures a video with a keyframe every 250 frames and one every 30; the tables.
  ///
  /// `note` gets a message about anything that is left out. Throws when the program cannot be started, or does not
  /// show a picture.
  public func run(note: (String) -> Void) throws -> [String] {
    guard setting.has(.option("--scrub")) else {
      note("\(Self.name) is left out: there is no framegrab --scrub")
      return []
    }
    return try [(Clip.hd, 250), (.short, 30)].compactMap { clip, distance in
      guard setting.make(clip, note: note) else {
        note("\(Self.name) is left out: there is no \(clip.name)")
        return nil
      }
      return Self.table(try figures(of: clip), distance)
    }
  }

  private func figures(of clip: Clip) throws -> ScrubSession.Figures {
    let (path, cache, output) = (
      setting.folder.appending(component: clip.name).path(percentEncoded: false),
      setting.folder.appending(component: "cache-scrub"), setting.folder.appending(component: "scrub.png")
    )
    defer { for file in [cache, output] { try? FileManager.default.removeItem(at: file) } }
    let words = [
      setting.framegrab, path, "-y", "-o", output.path(percentEncoded: false), "--cache",
      cache.path(percentEncoded: false),
    ]
    // The index is kept by this, and the program and the video are in memory.
    let indexed = try TestSupport.run(words + ["--frame", "0"])
    guard indexed.status == 0 else { throw BenchFault(description: indexed.stderr) }
    return try ScrubSession(words + ["--scrub", "--view", "blocks"], clip, rests: 2 * setting.rounds).run()
  }

  /// The figures beside the goals; `distance` is that of keyframes.
  static func table(_ figures: ScrubSession.Figures, _ distance: Int) -> String {
    let isFar = distance > 100
    var rows = [["", "p50", "p95", "goals", ""]]
    func add(_ title: String, _ list: [Double], _ goals: (Double, Double)?) {
      let (half, most) = (list.quantile(0.5), list.quantile(0.95))
      let isMet = goals.map { (half ?? .infinity) <= $0.0 && (most ?? .infinity) <= $0.1 }
      rows.append([
        title, text(half), text(most), goals.map { "\(text($0.0)) / \(text($0.1))" } ?? "",
        isMet.map { $0 ? "met" : "NOT MET" } ?? "",
      ])
    }
    add("report → label and knob, ms", figures.labels, (2, 8))
    add("→ nearer picture, sweeping, ms", figures.pictures, isFar ? (50, 120) : nil)
    add("→ exact picture after the hand rests, ms", figures.rests, isFar ? (350, 800) : (60, 150))
    add("→ exact picture, slow drag forwards, ms", figures.slow, (12, 30))
    add("→ exact picture, back again, ms", figures.back, (12, 30))
    add("first picture of an indexed file, ms", [figures.start], (250, 250))
    add("processors while dragging", [figures.cores], (1.2, 1.2))
    add("wake-ups a minute while idle", [figures.wakeUps], (0, 0))
    add("MiB, all processes", [figures.memory], nil)
    if figures.missed > 0 { rows.append(["inputs without an effect", "\(figures.missed)", "", "", ""]) }
    return "scrub: keyframe every \(distance) frames\n" + ResultText.aligned(rows, texts: [0, 4])
  }

  private static func text(_ number: Double?) -> String { number.map { ResultText.fixed($0, 1) } ?? "-" }
}

extension [Double] {
  /// The smallest number that at least this share of all numbers does not exceed; nil without any.
  func quantile(_ share: Double) -> Double? {
    guard !isEmpty else { return nil }
    let rank = Int((share * Double(count)).rounded(.up))
    return sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
  }
}
