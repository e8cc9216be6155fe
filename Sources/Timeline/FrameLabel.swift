// The name under which a person finds a frame in the app Frame Grabber.
extension FrameTable {
  /// The frame's label `[HH:]mm:ss.ff`: the second in which it starts, and its place, from 1, among the frames that
  /// start in that second.
  ///
  /// Hours stand there from 3600 s on; every number has two digits at least. A frame that starts before t = 0 has a
  /// minus sign in front of the second below it. `nil` when there is no such frame or its second cannot be told.
  /// Source: the app's format since version 1.4.1.
  public func label(ofFrame index: Int) -> String? {
    guard let start = time(ofFrame: index) else { return nil }
    let second = start.floor
    guard let tick = ticks(at: WideRational(second)).ceiling else { return nil }
    let place = index - firstIndex(startingAtOrAfter: tick) + 1
    let magnitude = second.magnitude
    var fields = [magnitude / 60 % 60, magnitude % 60]
    if magnitude >= 3600 { fields.insert(magnitude / 3600, at: 0) }
    let clock = fields.map { Self.twoDigits($0) }.joined(separator: ":")
    return (second < 0 ? "-" : "") + clock + "." + Self.twoDigits(UInt64(place))
  }

  private static func twoDigits(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func firstIndex(startingAtOrAfter tick: Int64) -> Int {
    tick == .min ? 0 : firstIndex(startingAfter: tick - 1)
  }
}
