/// How many colours may be written.
public enum ColorDepth: Hashable, Sendable {
  /// None but the terminal's own, and reverse video.
  case none
  /// The 240 fixed ones of 256: a cube of 6 × 6 × 6 and 24 grays (xterm).
  case indexed256
  /// 24 bits.
  case full
}
