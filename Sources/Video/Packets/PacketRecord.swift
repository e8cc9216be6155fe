import CFFmpeg

/// Why a packet is no frame of its own; empty for one that is shown. Both reasons may hold at once.
struct Hiding: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The stream itself: the packet has no picture that is shown, or only the second half of one.
  static let byCodec = Hiding(rawValue: 1)
  /// An edit list: the picture is decoded, but not shown.
  static let byContainer = Hiding(rawValue: 2)
}

/// The facts that a scan keeps of one packet of the chosen stream; times are in ticks of the stream.
struct PacketRecord {
  // FFmpeg's values, since optional numbers would make the table of a long video half as large again.
  private let rawPresentation: Int64
  private let rawDecode: Int64
  /// Byte position in the file, −1 when unknown.
  let position: Int64
  private(set) var duration: Int64
  private(set) var traits: KeyframeClassifier.Traits
  /// The field or fields that the packet holds, nil for a whole picture.
  let field: CodedField?
  /// Whether that field certainly does not complete the picture of the field before it.
  let startsFrame: Bool
  /// Set after the scan: whether it completes the picture of the packet before it.
  private(set) var isSecondField = false
  /// Why it is no frame of its own, as far as the packet shows.
  private(set) var hiding: Hiding
  /// Whether the container says that bytes are missing or wrong.
  let isCorrupt: Bool
  /// Whether only its times are known: it is beyond the end of a file that is cut off, encrypted, or damaged.
  private(set) var isMissing: Bool
  /// Whether it is missing since its picture order count is damaged (`DamagedOrder`).
  private(set) var hasDamagedOrder = false
  /// Whether it was not read, but comes from the container's table, whose keyframe flag then gives its traits.
  let isListed: Bool
  /// Whether pictures before it are not those of its group (`GroupJoints`), or lost; not stored in an index.
  private(set) var isJoint = false
  /// Whether packets before it may be lost (`LostBytes`, `ChunkNumbers`); not stored in an index.
  private(set) var followsLoss = false
  /// The picture's position in output order, if the codec counts it; not stored in an index.
  private(set) var order: PictureOrder?
  /// The side data that applies to this packet and all that follow.
  var settings: [PacketSideData]

  /// Presentation timestamp, nil when the container has none for this packet.
  var presentation: Int64? { rawPresentation == FG_NO_TIMESTAMP ? nil : rawPresentation }
  /// Decode timestamp, nil when there is none.
  var decode: Int64? { rawDecode == FG_NO_TIMESTAMP ? nil : rawDecode }

  init(
    _ packet: borrowing Packet, classifier: KeyframeClassifier, field: CodedField? = nil, startsFrame: Bool = false,
    isMissing: Bool = false, holdsNoPicture: Bool = false, order: PictureOrder? = nil
  ) {
    (self.field, self.startsFrame) = (field, startsFrame)
    self.isMissing = isMissing
    self.order = order
    isListed = false
    let raw = packet.pointer.pointee
    rawPresentation = raw.pts
    rawDecode = raw.dts
    position = raw.pos
    duration = max(0, raw.duration)
    let isFlagged = raw.flags & AV_PKT_FLAG_KEY != 0
    traits =
      isMissing
      ? (isFlagged ? .cleanStart : [])
      : classifier.traits(of: packet.bytes, alphaPlane: packet.alphaPlane, isFlagged: isFlagged)
    if order?.isHidden ?? false { traits.insert(.hidden) }
    if order?.lacksReferences ?? false { traits.insert(.lacksReferences) }
    hiding = raw.flags & AV_PKT_FLAG_DISCARD != 0 ? .byContainer : []
    isCorrupt = raw.flags & AV_PKT_FLAG_CORRUPT != 0
    // A packet without bytes is a picture that was left out.
    if traits.contains(.hidden) || raw.size == 0 || holdsNoPicture { hiding.insert(.byCodec) }
    settings = PacketSideData.all(of: packet)
  }

  /// Makes a record from a stored index.
  init(
    presentation: Int64?, decode: Int64?, position: Int64, duration: Int64, traits: KeyframeClassifier.Traits,
    field: CodedField?, startsFrame: Bool = false, hiding: Hiding, isCorrupt: Bool, settings: [PacketSideData]
  ) {
    rawPresentation = presentation ?? FG_NO_TIMESTAMP
    rawDecode = decode ?? FG_NO_TIMESTAMP
    self.position = position
    self.duration = duration
    self.traits = traits
    (self.field, self.startsFrame) = (field, startsFrame)
    self.hiding = hiding
    self.isCorrupt = isCorrupt
    self.settings = settings
    isMissing = false
    isListed = false
    order = nil
  }

  /// The record of a packet whose bytes were not read.
  ///
  /// - Parameters:
  ///   - presentation: its timestamp.
  ///   - duration: 0 if it is not listed.
  ///   - isHidden: whether an edit list hides it.
  init(
    listed presentation: Int64, decode: Int64, position: Int64, duration: Int64, isKeyframe: Bool, isHidden: Bool
  ) {
    (rawPresentation, rawDecode) = (presentation, decode)
    (self.position, self.duration) = (position, duration)
    traits = isKeyframe ? .cleanStart : []
    hiding = isHidden ? .byContainer : []
    isCorrupt = false
    isMissing = false
    isListed = true
    (field, startsFrame) = (nil, false)
    order = nil
    settings = []
  }

  /// Adds a duration that was not listed.
  mutating func listDuration(_ ticks: Int64) { duration = max(0, ticks) }

  /// Whether a packet that was read is as the container's table lists it: a whole picture, shown at that time, at which
  /// decoding may start if the table says so and only then.
  func confirms(_ listed: PacketRecord) -> Bool {
    rawPresentation == listed.rawPresentation && rawDecode == listed.rawDecode && position == listed.position
      && (listed.duration == 0 || duration == listed.duration) && hiding == listed.hiding && isStart == listed.isStart
      && field == nil
      && !isCorrupt && !isMissing && !traits.contains(.doubtful) && settings.isEmpty == listed.settings.isEmpty
  }

  /// Marks the packet as the second field of a picture: decoding may not start there, and it gives no separate picture.
  mutating func becomeSecondField() {
    isSecondField = true
    hiding.insert(.byCodec)
    traits.remove(.cleanStart)
  }

  /// Marks the packet as one for which only decoding shows when its picture is shown.
  mutating func becomeDoubtful() { traits.insert(.doubtful) }

  /// Takes that back.
  mutating func becomeCertain() { traits.remove(.doubtful) }

  /// Marks the packet as one before which references are missing.
  mutating func becomeJoint() { isJoint = true }

  /// Marks the packet as one before which others may be lost.
  mutating func followLoss() { followsLoss = true }

  /// Marks the packet as one whose bytes are of no use.
  ///
  /// - Parameter resetsOrder: whether its picture resets the count of pictures.
  mutating func becomeMissing(resetsOrder: Bool) {
    (isMissing, hasDamagedOrder) = (true, true)
    order = resetsOrder ? PictureOrder(bits: 0, startsAnew: true, isReference: true) : nil
  }

  /// Marks the packet as one at which decoding may not start after all.
  mutating func loseStart() { traits.subtract([.cleanStart, .openStart]) }

  /// Adds the second field of a picture; the durations of both are added up.
  mutating func pair(withSecondField secondField: PacketRecord) {
    let (sum, overflows) = duration.addingReportingOverflow(secondField.duration)
    if !overflows { duration = sum }
  }

  /// The record as it was read, before it, or it and the next one, were paired as fields of a picture.
  ///
  /// The second field stays without a start mark: pairing would remove it again.
  func unpaired(from next: PacketRecord?) -> PacketRecord {
    var record = self
    if let next, next.isSecondField, duration >= next.duration { record.duration -= next.duration }
    if isSecondField {
      record.isSecondField = false
      // A second field has bytes, so pairing hid it, unless its own traits do.
      if !traits.contains(.hidden) { record.hiding.remove(.byCodec) }
    }
    return record
  }

  /// Whether it holds no picture at all.
  var promisesNothing: Bool {
    hiding.contains(.byCodec) && !traits.contains(.hidden) && !isSecondField && !isCorrupt
  }

  /// Whether decoding starts here: at a proven start, or, at the beginning of a stream without one, at an intra
  /// picture, whose followers may lack references. Players show these pictures, too.
  var isStart: Bool { (traits.contains(.cleanStart) || traits.contains(.openStart)) && presentation != nil }

  /// Marks an intra picture as the one that the stream begins with.
  mutating func becomeBeginning() { traits.insert(.openStart) }

  /// Whether decoding may start here: everything from its own timestamp on is right.
  var isCleanStart: Bool { traits.contains(.cleanStart) && presentation != nil }

  /// Whether a packet that was read again is this one.
  ///
  /// It is identified by its position in the file and its presentation timestamp. The decode timestamp may differ after
  /// a seek: Matroska has none, and FFmpeg derives it from the packets before.
  func isSame(as other: PacketRecord) -> Bool {
    guard presentation == other.presentation else { return false }
    if position >= 0, position == other.position, presentation != nil { return true }
    return decode == other.decode && (position == other.position || position < 0)
  }

  /// Whether a packet that was read is the one from the index, as far as can be known before the next packet is read.
  func agrees(with kept: PacketRecord) -> Bool {
    presentation == kept.presentation && decode == kept.decode && position == kept.position && traits == kept.traits
      && hiding.contains(.byContainer) == kept.hiding.contains(.byContainer) && isCorrupt == kept.isCorrupt
      && field == kept.field
  }
}
