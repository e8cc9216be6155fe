public import Color
public import PNG

/// What a picture looks like, and how it is coded.
public struct PixelOptions: Sendable {
  /// The metadata in the PNG.
  public enum Metadata: String, CaseIterable, Sendable {
    /// Colour, pixel shape, date, place and camera, and the source.
    case full
    /// Colour and pixel shape.
    case color
    /// Nothing.
    case none
  }

  /// The changes that are asked for by flags.
  public var flags: Set<PictureFlag> = []
  /// Bits of each sample in the PNG.
  public var depth = DepthChoice.auto
  /// Whether colours are kept or converted to sRGB, and whether the PNG describes them.
  public var color = ColorChoice.auto
  /// The size of the pictures and the shape of their pixels.
  public var sizing = PictureSizing()
  /// The metadata in the PNG.
  public var metadata = Metadata.full
  /// The trade-off between the PNG's size and time; pixels never change.
  public var compression = PNGCompression.default
  /// How pictures are written as plain samples; nil for PNG.
  public var raw: RawPictures?
  /// Whether pictures are tiles of sheets, and which; they are handed on as samples of ``raw`` then.
  public var sheet: SheetOptions?

  /// Whether of interlaced pictures only the first field is shown.
  public var deinterlaces: Bool { flags.contains(.deinterlaced) }
  /// Whether pictures are turned upright.
  var appliesOrientation: Bool { !flags.contains(.asStored) }
}
