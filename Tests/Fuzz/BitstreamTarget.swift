import CFFmpeg
@testable import Video

extension FuzzTarget {
  /// The readers of coded streams and of containers that framegrab has besides FFmpeg's: the first byte says which, the
  /// second how many of the others are the decoder's configuration; the rest is a packet, or the start of a file.
  static let bitstream = FuzzTarget(
    name: "bitstream", longest: 1024, words: ["BBCD", "fcTL", "moov", "trak", "mdia", "hdlr", "auxv", "moof", "ftyp"],
    mutations: 2000
  ) { bytes in
    var input = FuzzedBytes(bytes)
    let which = input.below(codecs.count + 1)
    let configuration = input.take(Int(input.byte()))
    let rest = Array(input.rest)
    guard which < codecs.count else { return readContainer(rest) }
    try withParameters(codecs[which], configuration, size: (16, 16)) { parameters in
      try rest.withUnsafeBytes { try readPacket($0, parameters) }
    }
  }

  private static let codecs = [
    AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9,
    AV_CODEC_ID_GIF, AV_CODEC_ID_APNG, AV_CODEC_ID_DIRAC, AV_CODEC_ID_PNG, AV_CODEC_ID_AV1,
  ]

  /// Parameters of a stream, which own a copy of the configuration.
  private static func withParameters(
    _ codec: AVCodecID, _ configuration: [UInt8], size: (Int32, Int32),
    _ body: (UnsafeMutablePointer<AVCodecParameters>) throws -> Void
  ) throws {
    var owned = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&owned) }
    guard let parameters = owned else { return }
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.codec_id = codec
    (parameters.pointee.width, parameters.pointee.height) = size
    // A buffer of its exact size, so that a read past its end is seen; FFmpeg's own readers need padding, these do not.
    if !configuration.isEmpty, let copy = av_malloc(configuration.count) {
      UnsafeMutableRawBufferPointer(start: copy, count: configuration.count).copyBytes(from: configuration)
      parameters.pointee.extradata = copy.assumingMemoryBound(to: UInt8.self)
      parameters.pointee.extradata_size = Int32(configuration.count)
    }
    try body(parameters)
  }

  private static func readPacket(
    _ packet: UnsafeRawBufferPointer, _ parameters: UnsafeMutablePointer<AVCodecParameters>
  ) throws(FuzzFault) {
    for hasAlphaPlane in [false, true] {
      let classifier = KeyframeClassifier(parameters.pointee, hasAlphaPlane: hasAlphaPlane)
      for isFlagged in [false, true] {
        _ = classifier.traits(of: packet, alphaPlane: hasAlphaPlane ? packet : nil, isFlagged: isFlagged)
      }
      _ = (classifier.content(of: packet), classifier.isCut(packet))
    }
    if parameters.pointee.codec_id == AV_CODEC_ID_AV1 { try readFrames(packet, after: parameters.pointee) }
    _ = SequenceParameters(parameters.pointee)
    guard var reader = PictureOrderReader(parameters.pointee), let order = reader.order(of: packet) else { return }
    try FuzzFault.unless((0..<1 << 16).contains(order.bits), "picture order \(order.bits) has more than 16 bits")
  }

  /// Reads a packet of AV1 after the one that the configuration holds; only then the sequence is known.
  private static func readFrames(
    _ packet: UnsafeRawBufferPointer, after parameters: borrowing AVCodecParameters
  ) throws(FuzzFault) {
    var reader = AV1FrameReader()
    let first = UnsafeRawBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size))
    let packets = [first, packet, packet].map { (bytes: $0, frames: reader.frames(of: $0)) }
    for (bytes, frames) in packets {
      var end = 0
      for frame in frames ?? [] {
        try FuzzFault.unless(
          end <= frame.place.lowerBound && frame.place.upperBound <= bytes.count, "frames at \(frame.place)")
        end = frame.place.upperBound
      }
      try FuzzFault.unless((frames ?? []).count { $0.isShown } < 2, "two pictures are shown")
    }
    let known = packets.compactMap(\.frames)
    let closure = ReferenceClosure(of: known, from: 0) { $0 == known.count - 1 }
    for (number, frames) in known.enumerated() {
      let parts = closure.unreached(of: number)
      try FuzzFault.unless(parts.map { $0.count < frames.count } ?? true, "a packet without frames")
    }
  }

  private static func readContainer(_ bytes: [UInt8]) {
    _ = MatroskaSegment(bytes)
    _ = TransportTail(bytes)
    let read: MovieBoxes.Read = { position, count in
      guard position >= 0, position < bytes.count else { return [] }
      return Array(bytes[Int(position)...].prefix(count))
    }
    _ = MovieBoxes(reading: read).hasFragments
    _ = MovieBoxes.auxiliaryTracks(reading: read)
    _ = MovieBoxes.missing(reading: read, size: Int64(bytes.count))
    _ = MovieBoxes.cutsIndex(reading: read, size: Int64(bytes.count))
    let tail = ContainerTail(reading: read, size: Int64(bytes.count))
    _ = (
      tail.isOggCut, tail.isGIFCut(from: 0), tail.isASFCut, tail.lastFLVTime, tail.stepOfFLV, tail.isFLVShort,
      tail.isMXFCut, tail.isNUTCut, tail.isRealMediaCut
    )
  }
}
