/// Size against time; the pixels are the same whichever is chosen.
public enum PNGCompression: String, Hashable, Sendable, CaseIterable {
  /// The least time.
  case fast
  /// The same as ``fast`` for photographs and video; text and drawings are some 5 to 10 % smaller.
  case `default`
  /// Photographs some 7 % smaller than by default, drawings a tenth, for many times the time; never larger.
  case small
}
