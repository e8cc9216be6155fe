import Foundation
import Roads
import TestSupport

/// What FFmpeg's own programs say of one stream: its pictures in a decode from the beginning.
struct Reference: Sendable {
  /// One picture in output order.
  struct Frame: Sendable {
    let pts: Int64?
    /// The time at this place if all times are sorted, as framegrab does where they contradict the decoder's order.
    let sortedPts: Int64?
    /// Whether the file gave this time. Otherwise FFmpeg made it up, as for most AVI and raw streams.
    let isTimeTold: Bool
    let md5: String
    let isKeyframe: Bool
    /// Whether ffmpeg gives the picture as it is: later ones of another pixel format are converted to the first one's.
    let isComparable: Bool
  }

  let frames: [Frame]
  /// The length of a tick, such as `1/90000`.
  let timeBase: String?
  /// The command that lists the frames.
  let command: [String]
  /// Why there may be fewer frames than it could decode; nil if it came to an end.
  let failure: String?

  /// Decodes the whole stream twice: for the checksums, and for what `framemd5` does not say.
  init(of path: String, stream: Int, decoder: [String], timeLimit: Double) {
    // Unaligned: else the decoder leaves some of the columns that the video cuts off on the left.
    command =
      ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-noautorotate", "-copyts", "-flags", "unaligned"]
      + decoder + ["-i", "file:" + path, "-map", "0:\(stream)", "-noautoscale", Self.passthrough.0, Self.passthrough.1]
      + ["-enc_time_base", Self.ticks, "-f", "framemd5", "-"]
    let listed: RunResult
    do {
      listed = try run(command, timeLimit: timeLimit)
    } catch {
      (frames, timeBase, failure) = ([], nil, error.description)
      return
    }
    failure = listed.status == 0 ? nil : "ffmpeg ends with \(listed.status)"
    var base: String?
    var lines: [(pts: Int64?, md5: String)] = []
    for line in String(decoding: listed.stdout, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("#tb 0: ") { base = String(line.dropFirst(7)) }
      let cells = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard !line.hasPrefix("#"), cells.count == 6 else { continue }
      lines.append((Int64(cells[2]), cells[5]))
    }
    timeBase = base
    let probed = Probe(of: path, stream: stream, decoder: decoder, timeLimit: timeLimit)
    let told = Set(probed.frames.compactMap(\.pts))
    let isParallel = probed.frames.count == lines.count
    // ffprobe's times are the file's; ffmpeg moves those behind a jump.
    let times = lines.indices.map { isParallel ? probed.frames[$0].pts ?? lines[$0].pts : lines[$0].pts }
    let sorted = times.contains(nil) ? times : times.compactMap { $0 }.sorted()
    frames = lines.enumerated().map { number, line in
      let isTold = isParallel ? probed.frames[number].pts != nil : line.pts.map(told.contains) ?? false
      return Frame(
        pts: times[number], sortedPts: sorted[number], isTimeTold: isTold && !probed.isShifted, md5: line.md5,
        isKeyframe: isParallel && probed.frames[number].isKeyframe,
        isComparable: !isParallel || probed.frames[number].format == probed.frames[0].format)
    }
  }

  // MARK: Words that changed

  /// The version's first number; development builds, which have none, are newer than all.
  private static let version: Int = {
    guard let result = try? run(["ffmpeg", "-version"], timeLimit: 30) else { return 5 }
    let words = String(decoding: result.stdout, as: UTF8.self).split(separator: " ").dropFirst(2)
    return words.first.flatMap { Int($0.prefix { $0.isNumber }) } ?? .max
  }()

  private static var passthrough: (String, String) {
    version < 6 ? ("-vsync", "passthrough") : ("-fps_mode", "passthrough")
  }

  private static var ticks: String { version < 7 ? "-1" : "demux" }
}
