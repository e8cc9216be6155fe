/// A change of the picture that is asked for by a flag; the raw value is the option's name without its dashes.
public enum PictureFlag: String, Hashable, Sendable, CaseIterable {
  /// The picture is left as it is stored, and not turned upright.
  case asStored = "no-rotate"
  /// Of an interlaced picture only the first field is shown, at full height.
  case deinterlaced = "deinterlace"
}
