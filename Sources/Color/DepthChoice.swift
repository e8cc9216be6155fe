import ColorCodes

/// How many bits a bitmap's samples have.
public enum DepthChoice: String, Hashable, Sendable, CaseIterable {
  /// 16 when the stored samples have more than 8 bits, and for PQ and HLG, else 8.
  case auto
  /// Always 8, rounded to the nearest code, without dithering.
  case eight = "8"
  /// Always 16.
  case sixteen = "16"

  /// The depth for stored samples of `bits` bits and a transfer.
  func bitDepth(forStoredBits bits: Int, transfer: TransferCharacteristics) -> Bitmap.BitDepth {
    switch self {
    case .auto: bits > 8 || transfer.isHDR ? .sixteen : .eight
    case .eight: .eight
    case .sixteen: .sixteen
    }
  }
}
