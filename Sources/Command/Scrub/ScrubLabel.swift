import Files
import FrameGrabbing
import Screen
import Timeline

/// The line that names the frame.
struct ScrubLabel {
  let slider: LiveSlider
  /// The frame whose picture is on screen, if it is not the slider's frame.
  let shownInstead: Int?
  let isWide: Bool
  /// What is known of the video.
  let facts: String
  /// How much of the video was read, in per cent, until its frames are known.
  let reading: Int?
  /// Whether the mouse is reported in pixels.
  let hasPixels: Bool
  /// Whether the last take ended and the new one has no events.
  let isNewTake: Bool
  let isPlaying: Bool

  /// The parts from left to right; the lower the priority, the sooner one is left out.
  var line: LabelLine {
    let (table, frame) = (slider.timeline, slider.frame)
    var parts: [(text: String, priority: Int, isReversed: Bool)] = []
    func add(_ text: String, _ priority: Int, reversed: Bool = false) { parts.append((text, priority, reversed)) }
    let about = slider.isRough ? "≈ " : ""
    let count = isWide ? " of \(about)\(table.count)" : ""
    add("frame \(about)\(frame)\(count)" + (table.frames[frame].isKeyframe && !slider.isRough ? " K" : ""), 100)
    if slider.isRough { add(reading.map { "reading, \($0) %" } ?? "reading", 65) }
    if let time = table.printedTime(ofFrame: frame) { add("\(time) s", 70) }
    if !slider.isRough, let timecode = table.timecode(ofFrame: frame) { add("\(timecode)", 60) }
    add("speed \(Self.words(for: slider.speed))", 90, reversed: slider.speed < 1)
    if isWide {
      if !slider.isRough {
        if let keyframe = keyframe(before: frame, in: table) { add("keyframe \(keyframe)", 30) }
        add("PTS \(table.frames[frame].timestamp)", 20)
      }
      if !facts.isEmpty { add(printableFacts, 25) }
      let range = slider.frames
      add(slider.isZoomed ? "range \(range.lowerBound)–\(range.upperBound)" : "range whole", 40)
    } else if slider.isZoomed {
      add("range \(slider.frames.lowerBound)–\(slider.frames.upperBound)", 40)
    }
    add(printable(slider.title) + (isWide ? hasPixels ? ", pixels" : ", cells" : ""), 50)
    if isWide, !slider.take.events.isEmpty {
      let tenths = slider.take.length / 100_000
      add("take \(tenths / 10).\(tenths % 10) s, \(slider.take.events.count) events", 35)
    }
    if isNewTake { add("new take", 45) }
    if isPlaying { add("playing", 55) }
    // This part changes with each picture: it is last and has a fixed width, so that nothing else moves.
    let words = "≈ shows "
    let room = words.count + String(max(0, table.count - 1)).count
    add(shownInstead.map { words + String($0) } ?? String(repeating: " ", count: room), 80)
    return LabelLine(parts)
  }

  private var printableFacts: String { String(facts.prefix(60)) }

  private func keyframe(before frame: Int, in table: FrameTable) -> Int? {
    table.frames[...frame].lastIndex { $0.isKeyframe }
  }

  /// A speed as a fraction 1/n if it is one, else in thousandths.
  static func words(for speed: Double) -> String {
    for denominator in 1...100 where abs(speed * Double(denominator) - 1) < 1e-9 {
      return denominator == 1 ? "1" : "1/\(denominator)"
    }
    return decimal(speed)
  }

  /// The speeds of a ruler in one style: as fractions if all of them are, else as decimals.
  static func words(forRuler speeds: [Double]) -> [String] {
    let words = speeds.map(words)
    let areFractions = zip(speeds, words).allSatisfy { $0 == $0.rounded() || $1.contains("/") }
    return areFractions ? words : speeds.map(decimal)
  }

  private static func decimal(_ speed: Double) -> String {
    let rounded = (speed * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e6 ? String(Int(rounded)) : "\(rounded)"
  }
}

extension LiveSlider {
  /// Names its frame, for the text view, which screen readers can read.
  var spoken: String {
    var parts = ["frame \(isRough ? "≈ " : "")\(frame)"]
    if let time = timeline.printedTime(ofFrame: frame) { parts.append("\(time) s") }
    if isRough { return parts.joined(separator: ", ") }
    if let timecode = timeline.timecode(ofFrame: frame) { parts.append("\(timecode)") }
    if timeline.frames[frame].isKeyframe { parts.append("keyframe") }
    return parts.joined(separator: ", ")
  }
}
