import CFFmpeg

/// Reads the number of a packet's picture in H.264 (frame_num), which both fields of a frame have.
///
/// It stops at a packet whose parameter sets differ from those at the beginning; from there on the number is unknown.
struct FrameNumberReader {
  private let count: SequenceParameters.OrderCount
  private let (bits, planeBits): (Int, Int)
  private let lengthSize: Int
  private var isOver = false

  /// Nil if the stream's configuration does not say how many bits the number has.
  init?(_ parameters: borrowing AVCodecParameters) {
    guard parameters.codec_id == AV_CODEC_ID_H264, let count = SequenceParameters(copy parameters)?.orderCount,
      case .counted(let bits, _, let hasPlanes, _) = count
    else { return nil }
    self.count = count
    (self.bits, planeBits) = (bits, hasPlanes ? 2 : 0)
    let configuration = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    lengthSize = NALUnits.lengthSize(configuration: configuration, isHEVC: false)
  }

  /// The number in the first slice header of a packet (ITU-T H.264, 7.3.3); nil if it is unknown.
  mutating func number(in packet: UnsafeRawBufferPointer) -> UInt32? {
    for unit in NALUnits(packet, lengthSize: lengthSize) where !isOver {
      guard let header = unit.first else { continue }
      switch header & 0x1F {
      case 7: isOver = SequenceParameters(unit: unit).map { $0.orderCount != count } ?? false
      case 1, 2, 5:
        var slice = BitReader(unit.dropFirst(), skipsEmulation: true)
        // The first macroblock, the type of the slice and its picture parameter set.
        for _ in 0..<3 where slice.readExpGolomb() == nil { return nil }
        return slice.skip(planeBits) ? slice.read(bits).map(UInt32.init) : nil
      default: continue
      }
    }
    return nil
  }

  /// Whether a packet holds more than one field: slices of two of them start at the first macroblock.
  func holdsBothFields(_ packet: UnsafeRawBufferPointer) -> Bool {
    var starts = 0
    for unit in NALUnits(packet, lengthSize: lengthSize) {
      guard let header = unit.first, [1, 2, 5].contains(header & 0x1F), let first = unit.dropFirst().first else {
        continue
      }
      // The number 0 is coded as one bit, 1.
      if first & 0x80 != 0 { starts += 1 }
      if starts > 1 { return true }
    }
    return false
  }
}
