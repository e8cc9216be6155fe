import Files
import GestureFiles
import JSON
import Scrubbing
import Seeking
import Timeline
@testable import FrameGrabbing

extension FuzzTarget {
  /// A gesture file, up to the first NUL: parsed, then played without a video and over made-up timelines, of which the
  /// bytes after the NUL describe one, as `--trace`, `--replay --simulate` and `--plot` do.
  static let gesture = FuzzTarget(
    name: "gesture", longest: 4096,
    words: [
      "version", "video", "output", "control", "touches", "actions", "sampleRate", "model", "frame", "track", "thumb",
      "grab", "meet", "speeds", "distance", "speed", "liftCorrection", "hold", "value", "range", "from", "to", "scroll",
      "framePitch", "contentLength", "viewport", "insets", "axis", "alignment", "nub", "fade", "delay", "phase",
      "began", "moved", "ended", "cancelled", "adjust", "increment", "decrement", "step", "pointerMove", "pointerDown",
      "pointerUp", "pointerCancel", "pause", "duration", "origin", "pointer", "scrubbing-slider", "frame-grabber",
      "obslider", "uislider", "scroll-scrubber", "anywhere", "1e308", "-1e-308", "9007199254740993", "100%", "\\u0000",
    ], folders: ["gestures", "refused"], mutations: 60
  ) { bytes in
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    var rest = FuzzedBytes(Array(bytes[end...].dropFirst()))
    let bytes = Array(bytes[..<end])
    let file: GestureFile
    do throws(GestureFileError) {
      file = try GestureFile(parsing: bytes)
    } catch {
      try check(error, in: bytes)
      return
    }
    // One action may make thousands of events: more of them take time and show nothing new.
    guard file.events.count <= 2000 else { return }
    for table in [nil, MadeTimelines.any(&rest)] + MadeTimelines.fixed {
      do {
        try play(file, in: table)
      } catch let error as GrabError {
        if case .gesture(let refusal) = error.fault { try check(refusal, in: bytes) }
        try FuzzFault.unless(!error.description.isEmpty, "an error without words")
      }
    }
  }

  private static func check(_ error: GestureFileError, in bytes: [UInt8]) throws(FuzzFault) {
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    try FuzzFault.unless(
      (1...lines).contains(error.line) && (1...bytes.count + 1).contains(error.column) && !error.reason.isEmpty,
      "an error at \(error.line):\(error.column) of \(lines) lines: \(error.reason)")
  }

  private static func play(_ file: GestureFile, in table: FrameTable?) throws {
    let gesture = try Gesture(file, path: "gesture.json", allowsUnfinished: true)
    let trace = try GestureTrace(gesture, in: table)
    var lines: [[UInt8]] = []
    try trace.write { line in lines.append(Array(line.description.utf8)) }
    for line in lines {
      do {
        _ = try JSONDocument(parsing: line, maximumDepth: 8)
      } catch {
        throw FuzzFault(description: "a line of the trace is no JSON: \(String(decoding: line, as: UTF8.self))")
      }
    }
    try trace.writeTable { _ in }
    var rehearsal = try GestureRehearsal(gesture, in: table)
    var values: [Double] = []
    _ = try rehearsal.playThrough { values.append($0.event.value) }
    try FuzzFault.unless(
      (values + [rehearsal.value]).allSatisfy { (0...1).contains($0) },
      "the slider's value is outside of 0 to 1: \(values)")
    guard let table else {
      _ = try GesturePicture(gesture, in: nil, of: nil).svg(nil)
      return
    }
    let replay = try GestureReplay(showing: gesture, in: table)
    try FuzzFault.unless(
      replay.requests.allSatisfy { table.frames.indices.contains($0.frame) }, "a frame that the video does not have")
    // Of one timeline is enough for a drawing, which takes longer than all the rest.
    let isDrawn = table.count == 1
    for seeker in SeekerKind.allCases {
      var records: [SeekRecord] = []
      _ = try replay.run(seeker, .simulated(latency: 100_000)) { records.append($0) }
      let seeks = GesturePicture.Seeks(records, seeker: seeker, latency: 100_000)
      if isDrawn { _ = try GesturePicture(gesture, in: nil, of: nil).svg(seeks) }
    }
  }
}
