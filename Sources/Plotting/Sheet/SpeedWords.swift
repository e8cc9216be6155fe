/// Speeds as people write them, in one style for a whole picture or table.
///
/// They are fractions (½, 1/10) if all of them are whole numbers or one divided by one, else decimals (0.5, 0.3).
public struct SpeedWords: Hashable, Sendable {
  private let hasFractions: Bool

  /// The style of some speeds.
  public init(_ speeds: [Double]) {
    hasFractions = speeds.allSatisfy { $0 == $0.rounded() || SpeedWords.fraction($0) != nil }
  }

  /// A speed; one between those of the style, on a curve, is rounded.
  public func text(_ speed: Double) -> String {
    if hasFractions, let fraction = SpeedWords.fraction(speed) { return fraction }
    if speed > 0, speed < 0.000_000_5 { return "<0.000001" }
    let exact = NumberText.label(speed, decimals: 6)
    return speed < 0.1 || Double(exact) == speed ? exact : NumberText.label(speed, decimals: 3)
  }

  private static func fraction(_ speed: Double) -> String? {
    guard speed > 0, speed < 1, let denominator = Int(exactly: (1 / speed).rounded()), denominator <= 100,
      speed == 1 / Double(denominator)
    else { return nil }
    return switch denominator {
    case 2: "½"
    case 3: "⅓"
    case 4: "¼"
    default: "1/\(denominator)"
    }
  }
}
