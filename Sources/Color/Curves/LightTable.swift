import CZimg

/// The light of every code of one transfer and depth, as a part of the greatest code's, and the way back from light to the
/// nearest code.
///
/// It is light of the display, except for HLG: its display has no curve for one channel alone, so that this is light in
/// front of the camera.
struct LightTable {
  let transfer: DisplayTransfer
  let bitDepth: Bitmap.BitDepth
  /// Light by code.
  let light: [Float]
  /// The least light of each code from 1 on: that of the sample half-way to the code below it.
  let thresholds: [Float]
  /// How many thresholds lie at or below the start of each bucket, so that few are left to be compared; one bucket more
  /// ends the list.
  let starts: [UInt32]

  init(_ transfer: DisplayTransfer, _ bitDepth: Bitmap.BitDepth) {
    let top = bitDepth == .eight ? 255 : 65_535
    self.transfer = transfer
    self.bitDepth = bitDepth
    let most = transfer.light(of: 1)
    // Where there is no black, the least code stands for it.
    func part(_ sample: Double) -> Double { sample > 0 ? transfer.light(of: sample) / most : 0 }
    light = (0...top).map { Float(part(Double($0) / Double(top))) }
    let thresholds = (1...top).map { Float(part((Double($0) - 0.5) / Double(top))) }
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
