import CFFmpeg

extension ColorSpec {
  /// The matrix coefficients' name, such as "bt709", or "rgb", "unspecified" or the number itself.
  ///
  /// The corresponding C function is `av_color_space_name`.
  public var matrixName: String { Self.name(ofMatrix: matrix) }

  /// "full" or "limited".
  public var rangeName: String { isFullRange ? "full" : "limited" }

  /// Where chroma samples lie: "left", "center", "topleft", "top", "bottomleft", "bottom", or "unsubsampled".
  public var chromaLocationName: String {
    guard chromaLocation != 0 else { return "unsubsampled" }
    return Self.text(
      av_chroma_location_name(AVChromaLocation(rawValue: Self.rawValue(chromaLocation))), orNumber: chromaLocation)
  }

  /// The primaries' name, such as "bt709", or the number itself.
  ///
  /// The corresponding C function is `av_color_primaries_name`.
  public var primariesName: String { Self.name(ofPrimaries: primaries) }

  /// The transfer characteristics' name, such as "smpte2084", or the number itself.
  ///
  /// The corresponding C function is `av_color_transfer_name`.
  public var transferName: String { Self.name(ofTransfer: transfer) }

  fileprivate static func name(ofPrimaries primaries: Int32) -> String {
    text(av_color_primaries_name(AVColorPrimaries(rawValue: rawValue(primaries))), orNumber: primaries)
  }

  fileprivate static func name(ofTransfer transfer: Int32) -> String {
    text(av_color_transfer_name(AVColorTransferCharacteristic(rawValue: rawValue(transfer))), orNumber: transfer)
  }

  static func name(ofMatrix matrix: Int32) -> String {
    switch matrix {
    case 0: "rgb"
    case 2: "unspecified"
    default: text(av_color_space_name(AVColorSpace(rawValue: rawValue(matrix))), orNumber: matrix)
    }
  }

  // A negative number becomes a great one, which FFmpeg has no name for either.
  private static func rawValue(_ number: Int32) -> UInt32 { UInt32(bitPattern: number) }

  private static func text(_ name: UnsafePointer<CChar>?, orNumber number: Int32) -> String {
    name.map { String(cString: $0) } ?? String(number)
  }
}

extension ColorSpec.Origin {
  /// The primaries' name, as ``ColorSpec/primariesName``.
  public var primariesName: String { ColorSpec.name(ofPrimaries: primaries) }

  /// The transfer's name, as ``ColorSpec/transferName``.
  public var transferName: String { ColorSpec.name(ofTransfer: transfer) }
}
