import CFFmpeg
import ColorCodes

extension ColorSpec {
  /// The matrix coefficients' name, such as "bt709", or "rgb", "unspecified" or the number itself.
  ///
  /// The corresponding C function is `av_color_space_name`.
  public var matrixName: String { Self.name(of: matrix) }

  /// "full" or "limited".
  public var rangeName: String { isFullRange ? "full" : "limited" }

  /// The location of chroma samples: "left", "center", "topleft", "top", "bottomleft", "bottom", or "unsubsampled".
  public var chromaLocationName: String {
    guard chromaLocation != .unspecified else { return "unsubsampled" }
    return Self.text(av_chroma_location_name(AVChromaLocation(rawValue: Self.bits(chromaLocation))), or: chromaLocation)
  }

  /// The primaries' name, such as "bt709", or the number itself.
  ///
  /// The corresponding C function is `av_color_primaries_name`.
  public var primariesName: String { Self.name(of: primaries) }

  /// The transfer characteristics' name, such as "smpte2084", or the number itself.
  ///
  /// The corresponding C function is `av_color_transfer_name`.
  public var transferName: String { Self.name(of: transfer) }

  fileprivate static func name(of primaries: ColorPrimaries) -> String {
    text(av_color_primaries_name(AVColorPrimaries(rawValue: bits(primaries))), or: primaries)
  }

  fileprivate static func name(of transfer: TransferCharacteristics) -> String {
    text(av_color_transfer_name(AVColorTransferCharacteristic(rawValue: bits(transfer))), or: transfer)
  }

  static func name(of matrix: MatrixCoefficients) -> String {
    switch matrix {
    case .identity: "rgb"
    case .unspecified: "unspecified"
    // FFmpeg has this name from 7.1 on.
    case .iptC2: "ipt-c2"
    default: text(av_color_space_name(AVColorSpace(rawValue: bits(matrix))), or: matrix)
    }
  }

  // A negative number becomes a large one, which FFmpeg has no name for either.
  private static func bits(_ code: some RawRepresentable<Int32>) -> UInt32 { UInt32(bitPattern: code.rawValue) }

  private static func text(_ name: UnsafePointer<CChar>?, or code: some RawRepresentable<Int32>) -> String {
    name.map { String(cString: $0) } ?? String(code.rawValue)
  }
}

extension ColorSpec.Samples {
  /// The primaries' name, as ``ColorSpec/primariesName``.
  public var primariesName: String { ColorSpec.name(of: primaries) }

  /// The transfer's name, as ``ColorSpec/transferName``.
  public var transferName: String { ColorSpec.name(of: transfer) }
}
