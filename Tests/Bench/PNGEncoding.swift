/// Encoding PNG files, and nothing else.
extension Workload {
  static let png = [
    Workload(
      "png", "PNG alone, eight frames as from a camera, 1080p", .hd, frames: natural, startsFromPixels: true,
      [.framegrabEncoder(natural), .ffmpegEncoder, .libpng(level: 0)]),
    Workload(
      "png-small", "PNG alone, as small as it gets, the same frames", .hd, frames: natural, startsFromPixels: true,
      [.framegrabEncoder(natural, "small"), .libpng(level: 9)]),
    Workload(
      "png-screen", "PNG alone, eight frames of a terminal, 1080p", .screen, frames: terminal, startsFromPixels: true,
      [.framegrabEncoder(terminal), .ffmpegEncoder, .libpng(level: 0)]),
  ]

  // Distributed over the groups of 250 frames, so that keyframes, which are sharper than other frames, are rare.
  private static let natural = (0..<8).map { 221 * $0 + 50 }
  private static let terminal = (0..<8).map { 15 * $0 }
}

extension Contender {
  /// The PNG stage of a grab, by --timings.
  fileprivate static func framegrabEncoder(_ frames: [Int], _ compression: String? = nil) -> Contender {
    let words =
      [Place.framegrab, Place.clip, "-o", Place.output + "/{index:06}.png", "--no-cache", "--json", "--timings"]
      + frames.flatMap { ["--frame", "\($0)"] }
      + (compression.map { ["--compression", $0] } ?? [])
    let needs = [Need.option("--timings")] + (compression == nil ? [] : [.option("--compression")])
    return Contender(
      compression.map { "framegrab \($0)" } ?? "framegrab", measure: .stage("png"),
      // With several workers the stages are not timed separately.
      [Way(words + ["-j", "1"], needs: needs + [.option("-j")]), Way(words, needs: needs)])
  }
}
