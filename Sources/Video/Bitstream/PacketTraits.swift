/// What a packet contains, as far as it matters for starting to decode and for showing pictures.
struct PacketTraits: OptionSet {
  let rawValue: UInt8
  /// Decoding may start here: everything from this packet's own timestamp on is then right.
  static let cleanStart = PacketTraits(rawValue: 1 << 0)
  /// Pictures before this one in presentation order may follow it in the file and depend on earlier pictures.
  ///
  /// Without ``cleanStart`` it marks the intra picture that a stream begins with, for want of a proven start.
  static let openStart = PacketTraits(rawValue: 1 << 1)
  /// The picture is decoded but never shown.
  static let hidden = PacketTraits(rawValue: 1 << 2)
  /// An HEVC leading picture that cannot be decoded when decoding starts at the CRA or BLA before it.
  static let skippedLeading = PacketTraits(rawValue: 1 << 3)
  /// Only decoding shows whether the packet gives a picture, or when it is shown.
  static let doubtful = PacketTraits(rawValue: 1 << 4)
  /// No other picture is predicted from this one; with fields or layers (``layered``) there may be one after all.
  static let unreferenced = PacketTraits(rawValue: 1 << 5)
  /// The packet belongs to a temporal layer above the lowest, or to another view.
  static let layered = PacketTraits(rawValue: 1 << 6)
  /// A leading picture of HEVC behind a joint (`HEVCJoints`): what it is predicted from is not there.
  static let lacksReferences = PacketTraits(rawValue: 1 << 7)
}
