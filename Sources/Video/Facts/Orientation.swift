/// How a stored picture must be turned to be seen the right way up: an optional mirroring first, then quarter turns.
///
/// The eight values are those that a container's display matrix can ask for without resampling.
public struct Orientation: Hashable, Sendable {
  /// Whether left and right are exchanged before the picture is turned.
  public let isMirrored: Bool
  /// Clockwise quarter turns after the mirroring, 0 to 3.
  public let quarterTurns: Int

  /// The picture is shown as it is stored.
  public static let upright = Orientation(isMirrored: false, quarterTurns: 0)

  /// Makes an orientation; any whole number of quarter turns is brought into 0 to 3.
  public init(isMirrored: Bool, quarterTurns: Int) {
    self.isMirrored = isMirrored
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
  }

  /// Whether width and height change places.
  public var swapsAxes: Bool { quarterTurns % 2 == 1 }

  /// The clockwise turn in degrees: 0, 90, 180 or 270.
  public var degrees: Int { quarterTurns * 90 }

  /// Reads the 3 × 3 display matrix of ISO/IEC 14496-12 (nine 16.16 and 2.30 fixed-point numbers, row by row), nil for
  /// a matrix that shears, turns by something else than a quarter, or collapses the picture.
  ///
  /// A point (x, y) of the stored picture goes to (a·x + c·y, b·x + d·y), y down. The sign of the determinant tells a
  /// mirrored picture, which the angle that FFmpeg's `av_display_rotation_get` computes does not.
  public init?(displayMatrix m: [Int32]) {
    guard m.count == 9 else { return nil }
    let (a, b, c, d) = (m[0].signum(), m[1].signum(), m[3].signum(), m[4].signum())
    // Scaling is not an orientation: only which of the entries are zero, and the signs of the others, count.
    switch (a, b, c, d) {
    case (1, 0, 0, 1): self.init(isMirrored: false, quarterTurns: 0)
    case (0, 1, -1, 0): self.init(isMirrored: false, quarterTurns: 1)
    case (-1, 0, 0, -1): self.init(isMirrored: false, quarterTurns: 2)
    case (0, -1, 1, 0): self.init(isMirrored: false, quarterTurns: 3)
    case (-1, 0, 0, 1): self.init(isMirrored: true, quarterTurns: 0)
    case (0, -1, -1, 0): self.init(isMirrored: true, quarterTurns: 1)
    case (1, 0, 0, -1): self.init(isMirrored: true, quarterTurns: 2)
    case (0, 1, 1, 0): self.init(isMirrored: true, quarterTurns: 3)
    default: return nil
    }
  }
}
