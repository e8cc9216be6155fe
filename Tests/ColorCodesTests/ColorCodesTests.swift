import CFFmpeg
import ColorCodes
import Testing

/// FFmpeg's header is an independent source for the name of each number of H.273.
struct ColorCodesTests {
  private func expect<Code: RawRepresentable<Int32>>(_ codes: [(Code, UInt32)]) {
    for (code, number) in codes { #expect(code.rawValue == Int32(bitPattern: number)) }
    #expect(Set(codes.map(\.0.rawValue)).count == codes.count)
  }

  @Test func `primaries have FFmpeg's numbers`() {
    expect([
      (ColorPrimaries.bt709, AVCOL_PRI_BT709.rawValue), (.unspecified, AVCOL_PRI_UNSPECIFIED.rawValue),
      (.bt470M, AVCOL_PRI_BT470M.rawValue), (.bt470BG, AVCOL_PRI_BT470BG.rawValue),
      (.smpte170M, AVCOL_PRI_SMPTE170M.rawValue), (.smpte240M, AVCOL_PRI_SMPTE240M.rawValue),
      (.film, AVCOL_PRI_FILM.rawValue), (.bt2020, AVCOL_PRI_BT2020.rawValue),
      (.smpte428, AVCOL_PRI_SMPTE428.rawValue), (.smpte431, AVCOL_PRI_SMPTE431.rawValue),
      (.smpte432, AVCOL_PRI_SMPTE432.rawValue), (.ebu3213, AVCOL_PRI_EBU3213.rawValue),
    ])
  }

  @Test func `transfers have FFmpeg's numbers`() {
    expect([
      (TransferCharacteristics.bt709, AVCOL_TRC_BT709.rawValue), (.unspecified, AVCOL_TRC_UNSPECIFIED.rawValue),
      (.gamma22, AVCOL_TRC_GAMMA22.rawValue), (.gamma28, AVCOL_TRC_GAMMA28.rawValue),
      (.smpte170M, AVCOL_TRC_SMPTE170M.rawValue), (.smpte240M, AVCOL_TRC_SMPTE240M.rawValue),
      (.linear, AVCOL_TRC_LINEAR.rawValue), (.log100, AVCOL_TRC_LOG.rawValue), (.log316, AVCOL_TRC_LOG_SQRT.rawValue),
      (.xvYCC, AVCOL_TRC_IEC61966_2_4.rawValue), (.bt1361, AVCOL_TRC_BT1361_ECG.rawValue),
      (.sRGB, AVCOL_TRC_IEC61966_2_1.rawValue), (.bt2020TenBits, AVCOL_TRC_BT2020_10.rawValue),
      (.bt2020TwelveBits, AVCOL_TRC_BT2020_12.rawValue), (.pq, AVCOL_TRC_SMPTE2084.rawValue),
      (.smpte428, AVCOL_TRC_SMPTE428.rawValue), (.hlg, AVCOL_TRC_ARIB_STD_B67.rawValue),
    ])
  }

  @Test func `matrices have FFmpeg's numbers`() {
    expect([
      (MatrixCoefficients.identity, AVCOL_SPC_RGB.rawValue), (.bt709, AVCOL_SPC_BT709.rawValue),
      (.unspecified, AVCOL_SPC_UNSPECIFIED.rawValue), (.fcc, AVCOL_SPC_FCC.rawValue),
      (.bt470BG, AVCOL_SPC_BT470BG.rawValue), (.smpte170M, AVCOL_SPC_SMPTE170M.rawValue),
      (.smpte240M, AVCOL_SPC_SMPTE240M.rawValue), (.ycgco, AVCOL_SPC_YCGCO.rawValue),
      (.bt2020, AVCOL_SPC_BT2020_NCL.rawValue), (.bt2020ConstantLuminance, AVCOL_SPC_BT2020_CL.rawValue),
      (.smpte2085, AVCOL_SPC_SMPTE2085.rawValue), (.ofPrimaries, AVCOL_SPC_CHROMA_DERIVED_NCL.rawValue),
      (.ofPrimariesConstantLuminance, AVCOL_SPC_CHROMA_DERIVED_CL.rawValue), (.ictcp, AVCOL_SPC_ICTCP.rawValue),
      // AVCOL_SPC_IPT_C2 of later versions.
      (.iptC2, 15),
    ])
  }

  @Test func `ranges and chroma locations have FFmpeg's numbers`() {
    expect([
      (VideoRange.unspecified, AVCOL_RANGE_UNSPECIFIED.rawValue), (.limited, AVCOL_RANGE_MPEG.rawValue),
      (.full, AVCOL_RANGE_JPEG.rawValue),
    ])
    expect([
      (ChromaLocation.unspecified, AVCHROMA_LOC_UNSPECIFIED.rawValue), (.left, AVCHROMA_LOC_LEFT.rawValue),
      (.center, AVCHROMA_LOC_CENTER.rawValue), (.topLeft, AVCHROMA_LOC_TOPLEFT.rawValue),
      (.top, AVCHROMA_LOC_TOP.rawValue), (.bottomLeft, AVCHROMA_LOC_BOTTOMLEFT.rawValue),
      (.bottom, AVCHROMA_LOC_BOTTOM.rawValue),
    ])
  }

  @Test(arguments: [Int32.min, -1, 0, 3, 19, 77, 255, 256, 65_535, .max])
  func `a number without a name is kept, and is not defined`(number: Int32) {
    #expect(ColorPrimaries(rawValue: number).rawValue == number)
    #expect(MatrixCoefficients(rawValue: number).rawValue == number)
    #expect(VideoRange(rawValue: number).rawValue == number)
    let transfer = TransferCharacteristics(rawValue: number)
    #expect(transfer.rawValue == number && !transfer.isDefined && !transfer.isHDR)
    let location = ChromaLocation(rawValue: number)
    #expect(location.rawValue == number && location.isDefined == (number == 3))
  }

  @Test func `1 and 4 to 18 are transfers, and two of them are HDR`() {
    let all = (Int32(-2)...30).map { TransferCharacteristics(rawValue: $0) }
    #expect(all.filter(\.isDefined).map(\.rawValue) == [1] + Array(4...18))
    #expect(all.filter(\.isHDR).map(\.rawValue) == [16, 18])
  }

  @Test(arguments: [(Int32.min, 0), (0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5)] as [(Int32, Int32)])
  func `H 273 counts locations from the left as 0`(location: Int32, number: Int32) {
    #expect(ChromaLocation(rawValue: location).numberOfH273 == number)
  }
}
