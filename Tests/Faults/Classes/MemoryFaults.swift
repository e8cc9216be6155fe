import Foundation
import TestSupport

/// Less memory than is needed, at every size: each allocation is the one that fails at some size.
struct MemoryFaults: FaultClass {
  let name = "memory"
  let summary = "good videos of all sizes with --max-memory from 40 MiB to 3 GiB: never a crash, always exit 6"

  private static let pictures: [@Sendable (Bench) throws -> Void] = [
    { try $0.write(PictureBombs.movie(of: PictureBombs.deep), to: "video") },
    { try $0.write(PictureBombs.deep, to: "video") },
    { try $0.write(SinglePicture.png(width: 8192, height: 8192), to: "video") },
    { try $0.write(SinglePicture.png(width: 3000, height: 2000, bitDepth: 16), to: "video") },
    { try $0.write(SinglePicture.gif(frames: 50_000), to: "video") }, { try $0.copy(.h264BFrames, to: "video") },
    { try $0.copy(.hevc10Bit, to: "video") }, { try $0.copy(.av1, to: "video") },
    { try $0.copy(.mpeg2TransportStream, to: "video") },
  ]
  private static let uses: [[Word]] = [
    ["--frame", "0", "-o", "out.png"], ["--frame", "0", "-o", "out.png", "--color", "srgb", "--scale", "70%"],
    ["--info"], ["--frame", "0", "--hash"],
    ["--frame", "0", "--depth", "16", "--metadata", "none", "-o", "out.png"],
    ["--all", "--to", "10f", "--hash", "-j", "4"],
  ]
  private static let sizes = [
    40, 60, 80, 100, 120, 150, 180, 220, 260, 300, 350, 400, 450, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1400, 1600,
    1800,
    2000, 2500, 3000,
  ]

  func count(_ amount: Int) -> Int { amount / 4 }

  func run(_ bench: Bench) throws -> CaseResult {
    let picture = bench.name.number % Self.pictures.count
    try Self.pictures[picture](bench)
    let use: Int = bench.numbers.below(Self.uses.count)
    // Large pictures fail at larger sizes.
    let sizes = picture < 3 ? Self.sizes.dropFirst(8) : Self.sizes.prefix(16)
    let size = bench.choose(Array(sizes)) + bench.numbers.below(20)
    var trial = Trial(["video", "--max-memory", Word("\(size)M"), "--timeout", "20s", "-q"] + Self.uses[use])
    trial.codes = [0, 6]
    trial.memory = size << 20 + 64 << 20
    trial.seconds = 60
    switch use {
    case 2, 3: (trial.printed, trial.writes) = (.text, false)
    case 5: (trial.printed, trial.writes, trial.isSingle, trial.codes) = (.text, false, false, [0, 1, 6])
    default: break
    }
    return try bench.judge(trial)
  }
}
