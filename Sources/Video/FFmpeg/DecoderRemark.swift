/// What a decoder says in FFmpeg's log about one packet.
struct DecoderRemark: OptionSet {
  let rawValue: UInt8

  /// A line at error level, or about the concealment of missing data.
  static let complaint = DecoderRemark(rawValue: 1)
  /// A reference that was to be dropped is missing: at the start of an open GOP of H.264 this is no sign of damage.
  static let missingReference = DecoderRemark(rawValue: 2)
  /// A gap in the numbers of reference pictures of H.264 (7.4.3, `frame_num`), that is, a missing picture.
  static let gap = DecoderRemark(rawValue: 4)
}
