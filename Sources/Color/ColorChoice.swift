/// Which colours pictures are output in, and whether files are tagged with them.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// The video's own primaries and transfer; files are tagged with them.
  case auto
  /// Converted to sRGB (IEC 61966-2-1), which every viewer shows correctly.
  case srgb
  /// The video's own, as ``auto``, but files are not tagged.
  case keep
}
