/// A trade-off of size against time; all of them are lossless.
public enum PNGCompression: String, Hashable, Sendable, CaseIterable {
  /// The fastest.
  case fast
  /// The same as ``fast`` for photographs and video; text and drawings are about 5 to 10 % smaller.
  case `default`
  /// Photographs about 7 % and drawings a tenth smaller than by default, in many times the time; never larger.
  case small
}
