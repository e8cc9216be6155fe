/// A video of 30 frames a second that make-clips.sh makes.
public struct Clip: Hashable, Sendable {
  /// Its file's name.
  public let name: String
  /// The number of frames.
  public let count: Int
  /// The number of frames after which the drawn numbers restart.
  let period: Int

  private init(_ name: String, count: Int, period: Int = 65536) {
    (self.name, self.count, self.period) = (name, count, period)
  }

  /// The number that is drawn into a frame.
  func number(ofFrame frame: Int) -> Int { frame % period }

  static let hd = Clip("hd.mp4", count: 1800)
  static let hdMatroska = Clip("hd.mkv", count: 1800)
  static let sd = Clip("minute.mp4", count: 1800)
  static let short = Clip("short.mp4", count: 300)
  static let uhd = Clip("uhd.mp4", count: 90)
  static let hevc = Clip("hevc.mp4", count: 120)
  static let hevc10 = Clip("hevc10.mp4", count: 120)
  static let preset = Clip("preset.mp4", count: 600)
  static let noB = Clip("no-b.mp4", count: 600)
  static let svt = Clip("svt.mp4", count: 500)
  static let drawn = Clip("drawn.mp4", count: 1800)
  static let tenHours = Clip("ten-hours.mp4", count: 1_080_000, period: 1800)
  static let vp9 = Clip("vp9.webm", count: 120)
  static let av1 = Clip("av1.mp4", count: 120)
  static let screen = Clip("screen.mp4", count: 120)
  static func film(_ container: String) -> Clip { Clip("film.\(container)", count: 216_000, period: 1800) }
}
