/// A small picture of the frame at one moment of the gesture.
public struct PlottedThumbnail: Hashable, Sendable {
  /// The moment of the gesture, in microseconds, to which the leader line points.
  public var timeInMicroseconds: Int64

  /// The lines below it, such as the frame index and its time; the first four are drawn.
  public var caption: [String]

  /// A PNG file, embedded unchanged; if empty, a box says that there is no picture.
  public var png: [UInt8]

  /// The width of the picture in pixels, only used for its aspect ratio.
  public var width: Int

  /// The height of the picture in pixels, only used for its aspect ratio.
  public var height: Int

  /// Makes a thumbnail of a PNG file and its size in pixels.
  public init(timeInMicroseconds: Int64, caption: [String], png: [UInt8], width: Int, height: Int) {
    self.timeInMicroseconds = timeInMicroseconds
    self.caption = caption
    self.png = png
    self.width = width
    self.height = height
  }
}
