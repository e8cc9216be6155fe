import Timeline

/// A packet of a transport stream (ISO/IEC 13818-1, 2.4.3.2), from the sync byte on.
struct TransportPacket {
  /// Counts the packets of a stream that have a payload, from 0 to 15.
  let counter: UInt8
  /// Whether that may begin anew with this packet.
  let isDiscontinuous: Bool
  /// Whether the receiver found bits that are wrong.
  let hasErrors: Bool
  /// Whether a packet of the stream itself begins in it (PES, 2.4.3.6).
  let startsPacket: Bool
  let payload: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    counter = bytes[3] & 0x0F
    (hasErrors, startsPacket) = (bytes[1] & 0x80 != 0, bytes[1] & 0x40 != 0)
    let hasField = bytes[3] & 0x20 != 0
    isDiscontinuous = hasField && bytes[4] > 0 && bytes[5] & 0x80 != 0
    let start = hasField ? 5 + Int(bytes[4]) : 4
    payload = UnsafeRawBufferPointer(rebasing: bytes[(bytes[3] & 0x10 != 0 ? min(start, bytes.count) : bytes.count)...])
  }

  /// Whether a packet of video begins in it (2.4.3.7: MPEG's identifiers, and the extended one that VC-1 and Dirac have).
  var beginsVideo: Bool {
    startsPacket && payload.count > 9 && payload.starts(with: [0, 0, 1])
      && (payload[3] & 0xF0 == 0xE0 || payload[3] == 0xFD)
  }

  /// How long that packet is, with its head; nil if it does not say.
  var length: Int? {
    let length = Int(payload[4]) << 8 | Int(payload[5])
    return length > 0 ? length + 6 : nil
  }

  /// The time of its first picture, of 33 bits: when it is decoded, or else shown.
  var time: Int64? {
    let flags = payload[7] >> 6
    let place = flags == 3 ? 14 : 9
    guard flags >= 2, payload.count >= place + 5 else { return nil }
    let bytes = payload[(payload.startIndex + place)...].prefix(5).map(Int64.init)
    return (bytes[0] >> 1 & 7) << 30 | bytes[1] << 22 | (bytes[2] >> 1) << 15 | bytes[3] << 7 | bytes[4] >> 1
  }

  /// Whether it begins with a start code, and so with a coded picture.
  var isAtStartCode: Bool {
    let start = 9 + Int(payload[8])
    guard payload.count >= start + 4 else { return false }
    let code = payload[(payload.startIndex + start)...].prefix(4)
    return code.starts(with: [0, 0, 1]) || code.elementsEqual([0, 0, 0, 1])
  }
}

/// The packets of one video in a transport stream, in units: from one packet with a time to the next one.
struct TransportVideo {
  /// Units that lack bytes, in file order.
  private var broken: [Range<Int64>] = []
  /// Where the unit began that is being read, and the one before; nil before any.
  private var (start, previous): (Int64?, Int64?) = (nil, nil)
  /// Whether the unit begins with a picture, rather than with the rest of one.
  private var isAtPicture = true
  /// Whether the unit lacks bytes.
  var isBroken = false
  private var counter: UInt8?
  private var time: Int64?
  /// How many bytes the packet of the stream has, if it says so, and how many of these came.
  private var (stated, count): (Int?, Int) = (nil, 0)
  /// Where its last packet was.
  private var place: Int64 = -1

  /// Whether bytes are missing of what begins at a position.
  func isBroken(at position: Int64, isLast: Bool) -> Bool {
    let next = broken[broken.partitioningIndex { $0.upperBound > position }...].first
    if next?.contains(position) ?? false { return true }
    guard let start, position >= start else { return false }
    return isBroken || isLast && isIncomplete
  }

  private var isIncomplete: Bool { stated.map { count < $0 } ?? false }

  /// Forgets where it was: reading goes on elsewhere.
  mutating func leave() {
    (start, previous, isBroken, counter, time, stated, place) = (nil, nil, false, nil, nil, nil, -1)
  }

  /// Takes a packet that is only the next part of a picture, as nearly all are; false if it is anything else.
  mutating func goesOn(with packet: UnsafeRawBufferPointer, at position: Int64) -> Bool {
    guard let counter, packet[1] & 0xC0 == 0, packet[3] & 0x3F == 0x10 | (counter + 1) & 15 else { return false }
    self.counter = (counter + 1) & 15
    place = position
    count += packet.count - 4
    return true
  }

  /// - Parameter restart: where the last table began anew at 0.
  mutating func take(_ packet: TransportPacket, at position: Int64, restart: Int64) {
    let expected = packet.payload.isEmpty ? counter : counter.map { ($0 + 1) & 15 }
    let isLost = !packet.isDiscontinuous && expected.map { $0 != packet.counter } ?? false
    defer { (counter, place) = (packet.counter, position) }
    guard packet.beginsVideo else {
      if isLost || packet.hasErrors { isBroken = true }
      count += packet.payload.count
      return
    }
    if isIncomplete || isLost && !isJoint(packet, restart: restart) { isBroken = true }
    if let time = packet.time {
      end(at: position)
      (start, previous) = (position, start)
      (isBroken, isAtPicture, self.time) = (false, packet.isAtStartCode, time)
    }
    if packet.hasErrors { isBroken = true }
    (stated, count) = (packet.length, packet.payload.count)
  }

  /// Whether another file begins, so that nothing is known to be missing: its clock is behind by more than a second, or all
  /// its counters begin at 0.
  private func isJoint(_ packet: TransportPacket, restart: Int64) -> Bool {
    if packet.counter == 0, restart > place { return true }
    guard let time, let next = packet.time else { return false }
    // The clock has 33 bits.
    let rise = (next - time) & (1 << 33 - 1)
    return rise > 1 << 32 && rise < 1 << 33 - Self.second
  }

  private static let second: Int64 = 90_000

  private mutating func end(at position: Int64) {
    guard let start, isBroken else { return }
    note(start..<position)
    // What is missing may be the end of a picture that began before.
    if !isAtPicture, let previous { note(previous..<start) }
  }

  private mutating func note(_ unit: Range<Int64>) {
    let index = broken.partitioningIndex { $0.lowerBound >= unit.lowerBound }
    if index == broken.count || broken[index].lowerBound > unit.lowerBound { broken.insert(unit, at: index) }
  }
}
