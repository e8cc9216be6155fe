import CZimg

/// The light of every code of one curve and depth, and the way back from light to the nearest code.
struct LightTable {
  let curve: TransferCurve
  let bitDepth: Bitmap.BitDepth
  /// Light by code.
  let light: [Float]
  /// The least light of each code from 1 on: that of the sample half-way to the code below it.
  let thresholds: [Float]
  /// How many thresholds lie at or below the start of each bucket, so that few are left to be compared; one bucket more
  /// ends the list.
  let starts: [UInt32]

  init(_ curve: TransferCurve, _ bitDepth: Bitmap.BitDepth) {
    let top = bitDepth == .eight ? 255 : 65_535
    self.curve = curve
    self.bitDepth = bitDepth
    light = (0...top).map { Float(curve.light(Double($0) / Double(top))) }
    let thresholds = (1...top).map { Float(curve.light((Double($0) - 0.5) / Double(top))) }
    var starts: [UInt32] = []
    var count = 0
    for bucket in 0...UInt32(CZIMG_BUCKETS) {
      let start = czimg_bucket_start(bucket)
      while count < thresholds.count, thresholds[count] <= start { count += 1 }
      starts.append(UInt32(count))
    }
    self.thresholds = thresholds
    self.starts = starts
  }
}
