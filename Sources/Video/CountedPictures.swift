import Files
import Timeline

/// Pictures that are known by their place in the decoder's output, not by what their packets say.
extension VideoFile {
  /// What a decode of the whole stream, from its first keyframe on without any seek, gives for frames of the main stretch.
  ///
  /// Where packets tell the frames, a picture is that of the frame whose timestamp it carries, since damage may have cost
  /// pictures before it; where pictures are counted, it is that of its place. It takes as long as it takes to decode all
  /// that comes before the last of them; each picture gives the next one the full time again.
  ///
  /// - Returns: the MD5 of each picture that came, by frame index.
  /// - Throws: `VideoError` when the file cannot be read, or a limit is reached.
  public func hashesOfLinearDecode(of frames: Set<Int>) throws(VideoError) -> [Int: String] {
    try reading(.decode) { () throws(VideoError) in try linearHashes(of: frames) }
  }

  private func linearHashes(of frames: Set<Int>) throws(VideoError) -> [Int: String] {
    var hashes: [Int: String] = [:]
    guard !isCounted else {
      _ = try linearPictures(of: frames.sorted(), givesEachFullTime: true) { frame, picture throws(VideoError) in
        hashes[frame] = try picture.md5()
      }
      return hashes
    }
    // Of several frames of one timestamp, and of those behind a jump, the pictures come in the same order.
    var places: [Int64: ArraySlice<Int>] = [:]
    for (place, frame) in try self.frames.timeline(.whole).frames.enumerated() where frame.isDecodable {
      places[frame.timestamp, default: []].append(place)
    }
    var rest = frames
    var number = 0
    try finder.decodeFromStart(first: self.frames.firstFed, depth: finder.countingDepth) { decoded throws(VideoError) in
      self.deadline.restart()
      let place = decoded.timestamp == nil ? number : places[decoded.timestamp ?? 0]?.popFirst()
      number += 1
      if let place, rest.remove(place) != nil, let picture = try self.picture(decoded) {
        hashes[place] = try picture.md5()
      }
      return !rest.isEmpty
    }
    return hashes
  }

  /// Decodes pictures of a timeline that was counted: each from a keyframe, and from the beginning what does not come so.
  ///
  /// - Returns: the frames whose picture did not come out of the decoder at all.
  func countedPictures(
    of frames: [Int], _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    guard let packets = self.frames.countedPackets else { return try linearPictures(of: frames, body) }
    let rest = try finder.decodeCounted(
      frames, of: packets, unless: { self.frames.contradicts($0, as: $1) },
      { frame, decoded throws(VideoError) in
        if let picture = try self.picture(decoded) { try body(frame, picture) }
      })
    return try linearPictures(of: rest, body)
  }

  /// Decodes from the beginning and counts: the last way to the pictures of a timeline that was counted.
  ///
  /// - Parameter givesEachFullTime: Whether a picture that comes out, wanted or not, gives the next one the full time.
  private func linearPictures(
    of frames: [Int], givesEachFullTime: Bool = false, _ body: (Int, consuming Picture) throws(VideoError) -> Void
  ) throws(VideoError) -> [Int] {
    var rest = Set(frames.filter { !self.frames.isLost($0) })
    let lost = frames.filter(self.frames.isLost)
    guard !rest.isEmpty else { return lost }
    var number = 0
    try finder.decodeFromStart(first: self.frames.firstFed, depth: finder.countingDepth) { decoded throws(VideoError) in
      if givesEachFullTime { self.deadline.restart() }
      while self.frames.isLost(number) { number += 1 }
      guard !self.frames.contradicts(decoded, as: number) else { return false }
      if rest.remove(number) != nil, let picture = try self.picture(decoded) { try body(number, picture) }
      number += 1
      return !rest.isEmpty
    }
    return (lost + rest).sorted()
  }
}
