/// What to decode while the slider is at rest, so that pictures for the next movements are ready.
///
/// In this order: the rest of the wanted frame's group, the frames after it first; the next group; the keyframes of the
/// whole video, from coarse to fine. In the groups only frames that would be kept are decoded, keyframes only while
/// there is room: so nothing is decoded to be dropped at once, and filling ends.
struct Filling: Sendable {
  /// The groups, by their first frame, that gave no new picture or could not be decoded.
  private var exhausted: Set<Int> = []

  /// Leaves a group out from now on, until the timeline changes.
  mutating func giveUp(_ group: Int) {
    exhausted.insert(group)
  }

  /// The next run; nil when nothing is left to fill.
  func nextRun(around wanted: Int, _ kept: KeptFrames, _ groups: FrameGroups, decoderAt place: Int?) -> DecodingRun? {
    let present = groups.group(of: wanted)
    let next = groups.group(of: present.upperBound)
    return decodingRun(ahead: max(present.lowerBound, wanted)..<present.upperBound, around: wanted, kept, groups, place)
      ?? decodingRun(before: wanted, kept, groups, place)
      ?? decodingRun(ahead: next, around: wanted, kept, groups, place)
      ?? keyframeRun(kept, groups)
  }

  /// A run through the missing frames of a range after the wanted frame.
  private func decodingRun(
    ahead range: Range<Int>, around wanted: Int, _ kept: KeptFrames, _ groups: FrameGroups, _ place: Int?
  ) -> DecodingRun? {
    guard let first = kept.firstMissing(in: range), let last = kept.lastMissing(in: range) else { return nil }
    return decodingRun(for: first, to: last, around: wanted, kept, groups, place)
  }

  /// A run through the frames of the wanted frame's group that come before it.
  private func decodingRun(
    before wanted: Int, _ kept: KeptFrames, _ groups: FrameGroups, _ place: Int?
  ) -> DecodingRun? {
    guard let last = kept.lastMissing(in: groups.group(of: wanted).lowerBound..<wanted) else { return nil }
    return decodingRun(for: last, to: last, around: wanted, kept, groups, place)
  }

  private func decodingRun(
    for frame: Int, to last: Int, around wanted: Int, _ kept: KeptFrames, _ groups: FrameGroups, _ place: Int?
  ) -> DecodingRun? {
    let group = groups.group(of: frame).lowerBound
    guard !exhausted.contains(group), kept.wouldKeep(frame, around: wanted) else { return nil }
    return DecodingRun(.filling(group: group), from: groups.start(for: frame, decoderAt: place), to: last)
  }

  private func keyframeRun(_ kept: KeptFrames, _ groups: FrameGroups) -> DecodingRun? {
    guard kept.hasRoom else { return nil }
    let keyframe = groups.firstKeyframe { start in !kept.contains(start) && !exhausted.contains(start) }
    return keyframe.map { start in DecodingRun(.filling(group: start), from: start, to: start) }
  }
}
