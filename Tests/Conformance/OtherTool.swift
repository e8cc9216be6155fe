import Foundation
import TestSupport
import Timeline

/// Sends the same requests by time to `ffmpeg -ss T -i FILE -frames:v 1`, for comparison.
public struct OtherTool {
  private let file: CorpusFile

  /// Prepares the requests for a file.
  public init(_ file: CorpusFile) {
    self.file = file
  }

  /// Requests a few frames and compares by hash.
  public func run() throws -> Tally {
    var tally = Tally()
    tally.files = 1
    for (request, time) in requests {
      let hash = try hash(at: time)
      switch (hash, request.frame) {
      case (nil, nil): tally.refused += 1
      case (let hash?, let frame?) where hash == file.frames[frame].md5: tally.right += 1
      // It exits with 0 and without a warning, whichever picture it writes.
      case (_?, _): tally.silent += 1
      case (nil, _): tally.wrong += 1
      }
    }
    return tally
  }

  /// The requests as lines for any other program: class, file, seconds, and the MD5 of the expected picture, or `-` for
  /// an expected error.
  public var lines: [String] {
    requests.map { request, time in
      let due = request.frame.map { file.frames[$0].md5 ?? "-" } ?? "-"
      return [file.kind, file.url.path(percentEncoded: false), time.decimal(fractionDigits: 6), due]
        .joined(separator: "\t")
    }
  }

  private var requests: [(Request, Rational)] {
    guard file.refusal == nil else { return [] }
    var plan = RequestPlan(file)
    return plan.times(of: 2).compactMap { request in
      guard case .time(let time) = request.way, time >= .zero else { return nil }
      return (request, time)
    }
  }

  private func hash(at time: Rational) throws -> String? {
    let seconds = time.decimal(fractionDigits: 6)
    let result = try TestSupport.run(
      [
        "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "quiet", "-threads", "1", "-noautorotate", "-ss", seconds,
        "-i", file.url.path(percentEncoded: false), "-frames:v", "1", "-f", "framemd5", "-",
      ])
    let line = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").first { !$0.hasPrefix("#") }
    return line?.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
