@testable import Video

extension MadeBits {
  /// Adds the low bits of an unsigned number, in this width.
  mutating func add(_ number: Int, width: Int) {
    for place in (0..<width).reversed() { add(number >> place & 1 == 1 ? "1" : "0") }
  }
}

/// Parameter sets and slices of H.264, written by hand as in ITU-T H.264, 7.3.2.1.1 and 7.3.3.
struct MadeH264 {
  var frameNumberBits = 4
  /// pic_order_cnt_type: 0 counts in slices, 1 in cycles, 2 does not reorder.
  var orderType = 0
  var orderBits = 4
  var hasFramesOnly = true
  var hasPlanes = false

  var sequence: [UInt8] {
    var bits = MadeBits()
    bits.add("01100111")  // nal_unit_type 7
    bits.add(hasPlanes ? "11110100" : "01000010")  // profile_idc 244 or 66
    bits.add("00000000 00011110")  // constraints, level_idc 30
    bits.addExpGolomb(0)  // its number
    if hasPlanes {
      bits.addExpGolomb(3)  // 4:4:4
      bits.add("1")  // separate_colour_plane_flag
      for _ in 0..<2 { bits.addExpGolomb(0) }  // 8 bits
      bits.add("0 0")  // no bypass, no lists
    }
    bits.addExpGolomb(frameNumberBits - 4)
    bits.addExpGolomb(orderType)
    if orderType == 0 { bits.addExpGolomb(orderBits - 4) }
    if orderType == 1 {
      bits.add("0")  // delta_pic_order_always_zero_flag
      for _ in 0..<3 { bits.addExpGolomb(0) }  // two offsets, no cycle
    }
    bits.addExpGolomb(4)  // max_num_ref_frames
    bits.add("0")  // no gaps
    for _ in 0..<2 { bits.addExpGolomb(7) }  // macroblocks across and down, less 1
    // frame_mbs_only_flag, and mb_adaptive_frame_field_flag if that is 0; direct_8x8_inference_flag, no cropping, no
    // VUI, the stop bit.
    bits.add(hasFramesOnly ? "1" : "0 0")
    bits.add("1 0 0 1")
    return bits.bytes
  }

  /// A slice, up to the low bits of its picture's count.
  func slice(
    _ order: Int, isIDR: Bool = false, isReference: Bool = true, type: Int = 5, first: Int = 0, set: Int = 0,
    isField: Bool = false
  ) -> [UInt8] {
    var bits = MadeBits()
    for value in [first, type, set] { bits.addExpGolomb(value) }
    if hasPlanes { bits.add("00") }  // colour_plane_id
    bits.add(-1, width: frameNumberBits)
    if !hasFramesOnly { bits.add(isField ? "1 0" : "0") }  // field_pic_flag, bottom_field_flag
    if isIDR { bits.addExpGolomb(0) }  // idr_pic_id
    bits.add(order, width: orderBits)
    bits.add("1 0110 1101")
    // nal_ref_idc 3, 2 or 0; nal_unit_type 5 or 1.
    return [isIDR ? 0x65 : isReference ? 0x41 : 0x01] + bits.bytes
  }

  /// An `avcC` record (ISO/IEC 14496-15, 5.3.3.1): lengths of four bytes, the sequence parameter sets, one picture
  /// parameter set.
  static func record(_ sequences: [[UInt8]], picture: [UInt8] = [0x68, 0xCE, 0x38, 0x80]) -> [UInt8] {
    let head: [UInt8] = [1, 66, 0, 30, 0xFF, 0xE0 | UInt8(sequences.count)]
    return head + withLengths(sequences, size: 2) + [1] + withLengths([picture], size: 2)
  }
}

/// Parameter sets and slices of HEVC, written by hand as in ITU-T H.265, 7.3.2.2, 7.3.2.3 and 7.3.6.1.
struct MadeHEVC {
  var orderBits = 4
  /// sps_max_sub_layers_minus1.
  var layers = 0
  var hasPlanes = false
  var isCropped = false
  var hasOutputFlag = false
  /// num_extra_slice_header_bits.
  var extraBits = 0

  var sequence: [UInt8] {
    var bits = MadeBits()
    bits.add("01000010 00000001")  // nal_unit_type 33
    bits.add("0000")
    bits.add(layers, width: 3)
    bits.add("1" + String(repeating: "1", count: 88 + 8))  // nesting; profile, tier and level
    for layer in 0..<layers { bits.add(layer % 2 == 0 ? "1 0" : "0 1") }  // its own profile or level
    if layers > 0 { bits.add(0, width: 2 * (8 - layers)) }
    for layer in 0..<layers { bits.add(String(repeating: "1", count: layer % 2 == 0 ? 88 : 8)) }
    bits.addExpGolomb(0)  // its number
    bits.addExpGolomb(hasPlanes ? 3 : 1)
    if hasPlanes { bits.add("1") }
    for _ in 0..<2 { bits.addExpGolomb(64) }  // width and height
    bits.add(isCropped ? "1" : "0")
    if isCropped { for edge in 0..<4 { bits.addExpGolomb(edge) } }
    for _ in 0..<2 { bits.addExpGolomb(0) }  // 8 bits
    bits.addExpGolomb(orderBits - 4)
    bits.add("1 0110 1101")
    return bits.bytes
  }

  var picture: [UInt8] {
    var bits = MadeBits()
    bits.add("01000100 00000001")  // nal_unit_type 34
    for _ in 0..<2 { bits.addExpGolomb(0) }  // its number, its sequence's
    bits.add(hasOutputFlag ? "0 1" : "0 0")  // dependent_slice_segments_enabled_flag comes first
    bits.add(extraBits, width: 3)
    bits.add("1 0110 1101")
    return bits.bytes
  }

  /// A slice, up to the low bits of its picture's count, which IDR pictures do not have.
  func slice(
    _ type: UInt8, _ order: Int? = nil, isFirst: Bool = true, set: Int = 0, kind: Int = 1, layer: UInt8 = 0,
    temporal: UInt8 = 0, isShown: Bool = true
  ) -> [UInt8] {
    var bits = MadeBits()
    bits.add(isFirst ? "1" : "0")
    if (16...23).contains(type) { bits.add("0") }  // no_output_of_prior_pics_flag
    bits.addExpGolomb(set)
    bits.add(0, width: extraBits)
    bits.addExpGolomb(kind)
    if hasOutputFlag { bits.add(isShown ? "1" : "0") }
    if hasPlanes { bits.add("00") }
    if let order { bits.add(order, width: orderBits) }
    bits.add("1 0110 1101")
    return [type << 1 | layer >> 5, layer << 3 | (temporal + 1)] + bits.bytes
  }

  /// An `hvcC` record (ISO/IEC 14496-15, 8.3.3.1): lengths of four bytes, and an array for each unit.
  static func record(_ units: [[UInt8]]) -> [UInt8] {
    let head: [UInt8] = [1] + [UInt8](repeating: 0, count: 20) + [0xFF, UInt8(units.count)]
    return head + units.flatMap { [0x80 | $0[0] >> 1, 0, 1] + withLengths([$0], size: 2) }
  }
}
