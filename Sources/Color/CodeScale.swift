/// What integer codes stand for: black 0 and white 1, and differences around 0 (ITU-T H.273, section 8.3).
struct CodeScale {
  /// The code of 0, and what one code more is worth, in luma, gray, red, green and blue.
  let luma: (offset: Double, factor: Double)
  /// The same in the chroma differences.
  let chroma: (offset: Double, factor: Double)

  /// Makes the scale of codes of 8 to 16 bits.
  init(depth: Int, isFullRange: Bool, matrix: Int32) {
    let top = Double(1 << depth) - 1
    let unit = Double(1 << depth) / 256
    let middle = Double(1 << depth) / 2
    luma = isFullRange ? (0, 1 / top) : (16 * unit, 1 / (219 * unit))
    // YCgCo's differences are made of codes that already span 219.
    chroma = (middle, isFullRange ? 1 / top : 1 / ((matrix == 8 ? 219 : 224) * unit))
  }
}
