import Color
import Files
import FrameGrabbing
import TestSupport
import Timeline
import Video

extension FuzzTarget {
  /// A file that may be a video: opened, looked up around moments, described, and decoded at chosen frames; every picture
  /// is converted. The last bytes choose the moments and frames; few containers care what is there.
  static let video = FuzzTarget(
    name: "video", longest: 1 << 15,
    words: [
      "ftyp", "moov", "trak", "mdia", "minf", "stbl", "stsd", "stts", "ctts", "stss", "stsz", "stsc", "stco", "co64",
      "elst", "edts", "moof", "traf", "trun", "tfhd", "tfdt", "mdat", "avc1", "hvc1", "colr", "pasp", "clap", "tmcd",
      "RIFF", "AVI ", "LIST", "movi", "idx1", "strf", "OggS", "FLV", "DKIF", "IHDR", "IDAT", "fcTL", "fdAT", "acTL",
    ], mutations: 40
  ) { bytes in
    guard !bytes.isEmpty else { return }
    let file = try FuzzedFile(bytes)
    var numbers = SeededNumbers(seed: bytes.suffix(4).reduce(0) { $0 << 8 | UInt64($1) })
    do {
      try explore(file.path, &numbers)
    } catch let error as VideoError {
      try FuzzFault.unless(!error.description.isEmpty, "an error without words")
    } catch let error as GrabError {
      try FuzzFault.unless(!error.description.isEmpty, "an error without words")
    }
  }

  private static var limits: Limits {
    var limits = Limits()
    limits.pixels = 1 << 20
    limits.allocation = 1 << 26
    limits.nanosecondsPerFrame = 5_000_000_000
    return limits
  }

  private static func explore(_ path: Path, _ numbers: inout SeededNumbers) throws {
    let video = try VideoFile(
      opening: path, clock: numbers.below(2) == 0 ? .player : .firstFrame, isProbed: numbers.below(2) == 0,
      limits: limits)
    var converter = BitmapConverter(
      depth: numbers.below(4) == 0 ? .sixteen : .auto,
      color: numbers.below(2) == 0 ? .auto : .srgb, flags: numbers.below(3) == 0 ? [.deinterlaced] : [])
    for _ in 0..<2 {
      guard let time = Rational(Int64(numbers.below(4000)), 1000) else { continue }
      let part = try video.lookUp(around: time)
      guard let place = try? part.table.frameIndex(onScreenAt: time, bounds: .clamp) else { continue }
      try decode([place], of: part, in: video, &converter)
    }
    let description = try VideoDescription(video, path: "video")
    try FuzzFault.unless(!description.json.isEmpty && !description.text.isEmpty, "a description without words")
    let all = try video.lookUp(.whole)
    // A file may claim millions of frames.
    let places = Set([0, 1, all.table.count - 1, numbers.below(all.table.count), numbers.below(8)])
      .filter { $0 < all.table.count }
    try decode(places.sorted(), of: all, in: video, &converter)
    for place in places.sorted() {
      _ = (all.table.printedTime(ofFrame: place), all.table.timecode(ofFrame: place), all.table.label(ofFrame: place))
    }
  }

  /// Decodes frames, and checks that each comes out once or is missing.
  private static func decode(
    _ places: [Int], of part: TimelinePart, in video: VideoFile, _ converter: inout BitmapConverter
  ) throws {
    var found: [Int] = []
    var fault: FuzzFault?
    let missing = try video.pictures(of: places.map(part.reference)) { frame, picture throws(VideoError) in
      found.append(frame.place)
      if picture.isDamaged { _ = video.damageReach(of: frame) }
      do throws(ColorError) {
        let bitmap = try converter.bitmap(of: picture)
        let isWhole = bitmap.width * bitmap.height == picture.width * picture.height
        if !isWhole { fault = FuzzFault(description: "a bitmap of \(bitmap.width)×\(bitmap.height) pixels") }
      } catch {
        if error.description.isEmpty { fault = FuzzFault(description: "an error without words") }
      }
    }
    if let fault { throw fault }
    try FuzzFault.unless(
      (found + missing.map(\.place)).sorted() == places, "of \(places), \(found) came and not \(missing.map(\.place))")
  }
}
