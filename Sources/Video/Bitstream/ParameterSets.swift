import CFFmpeg

/// The parameter sets, sequence headers or tables of a stream, followed packet by packet.
///
/// A packet with an intra picture is a start only if the sets in force there are those of the container or in the
/// packet itself: a new decoder has no others. Where two streams were joined, later keyframes may lack theirs.
struct ParameterSets {
  /// Where a packet at which decoding could start has its sets from.
  private enum Supply {
    /// From itself, as far as they differ from the container's.
    case own
    /// From the container; packets before it, which were not read, may have others.
    case borrowed
    /// From packets before it: decoding cannot start here.
    case lacking
  }

  private enum Syntax {
    case h264(lengthSize: Int)
    case hevc(lengthSize: Int)
    /// MPEG-1 and MPEG-2: a sequence header replaces everything that was in force.
    case mpegVideo
    /// MPEG-4 part 2: the header of the video object layer.
    case mpeg4
    /// Tables of Motion JPEG, whose contents may change with each picture.
    case jpeg
  }

  private let syntax: Syntax
  /// The hashes of the container's sets, by kind and number.
  private(set) var given: [Int: Int]
  private var inForce: [Int: Int]
  /// Whether any packet had a set.
  private var isInBand = false
  /// Whether a start read since the last seek is `borrowed`.
  private(set) var hasBorrowed = false
  /// Whether the sets in force are known: from the beginning of the stream, or after a packet that had all sets.
  private var isKnown = true

  /// Nil for a codec whose pictures need no such sets, or whose sets are not followed.
  init?(_ parameters: borrowing AVCodecParameters) {
    let record = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    switch parameters.codec_id {
    case AV_CODEC_ID_H264: syntax = .h264(lengthSize: NALUnits.lengthSize(configuration: record, isHEVC: false))
    case AV_CODEC_ID_HEVC: syntax = .hevc(lengthSize: NALUnits.lengthSize(configuration: record, isHEVC: true))
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: syntax = .mpegVideo
    case AV_CODEC_ID_MPEG4: syntax = .mpeg4
    case AV_CODEC_ID_MJPEG: syntax = .jpeg
    default: return nil
    }
    (given, inForce) = ([:], [:])
    var found: [Int: Int] = [:]
    switch syntax {
    case .h264(let size) where size > 0:
      for unit in Self.units(in: record, from: 5, arrays: 2, countBits: 0x1F) { note(unit, in: &found) }
    case .hevc(let size) where size > 0:
      for unit in Self.units(in: record, from: 23, arrays: Int(record[22]), countBits: nil) { note(unit, in: &found) }
    case .jpeg: break
    default: _ = read(record, into: &found)
    }
    (given, inForce) = (found, found)
  }

  /// Takes the sets of the next packet; false if decoding cannot start at its intra picture, since packets before it
  /// gave others.
  mutating func supply(_ packet: UnsafeRawBufferPointer, isStart: Bool) -> Bool {
    let supply = take(packet)
    hasBorrowed = hasBorrowed || isStart && supply == .borrowed
    return supply != .lacking
  }

  private mutating func take(_ packet: UnsafeRawBufferPointer) -> Supply {
    var own: [Int: Int] = [:]
    let startsAnew = read(packet, into: &own)
    if startsAnew { inForce.removeAll() }
    inForce.merge(own) { $1 }
    isInBand = isInBand || !own.isEmpty
    if case .jpeg = syntax { return inForce.keys.allSatisfy { own[$0] != nil } ? .own : .lacking }
    guard inForce.allSatisfy({ (own[$0] ?? given[$0]) == $1 }) else { return .lacking }
    if startsAnew || inForce.keys.allSatisfy({ own[$0] != nil }) && !own.isEmpty { isKnown = true }
    return isKnown || !isInBand ? .own : .borrowed
  }

  /// Forgets what is in force, after a seek. Motion JPEG's tables that were seen once stay necessary for each picture.
  mutating func leave() {
    (isKnown, hasBorrowed) = (false, false)
    if case .jpeg = syntax { return }
    inForce = given
  }

  // MARK: Reading

  /// Whether this is H.264 with start codes whose configuration has sets.
  var areInPackets: Bool {
    if case .h264(lengthSize: 0) = syntax { return !given.isEmpty }
    return false
  }

  /// The hashes of a packet's own sets, by kind and number.
  func own(of packet: UnsafeRawBufferPointer) -> [Int: Int] {
    var own: [Int: Int] = [:]
    _ = read(packet, into: &own)
    return own
  }

  /// Reads the sets before the first slice of a packet; true if they end all that were in force before.
  private func read(_ bytes: UnsafeRawBufferPointer, into found: inout [Int: Int]) -> Bool {
    if case .jpeg = syntax {
      for table in JPEGMarkers(bytes).tables { found[table] = 0 }
      return false
    }
    var startsAnew = false
    // With start codes a unit extends to the end of the packet, so it is closed when the next one starts.
    var open: Slice<UnsafeRawBufferPointer>?
    for unit in NALUnits(bytes, lengthSize: lengthSize).prefix(1024) {
      if let unit = open.map({ lengthSize == 0 ? $0[..<(unit.startIndex - 3)] : $0 }) { note(unit, in: &found) }
      let kind = kind(of: unit)
      open = isSet(kind) ? unit : nil
      if case .mpegVideo = syntax, kind == 0xB3 { startsAnew = true }
      if isSlice(kind) { return startsAnew }
    }
    if let open { note(open, in: &found) }
    return startsAnew
  }

  private var lengthSize: Int {
    switch syntax {
    case .h264(let size), .hevc(let size): size
    case .mpegVideo, .mpeg4, .jpeg: 0
    }
  }

  private func kind(of unit: Slice<UnsafeRawBufferPointer>) -> Int {
    let first = Int(unit[unit.startIndex])
    return switch syntax {
    case .h264: first & 0x1F
    case .hevc: first >> 1 & 0x3F
    // FFmpeg takes the latest header of MPEG-4, whatever its number.
    case .mpeg4: first & 0xF0 == 0x20 ? 0x20 : first
    case .mpegVideo, .jpeg: first
    }
  }

  private func isSet(_ kind: Int) -> Bool {
    switch syntax {
    case .h264: kind == 7 || kind == 8
    case .hevc: (32...34).contains(kind)
    case .mpegVideo, .jpeg: kind == 0xB3 || kind == 0xB5
    case .mpeg4: kind == 0x20
    }
  }

  private func isSlice(_ kind: Int) -> Bool {
    switch syntax {
    case .h264: (1...5).contains(kind)
    case .hevc: kind < 32
    case .mpegVideo, .jpeg: (0x01...0xAF).contains(kind)
    case .mpeg4: kind == 0xB6
    }
  }

  /// Notes a set by its kind and number, without the zeros behind it.
  private func note(_ unit: Slice<UnsafeRawBufferPointer>, in found: inout [Int: Int]) {
    let kind = kind(of: unit)
    guard isSet(kind), let number = number(of: unit, kind: kind) else { return }
    var hasher = Hasher()
    for byte in unit.prefix(through: unit.lastIndex { $0 != 0 } ?? unit.startIndex) { hasher.combine(byte) }
    found[kind << 32 | number] = hasher.finalize()
  }

  /// The number of a set among those of its kind (ITU-T H.264, 7.3.2.1.1 and 7.3.2.2; H.265, 7.3.2.1 to 7.3.2.3); of
  /// the extensions of MPEG-2 (6.3.2), those that last are the sequence's and the matrices'.
  private func number(of unit: Slice<UnsafeRawBufferPointer>, kind: Int) -> Int? {
    if case .mpegVideo = syntax {
      guard kind == 0xB5 else { return 0 }
      let id = unit.count > 1 ? Int(unit[unit.startIndex + 1] >> 4) : 0
      return id == 1 || id == 3 ? id : nil
    }
    if case .mpeg4 = syntax { return 0 }
    var bits = BitReader(unit, skipsEmulation: true)
    switch (syntax, kind) {
    case (.h264, 7): return bits.skip(32) ? bits.readExpGolomb() : nil
    case (.h264, _): return bits.skip(8) ? bits.readExpGolomb() : nil
    case (_, 32): return bits.skip(16) ? bits.read(4) : nil
    case (_, 33):
      guard bits.skip(16 + 4), let layers = bits.read(3), bits.skip(1 + 96) else { return nil }
      guard layers > 0 else { return bits.readExpGolomb() }
      var length = 0
      for layer in 0..<8 {
        guard let flags = bits.read(2) else { return nil }
        if layer < layers { length += (flags & 2 != 0 ? 88 : 0) + (flags & 1 != 0 ? 8 : 0) }
      }
      return bits.skip(length) ? bits.readExpGolomb() : nil
    default: return bits.skip(16) ? bits.readExpGolomb() : nil
    }
  }

  /// The units of a configuration record (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1): arrays of units with a length of 16 bits
  /// each, behind a count; of HEVC, behind a byte and a count of 16 bits.
  private static func units(
    in record: UnsafeRawBufferPointer, from start: Int, arrays: Int, countBits: UInt8?
  ) -> [Slice<UnsafeRawBufferPointer>] {
    var (found, place): ([Slice<UnsafeRawBufferPointer>], Int) = ([], start)
    func number() -> Int? {
      guard place + 1 < record.count else { return nil }
      defer { place += 2 }
      return Int(record[place]) << 8 | Int(record[place + 1])
    }
    for array in 0..<arrays {
      let count: Int
      if let countBits {
        guard place < record.count else { return found }
        // The second array, of picture parameter sets, has a count of eight bits.
        count = Int(record[place] & (array == 0 ? countBits : 0xFF))
        place += 1
      } else {
        place += 1
        guard let units = number() else { return found }
        count = units
      }
      for _ in 0..<count {
        guard let length = number(), length > 0, place + length <= record.count else { return found }
        found.append(record[place..<place + length])
        place += length
      }
    }
    return found
  }
}
