import CFFmpeg

/// Parameter sets of an H.264 stream that rule out reordering and are repeated in its packets: so the positions of
/// AVI's packets tell the presentation order.
///
/// This is certain only while each keyframe repeats them: other sets may allow reordering, and a decoder that starts
/// after their packet would not have them.
struct RepeatedSets {
  private let sets: ParameterSets

  /// The sets of a stream's configuration, which FFmpeg takes from its first packet; nil if they allow another order, or
  /// single fields.
  init?(_ parameters: borrowing AVCodecParameters) {
    guard let facts = SequenceParameters(parameters), facts.hasFramesOnly,
      facts.reorderDepth == 0 || facts.orderCount == .asSent, let sets = ParameterSets(parameters), sets.areInPackets
    else { return nil }
    self.sets = sets
  }

  /// Whether a packet holds no other sets, and, if decoding may start there, all of these.
  func stay(in packet: UnsafeRawBufferPointer, isStart: Bool) -> Bool {
    let found = sets.own(of: packet)
    return found.allSatisfy { sets.given[$0] == $1 } && (!isStart || found.count == sets.given.count)
  }
}
