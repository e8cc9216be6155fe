import Color
import Exif
import Files
import Timeline
import Video

extension VideoDescription {
  /// The description for people, one fact per line.
  public var text: String { DescriptionText(self).text }
}

/// The description of a video for people: one fact per line; unknown values have no line.
struct DescriptionText {
  private let video: VideoDescription
  private var facts: StreamFacts { video.facts }

  init(_ video: VideoDescription) {
    self.video = video
  }

  var text: String {
    let lines = fixed + optional.compactMap { name, value in value.map { (name, $0) } } + chapters + streams
    let width = (lines.map { $0.0.count }.max() ?? 0) + 2
    return lines.map { name, value in
      name + String(repeating: " ", count: width - name.count) + value + "\n"
    }.joined()
  }

  private var fixed: [(String, String)] {
    [
      ("file", "\(printable(video.path.bytes)), \(video.byteCount) bytes"),
      ("container", printable("\(facts.container) (\(facts.containerTitle))")),
      ("video", codec),
      ("picture", picture),
      ("colour", color),
      ("frames", frames),
      ("keyframes", keyframes),
      ("duration", duration),
      ("rate", rate),
    ]
  }

  private var optional: [(String, String?)] {
    [
      ("bit rate", video.bitRate.map { "\(Rational($0, 1000)?.nearestDecimal(upTo: 0) ?? "0") kbit/s" }),
      ("fields", fields), ("hdr", hdr), ("timecode", facts.timecode.map { printable($0) }),
      ("created", video.created.map { printable($0) }), ("location", location), ("camera", camera),
    ]
  }

  private var codec: String {
    let profile = facts.profile.map { " \($0)" } ?? ""
    let level = facts.level.map { ", level \($0)" } ?? ""
    return printable("stream \(facts.streamIndex), \(facts.codec)\(profile)\(level)")
  }

  private var picture: String {
    var words = ["\(facts.width)×\(facts.height)"]
    if let shape = video.displayAspectRatio { words.append("shown \(ratio(shape))") }
    if facts.sampleAspectRatio != Rational(1) { words.append("pixels \(ratio(facts.sampleAspectRatio))") }
    if facts.orientation != .upright { words.append(orientation) }
    if let format = video.pixelFormat { words.append(format) }
    if let samples = video.samples { words.append("\(samples.bitDepth) bits\(samples.hasAlpha ? " with alpha" : "")") }
    return words.joined(separator: ", ")
  }

  private var color: String {
    let color = video.color
    let guesses = color.guesses.isEmpty ? "" : "; guessed: \(color.guesses.joined(separator: ", "))"
    return "matrix \(color.matrixName), \(color.rangeName) range, primaries \(color.primariesName), "
      + "transfer \(color.transferName), chroma \(color.chromaLocationName)\(guesses)"
  }

  private var frames: String {
    guard let timeline = video.timeline else {
      return "not counted\(video.isCutOff ? "; the file is cut off" : ""); --info --whole counts them"
    }
    let way = video.isCounted ? "pictures decoded and counted" : "packets counted"
    let claim =
      facts.claimedFrameCount.flatMap { $0 == timeline.count ? nil : "; the container says \($0)" } ?? ""
    let present = video.presentCount.flatMap { $0 < timeline.count ? " after \($0) of them" : nil } ?? ""
    return "\(timeline.count), \(way)\(video.isCutOff ? "; the file is cut off\(present)" : "")\(claim)"
  }

  private var duration: String {
    guard let end = video.end else { return "unknown" }
    let present = video.presentEnd.flatMap { $0 < end ? "; \($0.decimal(fractionDigits: 3)) s are there" : nil } ?? ""
    // Rounded down, so that a user who types it back is not past the end.
    return "\(end.decimal(fractionDigits: 3, roundingUp: false)) s (exactly \(end))\(present)"
  }

  private var keyframes: String {
    guard let count = video.keyframeCount, let timeline = video.timeline else { return "not counted" }
    guard let distance = video.longestKeyframeDistance else { return "none" }
    guard count < timeline.count else { return "\(count), every frame" }
    return "\(count), at most \(distance) frames to the next or to the end"
  }

  private var rate: String {
    guard let rate = video.averageRate else { return "unknown" }
    // In the usual form, 29.97 and not 29.971; the fraction is exact.
    let exact = rate.denominator == 1 ? "" : " (\(rate))"
    let kind = video.isVariable.map { $0 ? " on average, variable" : "" } ?? ", the container says"
    return "\(rate.nearestDecimal(upTo: 3))\(exact) frames a second\(kind)"
  }

  private var fields: String? {
    switch video.fieldOrder {
    case .progressive: "none, progressive"
    case .topFirst: "two, the upper one first"
    case .bottomFirst: "two, the lower one first"
    case nil: nil
    }
  }

  private var hdr: String? {
    var words: [String] = []
    if let light = video.hdr.masteringDisplay?.luminance {
      words.append(
        "made on a display of \(light.least.nearestDecimal(upTo: 4)) to \(light.greatest.nearestDecimal(upTo: 4)) cd/m²"
      )
    } else if video.hdr.masteringDisplay != nil {
      words.append("made on a known display")
    }
    if let light = video.hdr.contentLight {
      words.append("at most \(light.greatest) cd/m² and \(light.greatestAverage) cd/m² a picture")
    }
    if let profile = video.hdr.dolbyVisionProfile { words.append("Dolby Vision profile \(profile)") }
    if video.hdr.isDynamic { words.append("HDR10+") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private var location: String? {
    guard let position = video.shot.position else { return video.location.map { printable($0) } }
    func angle(_ value: Rational, _ positive: String, _ negative: String) -> String {
      let isNegative = value < .zero
      let size = isNegative ? value.negated ?? value : value
      return "\(size.nearestDecimal(upTo: 7))° \(isNegative ? negative : positive)"
    }
    let height = position.altitude.map { ", \($0.nearestDecimal(upTo: 3)) m" } ?? ""
    return angle(position.latitude, "N", "S") + ", " + angle(position.longitude, "E", "W") + height
  }

  private var camera: String? {
    let words = [video.shot.make, video.shot.model, video.shot.software.map { "software \($0)" }].compactMap(\.self)
    return words.isEmpty ? nil : printable(words.joined(separator: ", "))
  }

  private var chapters: [(String, String)] {
    guard video.chapters.count <= VideoDescription.mostChapters else {
      return [("chapters", "\(video.chapters.count), too many to list")]
    }
    return video.chapters.enumerated().map { number, chapter in
      let start = "\(chapter.start.decimal(fractionDigits: 3)) s"
      return ("chapter \(number + 1)", chapter.title.map { "\(start), \(printable($0))" } ?? start)
    }
  }

  private var streams: [(String, String)] {
    facts.streams.map { stream in
      var words = [stream.kind, stream.codec]
      if let rate = stream.sampleRate { words.append("\(rate) Hz") }
      if let channels = stream.channels { words.append("\(channels) \(channels == 1 ? "channel" : "channels")") }
      if let language = stream.language { words.append(language) }
      words += stream.dispositions.map { $0 == "attached_pic" ? "attached picture" : $0 }
      if let title = stream.title { words.append("called \(title)") }
      return ("stream \(stream.index)", printable(words.joined(separator: ", ")))
    }
  }

  private func ratio(_ value: Rational) -> String { "\(value.numerator):\(value.denominator)" }

  private var orientation: String {
    let turn = facts.orientation.degrees == 0 ? "" : "turned by \(facts.orientation.degrees)° clockwise"
    guard facts.orientation.isMirrored else { return turn }
    return turn.isEmpty ? "mirrored" : "mirrored and \(turn)"
  }
}
