import CZimg

/// The light of every code of one transfer and depth, as a fraction of the greatest code's light, and the tables to
/// find the nearest code for a light.
///
/// It is the display's light, except for HLG: an HLG display has no curve for a single channel, so this is the scene's
/// light, in front of the camera.
struct LightTable {
  let transfer: DisplayTransfer
  let bitDepth: Bitmap.BitDepth
  /// Light by code.
  let light: [Float]
  /// The least light of each code from 1 on: the light half-way (in samples) to the code below.
  let thresholds: [Float]
  /// How many thresholds are at or below the start of each bucket, so that few are left to compare; an extra bucket
  /// ends the list.
  let starts: [UInt32]

  init(_ transfer: DisplayTransfer, _ bitDepth: Bitmap.BitDepth) {
    let top = bitDepth == .eight ? 255 : 65_535
    self.transfer = transfer
    self.bitDepth = bitDepth
    let most = transfer.light(of: 1)
    func part(_ sample: Double) -> Double { transfer.light(of: sample) / most }
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
