/// In which colours pictures are handed out, and whether files say so.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// In the video's own primaries and transfer, and files name them.
  case auto
  /// Converted to sRGB (IEC 61966-2-1), which every viewer shows rightly.
  case srgb
  /// In the video's own, as ``auto``, and files say nothing of them.
  case keep
}
