import CFFmpeg

/// How a stored picture must be turned for display: an optional mirroring first, then quarter turns.
///
/// The eight values are those that a container's display matrix can describe without resampling.
public struct Orientation: Hashable, Sendable {
  /// Whether left and right are exchanged before the picture is turned.
  public let isMirrored: Bool
  /// Clockwise quarter turns after the mirroring, 0 to 3.
  public let quarterTurns: Int

  /// The picture is shown as it is stored.
  public static let upright = Orientation(isMirrored: false, quarterTurns: 0)

  /// Makes an orientation; any whole number of quarter turns is reduced to 0 to 3.
  public init(isMirrored: Bool, quarterTurns: Int) {
    self.isMirrored = isMirrored
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
  }

  /// Whether width and height are exchanged.
  public var swapsAxes: Bool { quarterTurns % 2 == 1 }

  /// The clockwise turn in degrees: 0, 90, 180 or 270.
  public var degrees: Int { quarterTurns * 90 }

  /// Reads the 3 × 3 display matrix of ISO/IEC 14496-12 (nine 16.16 and 2.30 fixed-point numbers, row by row); nil for
  /// a matrix that shears, turns by anything but quarter turns, or collapses the picture.
  ///
  /// A point (x, y) of the stored picture goes to (a·x + c·y, b·x + d·y), y down. The sign of the determinant shows
  /// whether the picture is mirrored; the angle from FFmpeg's `av_display_rotation_get` does not.
  public init?(displayMatrix m: [Int32]) {
    guard m.count == 9 else { return nil }
    let (a, b, c, d) = (m[0].signum(), m[1].signum(), m[3].signum(), m[4].signum())
    // Scaling is ignored: only which entries are zero, and the signs of the others, count.
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

extension Orientation {
  /// The orientation that is left after these steps, one after the other.
  init(_ turns: ItemTurns) {
    self = turns.steps.reduce(.upright) { before, step in
      switch step {
      case .turn(let quarters):
        Orientation(isMirrored: before.isMirrored, quarterTurns: before.quarterTurns - quarters)
      // A mirrored turn is a turn the other way; top and bottom are exchanged by half a turn more.
      case .mirror(let isSideways):
        Orientation(isMirrored: !before.isMirrored, quarterTurns: (isSideways ? 0 : 2) - before.quarterTurns)
      }
    }
  }

  /// The orientation that comes with a frame (`av_frame_get_side_data`); nil if none does.
  init?(of frame: UnsafeMutablePointer<AVFrame>) {
    guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX), data.pointee.size >= 36 else {
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: data.pointee.data, count: 36)
    self.init(displayMatrix: (0..<9).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) })
  }
}
