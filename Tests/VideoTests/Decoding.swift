import Files
import TestSupport
import Testing
import Timeline
@testable import Video

/// The suites that decode.
enum Decoding {}

extension Limits {
  /// Those with which containers of any size are believed.
  static var believing: Limits {
    var limits = Limits()
    limits.leastListedBytes = 0
    return limits
  }
}

/// The result of grabbing one moment.
struct Grabbed {
  /// The frame that the look-up returned.
  let frame: FrameTable.Frame
  /// When that frame starts, in seconds from t = 0.
  let start: Rational?
  /// The MD5 of the decoded picture.
  let hash: String
  let isDamaged: Bool
}

extension VideoFile {
  static func open(_ clip: Fixture, clock: VideoClock = .player, limits: Limits = Limits()) throws -> VideoFile {
    try VideoFile(opening: Path(clip.path), stream: nil, clock: clock, limits: limits)
  }

  /// Grabs the frame on screen at a moment by its own look-up, like a command line with one time.
  func grab(at time: Rational) throws -> Grabbed {
    let part = try lookUp(around: time)
    let table = part.table
    let place = try table.frameIndex(onScreenAt: time, bounds: .refuse)
    let (hashes, missing) = try hashes(of: [place], in: part.stretch)
    try #require(missing.isEmpty, "the picture at \(time) s did not come")
    let found = try #require(hashes[place])
    return Grabbed(
      frame: table.frames[place], start: table.time(ofFrame: place), hash: found.hash, isDamaged: found.isDamaged)
  }

  /// Decodes frames by their positions and hashes them; the second value has the positions that gave no picture.
  func hashes(
    of places: [Int], in stretch: Stretch
  ) throws -> (pictures: [Int: (hash: String, isDamaged: Bool)], missing: [Int]) {
    var found: [Int: (hash: String, isDamaged: Bool)] = [:]
    var repeated: [Int] = []
    let missing = try pictures(of: references(places, in: stretch)) { frame, picture throws(VideoError) in
      let place = frame.place
      if found[place] != nil { repeated.append(place) }
      found[place] = (try picture.md5(), picture.isDamaged)
    }
    #expect(repeated.isEmpty, "handed out twice: \(repeated)")
    return (found, missing.map(\.place))
  }

  /// The pictures that workers made of frames of the list from the first on, and the frames that they left.
  func hashes(of frames: [Int], workers: Int) -> (hashes: [Int: String], left: [Int]) {
    var hashes: [Int: String] = [:]
    let left = pictures(of: references(frames), workers: workers) {
      (_: Int, _: FrameReference, picture: consuming Picture) -> String? in
      try? picture.md5()
    } take: { (frame: FrameReference, hash: String) in
      #expect(hashes.updateValue(hash, forKey: frame.place) == nil, "handed out twice")
      return true
    }
    return (hashes, left.map(\.place))
  }

  /// References to these positions on the current timeline.
  func references(_ places: [Int], in stretch: Stretch = .main) -> [FrameReference] {
    places.map { FrameReference($0, in: stretch, revision: revision) }
  }
}

extension Fraction {
  var rational: Rational {
    get throws { try #require(Rational(numerator, denominator)) }
  }
}

extension Rational {
  /// The moment halfway to a later one.
  func middle(to other: Rational) throws -> Rational {
    try #require(adding(other)?.divided(by: Rational(2)))
  }

  /// A moment this many microseconds later.
  func later(byMicroseconds microseconds: Int64) throws -> Rational {
    try #require(Rational(microseconds, 1_000_000).flatMap { adding($0) })
  }
}

/// A frame of a clip and a moment at which it is on screen.
struct Target {
  let frame: ExpectedFrame
  let time: Rational

  /// The middles of all frames' intervals; the last frame is assumed to last as long as the one before it.
  static func middles(of clip: Fixture) throws -> [Target] {
    let frames = try clip.expectedFrames()
    return try frames.map { frame in
      let start = try frame.clock.rational
      if frame.index + 1 < frames.count {
        return Target(frame: frame, time: try start.middle(to: frames[frame.index + 1].clock.rational))
      }
      guard frame.index > 0 else { return Target(frame: frame, time: try #require(Rational(1, 100))) }
      let step = try #require(start.subtracting(frames[frame.index - 1].clock.rational)?.divided(by: Rational(2)))
      return Target(frame: frame, time: try #require(start.adding(step)))
    }
  }
}
