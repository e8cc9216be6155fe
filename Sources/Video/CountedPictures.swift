import Files
import Timeline

/// Pictures identified by their position in the decoder's output, not by their packets' timestamps.
extension VideoFile {
  /// Decodes the whole stream from its first keyframe without any seek and hashes the pictures of frames of the main
  /// stretch.
  ///
  /// If packets define the frames, a picture belongs to the frame with its timestamp, since damage may have removed
  /// pictures before it; if pictures are counted, it belongs to the frame in its position. It takes as long as decoding
  /// everything up to the last of the frames; each picture restarts the time limit.
  ///
  /// Damage may change how a decoder decodes later pictures (that of MPEG-4 counts errors to recognise encoders): from
  /// the first damage on, each frame is decoded from its last start by a new decoder.
  ///
  /// - Returns: the MD5 of each picture that was output, by frame index.
  /// - Throws: `VideoError` when the file cannot be read, or a limit is reached.
  public func hashesOfLinearDecode(of frames: Set<Int>) throws(VideoError) -> [Int: String] {
    try reading(.decode) { () throws(VideoError) in
      var hashes: [Int: String] = [:]
      let rest = try isCounted ? countedHashes(of: frames, &hashes) : linearHashes(of: frames, &hashes)
      let wanted = rest.subtracting(hashes.keys).sorted()
      func note(_ frame: Int, _ decoded: consuming DecodedFrame) throws(VideoError) {
        if let picture = try self.picture(decoded) { hashes[frame] = try picture.md5() }
      }
      if let packets = self.frames.countedPackets {
        let left = try finder.decodeCounted(wanted, of: packets, isAnew: true, unless: { _, _ in false }, note)
        // Frames without a start packet are decoded from the beginning.
        _ = try linearPictures(of: left) { frame, picture throws(VideoError) in hashes[frame] = try picture.md5() }
      } else if let packets = self.frames.packets(of: .main) {
        _ = try finder.decode(wanted, in: packets, isAnew: true, note)
      }
      return hashes
    }
  }

  /// Hashes counted pictures up to the first damage; returns the frames that are left then, none without damage.
  private func countedHashes(of frames: Set<Int>, _ hashes: inout [Int: String]) throws(VideoError) -> Set<Int> {
    var hasMetDamage = false
    let rest = try linearPictures(
      of: frames.sorted(),
      unless: { picture in
        hasMetDamage = picture.followsDamage
        return hasMetDamage
      }, { frame, picture throws(VideoError) in hashes[frame] = try picture.md5() })
    return hasMetDamage ? Set(rest) : []
  }

  /// The same if packets define the frames.
  private func linearHashes(of frames: Set<Int>, _ hashes: inout [Int: String]) throws(VideoError) -> Set<Int> {
    let all = try self.frames.timeline(.whole).frames
    // Frames that share a timestamp, also across a jump, come out in the order of the list.
    var places: [Int64: ArraySlice<Int>] = [:]
    for (place, frame) in all.enumerated() where frame.isDecodable {
      places[frame.timestamp, default: []].append(place)
    }
    var rest = frames
    var number = 0
    var hasMetDamage = false
    try finder.decodeFromStart(first: self.frames.firstFed, depth: finder.countingDepth) { decoded throws(VideoError) in
      hasMetDamage = decoded.followsDamage
      guard !hasMetDamage else { return false }
      let place = decoded.timestamp == nil ? number : places[decoded.timestamp ?? 0]?.popFirst()
      number += 1
      if let place, rest.remove(place) != nil, let picture = try self.picture(decoded) {
        hashes[place] = try picture.md5()
      }
      return !rest.isEmpty
    }
    return hasMetDamage ? rest : []
  }

  /// Decodes pictures of a counted timeline: each from a keyframe, and from the beginning if that fails.
  ///
  /// - Returns: the frames whose picture the decoder did not output at all.
  func countedPictures(
    of frames: [Int], _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    guard let packets = self.frames.countedPackets else { return try linearPictures(of: frames, body) }
    let rest = try finder.decodeCounted(
      frames, of: packets, unless: { self.frames.contradicts($0, as: $1) },
      { frame, decoded throws(VideoError) in
        if let picture = try self.picture(decoded, isDoubtful: self.frames.isDoubtful(frame)) {
          try body(frame, picture)
        }
      })
    return try linearPictures(of: rest, body)
  }

  /// Decodes from the beginning and counts: the last resort for pictures of a counted timeline.
  ///
  /// - Parameter isOver: whether decoding ends before this picture.
  private func linearPictures(
    of frames: [Int], unless isOver: (borrowing DecodedFrame) -> Bool = { _ in false },
    _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var rest = Set(frames.filter { !self.frames.isLost($0) })
    let lost = frames.filter(self.frames.isLost)
    guard !rest.isEmpty else { return lost }
    var number = 0
    try finder.decodeFromStart(first: self.frames.firstFed, depth: finder.countingDepth) { decoded throws(VideoError) in
      while self.frames.isLost(number) { number += 1 }
      guard !isOver(decoded), !self.frames.contradicts(decoded, as: number) else { return false }
      let isDoubtful = self.frames.isDoubtful(number)
      if rest.remove(number) != nil, let picture = try self.picture(decoded, isDoubtful: isDoubtful) {
        try body(number, picture)
      }
      number += 1
      return !rest.isEmpty
    }
    return (lost + rest).sorted()
  }
}

/// The check of the last picture.
extension VideoFile {
  /// What is known of the last picture, if it is one of these frames and may lack data.
  func openEnd(among frames: [Int], in stretch: Stretch) throws(VideoError) -> OpenEnd {
    guard let place = frames.last(where: { self.frames.lastPacket(ifOf: $0, in: stretch) != nil }) else {
      return OpenEnd()
    }
    let frame = FrameReference(place, in: stretch, revision: revision)
    if let checkedEnd, checkedEnd.frame == frame { return checkedEnd.end }
    do throws(VideoError) {
      let end = OpenEnd(place: place, hash: .success(try hashOfLengthened(place, in: stretch)))
      checkedEnd = (frame, end)
      return end
    } catch {
      if error.fault == .abandoned { throw error }
      // The other frames do not depend on it.
      return OpenEnd(place: place, hash: .failure(error))
    }
  }

  /// The MD5 of the picture with ones behind its last packet; nil if no intact one comes out.
  private func hashOfLengthened(_ place: Int, in stretch: Stretch) throws(VideoError) -> String? {
    finder.lengthened = self.frames.lastPacket(ifOf: place, in: stretch)
    defer {
      finder.lengthened = nil
      finder.closeDecoders(over: -1)
    }
    var hash: String?
    if self.frames.isCounted {
      _ = try countedPictures(of: [place]) { _, picture throws(VideoError) in
        hash = picture.isDamaged ? nil : try picture.md5()
      }
    } else if let packets = self.frames.packets(of: stretch) {
      _ = try finder.decode([place], in: packets) { _, decoded throws(VideoError) in
        hash = decoded.isDamaged ? nil : try self.picture(decoded)?.md5()
      }
    }
    return hash
  }
}
