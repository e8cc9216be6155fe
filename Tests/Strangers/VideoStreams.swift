import Foundation
import TestSupport

/// The video streams that ffprobe sees in a file.
struct VideoStreams: Sendable {
  private struct Output: Decodable {
    let streams: [Stream]?
  }

  private struct Stream: Decodable {
    let index: Int
    let codec_name: String?
    let disposition: [String: Int]?
    let tags: [String: String]?
  }

  private let streams: [Stream]

  init(of path: String, timeLimit: Double) {
    let words = [
      "ffprobe", "-v", "quiet", "-select_streams", "v", "-show_entries",
      "stream=index,codec_name:stream_disposition=attached_pic:stream_tags", "-of", "json", "file:" + path,
    ]
    let result = try? run(words, timeLimit: timeLimit)
    streams = result.flatMap { try? JSONDecoder().decode(Output.self, from: $0.stdout).streams } ?? []
  }

  /// The first stream that is no cover; nil if there is none.
  var first: Int? { streams.first { $0.disposition?["attached_pic"] != 1 }?.index }

  /// The decoder to name for a stream: FFmpeg's own decoders of VP8 and VP9 drop the plane of opacity.
  func decoder(of stream: Int) -> [String] {
    guard let found = streams.first(where: { $0.index == stream }),
      found.tags?.contains(where: { $0.key.lowercased() == "alpha_mode" && $0.value == "1" }) == true
    else { return [] }
    switch found.codec_name {
    case "vp8": return ["-c:v", "libvpx"]
    case "vp9": return ["-c:v", "libvpx-vp9"]
    default: return []
    }
  }
}
