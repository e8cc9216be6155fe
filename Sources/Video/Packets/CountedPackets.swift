import Packing
import Timeline

/// The packets that were fed while pictures were counted, and which packet each picture came from.
///
/// With it, a picture can be found without decoding everything before it: from the last packet at which decoding may
/// start, provided that the same packets are read again, and that the same pictures come out in the same order.
struct CountedPackets {
  /// The properties by which a packet is recognised when it is read again.
  struct Packet {
    /// Decode timestamp in ticks, for seeking; in raw streams and AVI it is derived, and then not always the same.
    let decode: Int64?
    /// Byte position in the file, −1 when unknown.
    let position: Int64
    /// Size in bytes, at most 2³¹ − 1.
    let size: Int32
    /// Whether decoding may start here.
    var isStart: Bool
    /// Whether pictures that precede this one may follow it in the file.
    let isOpen: Bool

    init(decode: Int64?, position: Int64, size: Int32, isStart: Bool, isOpen: Bool) {
      self.decode = decode
      self.position = position
      self.size = size
      self.isStart = isStart
      self.isOpen = isOpen
    }

    /// Whether it cannot be told from another packet when both are read again.
    func looks(like other: Packet) -> Bool {
      position >= 0 && position == other.position && size == other.size && decode == other.decode
    }

    init(_ record: PacketRecord, size: Int32) {
      self.init(
        decode: record.decode, position: record.position, size: size, isStart: record.traits.contains(.cleanStart),
        isOpen: record.traits.contains(.openStart))
    }
  }

  /// In file order, from the first one fed.
  private(set) var packets: [Packet] = []
  /// For each picture, in output order, the packet that it came from, or should have come from.
  private(set) var numbers: [Int] = []
  /// Packets whose pictures keep their positions although they cannot be decoded.
  private(set) var lost: Set<Int> = []
  /// The packets after the first at which decoding may start.
  private var starts: [Int] = []
  /// For each packet, its picture; −1 for none.
  private var pictures: [Int] = []
  /// Whether the packet of some picture is unknown.
  private var isVague = false
  /// Where palettes and decoder configurations change.
  private var changes = SettingChanges()

  /// Whether the decoder needs side data that came with an earlier packet.
  var bringsSettings: Bool { !changes.isEmpty }

  /// The palette or decoder configuration in effect at a packet.
  func settings(at number: Int) -> [PacketSideData] { changes.settings(at: number) }

  /// The greatest number of pictures that wait, sent, while one is sent that is shown before them (`measureWait`).
  private(set) var longestWait = 0

  mutating func measureWait() {
    let sent = numbers.sorted()
    let waits = numbers.enumerated().map { shown, number in sent.partitioningIndex { $0 >= number } - shown }
    longestWait = waits.max() ?? 0
  }

  mutating func append(_ packet: Packet, settings: [PacketSideData] = []) {
    if !settings.isEmpty { _ = changes.note(settings, at: packets.count) }
    if packet.isStart, !packets.isEmpty { starts.append(packets.count) }
    packets.append(packet)
    pictures.append(-1)
  }

  /// Removes all marks that decoding may start at a packet.
  mutating func distrustStarts() {
    starts = []
    for number in packets.indices { packets[number].isStart = false }
  }

  /// Adds the next output picture, which came from the packet with this number.
  mutating func append(pictureOf number: Int?) {
    guard !isVague else { return }
    guard let number, packets.indices.contains(number), pictures[number] < 0 else {
      isVague = true
      numbers = []
      return
    }
    pictures[number] = numbers.count
    numbers.append(number)
  }

  /// Whether a picture, given by its position in output order, cannot be decoded.
  func isLost(picture: Int) -> Bool { numbers.indices.contains(picture) && lost.contains(numbers[picture]) }

  /// The packets that gave no picture; nil if the packets of pictures are unknown.
  var withoutPicture: [Int]? { isVague ? nil : packets.indices.filter { pictures[$0] < 0 } }

  /// Inserts the picture of a packet that could not be decoded where it would have been output, and returns that
  /// position.
  ///
  /// - Parameters:
  ///   - known: that position, if timestamps give it.
  ///   - isUnreferenced: for each packet, whether no other picture is predicted from its picture: then it is shown as
  ///     soon as it is decoded. With reordering, other pictures wait until the unreferenced ones that follow them are
  ///     shown.
  mutating func keepPlace(of number: Int, at known: Int?, isUnreferenced: (Int) -> Bool) -> Int {
    let place = known ?? insertionIndex(ofLost: number, isUnreferenced: isUnreferenced)
    numbers.insert(number, at: place)
    lost.insert(number)
    starts.removeAll { $0 == number }
    for picture in place..<numbers.count { pictures[numbers[picture]] = picture }
    return place
  }

  private func insertionIndex(ofLost number: Int, isUnreferenced: (Int) -> Bool) -> Int {
    let isReordered = zip(numbers, numbers.dropFirst()).contains { $0 > $1 }
    guard isReordered else { return numbers.partitioningIndex(where: { $0 >= number }) }
    // It is shown before the first picture decoded after it and after the unreferenced pictures that follow it.
    var before = number
    if !isUnreferenced(number) {
      while before + 1 < packets.count, isUnreferenced(before + 1) { before += 1 }
    }
    let later = numbers.firstIndex { $0 > before } ?? numbers.count
    guard isUnreferenced(number), let reference = (0..<number).last(where: { !isUnreferenced($0) }),
      let waiting = picture(of: reference)
    else { return later }
    return min(later, waiting)
  }

  /// The picture of a packet; nil if it gave none.
  func picture(of number: Int) -> Int? {
    guard pictures.indices.contains(number), pictures[number] >= 0 else { return nil }
    return pictures[number]
  }

  /// The last packet from which a picture can be decoded; nil when only the first packet would do, so that everything
  /// must be decoded from the beginning.
  func start(forPicture picture: Int) -> Int? {
    guard numbers.indices.contains(picture) else { return nil }
    let number = numbers[picture]
    let behind = starts.partitioningIndex(where: { $0 > number })
    // Pictures shown before an open start belong to the previous start.
    return starts[..<behind].last { start in self.picture(of: start).map { $0 <= picture } ?? false }
  }

  /// The last packet that must be fed, from a start on, for all pictures up to this one to come out.
  func lastNeeded(forPicture picture: Int, from start: Int) -> Int {
    let first = self.picture(of: start) ?? picture
    guard first <= picture, numbers.indices.contains(picture) else { return start }
    return numbers[first...picture].max() ?? start
  }
}

// MARK: Packing

extension CountedPackets {
  func pack(into packing: inout VarintWriter) {
    packing.append(count: packets.count)
    var (position, decode) = (Int64(0), Int64(0))
    for packet in packets {
      let lead: UInt8 = (packet.isStart ? 1 : 0) | (packet.isOpen ? 2 : 0)
      packing.append(byte: lead | (packet.position < 0 ? 4 : 0) | (packet.decode == nil ? 8 : 0))
      if let own = packet.decode {
        packing.append(signed: own &- decode)
        decode = own
      }
      packing.append(signed: Int64(packet.size))
      guard packet.position >= 0 else { continue }
      packing.append(signed: packet.position &- position)
      position = packet.position &+ Int64(packet.size)
    }
    packing.append(count: numbers.count)
    for (place, number) in numbers.enumerated() { packing.append(signed: Int64(number - place)) }
    packing.append(count: lost.count)
    for number in lost.sorted() { packing.append(count: number) }
  }

  /// Unpacks stored packets.
  ///
  /// - Throws: `VarintError` for values that no decode can produce.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    let count = try packing.count(ofAtLeast: 2)
    guard count <= PacketTable.mostRecords else { throw VarintError() }
    var (position, decode) = (Int64(0), Int64(0))
    for _ in 0..<count {
      let lead = try packing.byte()
      if lead & 8 == 0 { decode = decode &+ (try packing.signed()) }
      guard lead < 16, let size = Int32(exactly: try packing.signed()), size >= 0 else { throw VarintError() }
      var own: Int64 = -1
      if lead & 4 == 0 {
        own = position &+ (try packing.signed())
        guard own >= 0 else { throw VarintError() }
        position = own &+ Int64(size)
      }
      append(
        Packet(
          decode: lead & 8 == 0 ? decode : nil, position: own, size: size, isStart: lead & 1 != 0, isOpen: lead & 2 != 0
        ))
    }
    let pictures = try packing.count(ofAtLeast: 1)
    guard pictures <= count else { throw VarintError() }
    for place in 0..<pictures {
      guard let number = Int(exactly: Int64(place) &+ (try packing.signed())) else { throw VarintError() }
      append(pictureOf: number)
      guard !isVague else { throw VarintError() }
    }
    for _ in 0..<(try packing.count(ofAtLeast: 1)) {
      guard let number = Int(exactly: try packing.number()), picture(of: number) != nil else { throw VarintError() }
      lost.insert(number)
      starts.removeAll { $0 == number }
    }
    measureWait()
  }
}
