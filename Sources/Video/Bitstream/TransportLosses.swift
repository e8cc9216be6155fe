import Timeline

/// Where bytes of the video are missing in a transport stream (ISO/IEC 13818-1, 2.4.3), found in all bytes that are read.
///
/// FFmpeg notices lost packets, but marks the picture before the one that lacks them, and none if reading begins with that.
struct TransportLosses {
  /// From one packet to the next, and what of that precedes the sync byte for FFmpeg's positions.
  private let (length, lead): (Int, Int64)
  /// The end of the bytes that were seen last; packets are looked for anew elsewhere.
  private var end: Int64 = 0
  /// Whether it is known where the next packet begins: with `rest`, or `distance` bytes behind it.
  private var isAligned = false
  private var distance = 0
  /// The bytes of a packet that is not whole yet.
  private var rest: [UInt8] = []
  /// For each PID the number of its video, counted from 1; 0 without one.
  private var numbers = [UInt8](repeating: 0, count: 1 << 13)
  private var videos: [TransportVideo] = []
  /// The video of the packet before.
  private var last: Int?
  /// The counter of the program association table, and where it began anew at 0.
  private var (table, restart): (UInt8?, Int64) = (nil, -1)

  /// - Parameter beginning: the first bytes of a file. Returns nil if they are no transport stream.
  init?(_ beginning: UnsafeRawBufferPointer) {
    let bytes = Array(beginning.prefix(TransportShape.head))
    guard let length = TransportShape.size(ofPacketsIn: bytes) else { return nil }
    (self.length, lead) = (length, Int64(length - TransportShape.length))
  }

  /// Whether bytes are missing of the coded pictures that begin in a packet.
  ///
  /// - Parameters:
  ///   - position: FFmpeg's position of that packet.
  ///   - identifier: the PID.
  ///   - isLast: whether nothing follows.
  /// - Returns: nil if it is not known.
  func isBroken(at position: Int64, of identifier: Int, isLast: Bool) -> Bool? {
    guard numbers.indices.contains(identifier), numbers[identifier] > 0, position >= 0 else { return nil }
    return videos[Int(numbers[identifier]) - 1].isBroken(at: position, isLast: isLast)
  }

  /// Looks at bytes of the file.
  mutating func pass(_ bytes: UnsafeRawBufferPointer, at position: Int64) {
    if position != end { leave() }
    end = position + Int64(bytes.count)
    var place = 0
    if !rest.isEmpty {
      let missing = TransportShape.length - rest.count
      guard bytes.count >= missing else {
        rest += bytes
        return
      }
      rest += bytes[..<missing]
      let whole = rest
      rest = []
      whole.withUnsafeBytes { take($0, at: position + Int64(missing - TransportShape.length)) }
      (place, distance) = (missing, length - TransportShape.length)
    }
    while true {
      if isAligned {
        place += distance
        distance = 0
        guard place < bytes.count else {
          distance = place - bytes.count
          return
        }
        if bytes[place] != TransportShape.sync { lose() }
      }
      if !isAligned {
        guard let next = alignment(of: bytes, from: place) else { return }
        (place, isAligned) = (next, true)
      }
      guard place + TransportShape.length <= bytes.count else {
        rest = Array(bytes[place...])
        return
      }
      take(UnsafeRawBufferPointer(rebasing: bytes[place..<place + TransportShape.length]), at: position + Int64(place))
      place += TransportShape.length
      distance = length - TransportShape.length
    }
  }

  /// Where the next packet begins, behind any number of bytes that are none: all others behind it do, too, at least one
  /// if there is room for it.
  private func alignment(of bytes: UnsafeRawBufferPointer, from place: Int) -> Int? {
    let end = max(min(bytes.count, place + length), bytes.count - length)
    return (place..<end).first { start in
      stride(from: start, to: min(bytes.count, start + TransportShape.fewest * length), by: length).allSatisfy {
        bytes[$0] == TransportShape.sync
      }
    }
  }

  /// Reading goes on elsewhere.
  private mutating func leave() {
    (isAligned, distance, rest, last, table, restart) = (false, 0, [], nil, nil, -1)
    for index in videos.indices { videos[index].leave() }
  }

  /// No packet begins where one should: the one before lacks bytes, or has some of another one.
  private mutating func lose() {
    isAligned = false
    if let last { videos[last].isBroken = true }
  }

  private mutating func take(_ packet: UnsafeRawBufferPointer, at position: Int64) {
    let identifier = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
    last = nil
    if identifier == 0 {
      let counter = packet[3] & 0x0F
      if counter == 0, let table, table != 15 { restart = position }
      table = counter
    } else if numbers[identifier] > 0 {
      let number = Int(numbers[identifier]) - 1
      last = number
      if videos[number].goesOn(with: packet, at: position - lead) { return }
      videos[number].take(TransportPacket(packet), at: position - lead, restart: restart - lead)
    } else if packet[1] & 0x40 != 0, videos.count < Self.mostVideos, TransportPacket(packet).beginsVideo {
      videos.append(TransportVideo())
      numbers[identifier] = UInt8(videos.count)
      last = videos.count - 1
      videos[videos.count - 1].take(TransportPacket(packet), at: position - lead, restart: -1)
    }
  }

  /// More than any multiplex has; a stream that lies has no more.
  private static let mostVideos = 64
}
