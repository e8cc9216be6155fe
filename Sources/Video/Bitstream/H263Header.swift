/// The header of a picture of H.263 and of the two variants for which the container's keyframe flag cannot be relied on:
/// Intel's and Flash's (Sorenson Spark).
struct H263Header {
  /// Whether the picture depends on no other.
  let isIntra: Bool
  /// Whether no other picture depends on it.
  let isDisposable: Bool
  /// Whether its blocks are predicted by the vectors of their neighbours, too (ITU-T H.263, annex F).
  let overlaps: Bool

  private init(isIntra: Bool, isDisposable: Bool = false, overlaps: Bool = false) {
    (self.isIntra, self.isDisposable, self.overlaps) = (isIntra, isDisposable, overlaps)
  }

  /// Reads the header of ITU-T H.263 (5.1); nil when there is none.
  ///
  /// In the extended version (5.1.4), an intra picture counts only if it states all its modes; otherwise it takes them
  /// from an earlier picture.
  init?(h263 bytes: UnsafeRawBufferPointer) {
    var bits = BitReader(bytes[...], skipsEmulation: false)
    // The start code of 22 bits, the time of 8; then a one and a zero, and three flags.
    guard bits.read(22) == 0x20, bits.skip(8), bits.read(2) == 2, bits.skip(3), let format = bits.read(3) else {
      return nil
    }
    if format != 6, format != 7 {
      // Behind the type are the flags of annexes D and E, and that of annex F.
      guard let isInter = bits.readBit(), let modes = bits.read(3) else { return nil }
      self.init(isIntra: isInter == 0, overlaps: modes & 1 != 0)
      return
    }
    // The modes are 18 bits: the size, a flag, and those of the annexes.
    guard let updates = bits.read(3), let modes = updates == 1 ? bits.read(18) : 0, let type = bits.read(3) else {
      return nil
    }
    self.init(isIntra: type == 0 && updates == 1, overlaps: modes >> 11 & 1 != 0)
  }

  /// Reads the header of Intel's variant (the flag where H.263 has its own); nil when there is none.
  init?(intel bytes: UnsafeRawBufferPointer) {
    var bits = BitReader(bytes[...], skipsEmulation: false)
    guard bits.read(22) == 0x20, bits.skip(8), bits.read(2) == 2, bits.skip(6), let isInter = bits.readBit(),
      let modes = bits.read(3)
    else { return nil }
    self.init(isIntra: isInter == 0, overlaps: modes & 1 != 0)
  }

  /// Reads the header of Flash's variant (SWF file format, version 10, annex A); nil when there is none.
  init?(flash bytes: UnsafeRawBufferPointer) {
    var bits = BitReader(bytes[...], skipsEmulation: false)
    // A start code of 17 bits, a version of 5, the time of 8, and a size, whose first two codes have own numbers.
    guard bits.read(17) == 1, let version = bits.read(5), version < 2, bits.skip(8), let size = bits.read(3),
      bits.skip(size == 0 ? 16 : size == 1 ? 32 : 0), let type = bits.read(2)
    else { return nil }
    self.init(isIntra: type == 0, isDisposable: type > 1)
  }
}
