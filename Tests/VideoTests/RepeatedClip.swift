import CFFmpeg
import Files
import TestSupport
import Testing
import Timeline

/// A clip's pictures several times in a row in one file, written by libavformat without decoding: long enough that
/// a look-up has to seek.
struct RepeatedClip {
  let path: Path
  /// The pictures of one round.
  let round: [ExpectedFrame]
  let rounds: Int

  /// Whether this libavformat can write: that of the self-contained binary cannot.
  static let canBeWritten = av_guess_format("matroska", nil, nil) != nil

  /// Maps a timestamp, given in ticks of the clip.
  private let moving: (Int64) -> Int64

  /// Writes the file; every round lasts as long as its frames at 25 per second.
  init(
    _ clip: Fixture, rounds: Int, format: String, in scratch: Scratch, moving: @escaping (Int64) -> Int64 = { $0 }
  ) throws {
    self.rounds = rounds
    self.moving = moving
    round = try clip.expectedFrames()
    path = scratch.path("repeated." + format)
    var output: UnsafeMutablePointer<AVFormatContext>?
    try #require(avformat_alloc_output_context2(&output, nil, format, nil) >= 0)
    let target = try #require(output)
    defer {
      avio_closep(&target.pointee.pb)
      avformat_free_context(target)
    }
    try #require(path.withCString { avio_open(&target.pointee.pb, $0, AVIO_FLAG_WRITE) } >= 0)
    for number in 0..<rounds {
      try copy(clip, number, to: target)
    }
    try #require(av_write_trailer(target) >= 0)
  }

  /// Copies the packets of the clip's video stream, shifted by a number of rounds.
  private func copy(_ clip: Fixture, _ number: Int, to target: UnsafeMutablePointer<AVFormatContext>) throws {
    var input: UnsafeMutablePointer<AVFormatContext>?
    try #require(avformat_open_input(&input, clip.path, nil, nil) >= 0)
    defer { avformat_close_input(&input) }
    let source = try #require(input)
    try #require(avformat_find_stream_info(source, nil) >= 0)
    let stream = try #require(source.pointee.streams[clip.videoStream])
    if number == 0 {
      let made = try #require(avformat_new_stream(target, nil))
      try #require(avcodec_parameters_copy(made.pointee.codecpar, stream.pointee.codecpar) >= 0)
      made.pointee.codecpar.pointee.codec_tag = 0
      // AVI has a tick a frame.
      made.pointee.time_base =
        String(cString: target.pointee.oformat.pointee.name) == "avi"
        ? AVRational(num: 1, den: 25) : stream.pointee.time_base
      made.pointee.avg_frame_rate = AVRational(num: 25, den: 1)
      try #require(avformat_write_header(target, nil) >= 0)
    }
    let made = try #require(target.pointee.streams[0])
    let base = stream.pointee.time_base
    let shift = av_rescale_q(Int64(number * round.count), AVRational(num: 1, den: 25), base)
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    let read = try #require(packet)
    while av_read_frame(source, read) >= 0 {
      defer { av_packet_unref(read) }
      guard Int(read.pointee.stream_index) == clip.videoStream else { continue }
      read.pointee.pts = moving(read.pointee.pts + shift)
      read.pointee.dts = moving(read.pointee.dts + shift)
      read.pointee.pos = -1
      av_packet_rescale_ts(read, base, made.pointee.time_base)
      read.pointee.stream_index = 0
      try #require(av_write_frame(target, read) >= 0)
    }
  }

  var count: Int { round.count * rounds }

  func md5(_ index: Int) -> String { round[index % round.count].md5 }

  /// The middle of a frame's interval.
  func middle(of index: Int) throws -> Rational { try #require(Rational(Int64(2 * index + 1), 50)) }
}
