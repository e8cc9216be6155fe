import Color
import ColorCodes
import Exif
import Files
import PNG
import Timeline

/// The metadata of a PNG: colour, the shape of a pixel, date, place and camera, and the source of the picture.
///
/// It does not depend on when or where it is made: the same input gives the same bytes.
enum PictureMetadata {
  static func make(
    for frame: PlannedFrame, input: Path, shot: Shot, pixels: FrameReport.Pixels, significantBits: Int?,
    hasAlpha: Bool, level: PixelOptions.Metadata, color: ColorChoice = .auto
  ) -> PNGMetadata {
    guard level != .none else { return PNGMetadata() }
    return PNGMetadata(
      pixelsPerUnit: aspect(pixels.shape),
      color: color == .keep ? nil : PictureColor.make(pixels.color.samples, pixels.hdr, color),
      significantBits: significantBits.map { SignificantBits(color: $0, alpha: hasAlpha ? $0 : nil) },
      exif: level == .full ? ExifBlock(shot, time: frame.interval?.start)?.bytes : nil,
      text: level == .full ? provenance(of: frame, input: input, pixels.color) : [])
  }

  /// pHYs counts pixels per unit: a pixel twice as wide as high has half as many across.
  private static func aspect(_ shape: PixelShape) -> PixelAspect? {
    guard shape.width != shape.height else { return nil }
    return PixelAspect(x: UInt32(clamping: shape.height), y: UInt32(clamping: shape.width))
  }

  /// Primaries, transfer and matrix of the video as ITU-T H.273 numbers them, in the order of cICP, and the range; the
  /// colour chunks cannot say any of them when samples are taken for sRGB.
  private static func codePoints(_ color: ColorSpec) -> String {
    let numbers = [color.primaries.rawValue, color.transfer.rawValue, color.matrix.rawValue]
    let guesses = color.guesses.isEmpty ? "" : " (guessed: \(color.guesses.joined(separator: ", ")))"
    return numbers.map(String.init).joined(separator: "/") + " \(color.rangeName)\(guesses)"
  }

  private static func provenance(of frame: PlannedFrame, input: Path, _ color: ColorSpec) -> [PNGText] {
    var text = [
      PNGText(keyword: "Source", text: printable(input.lastComponent.bytes)),
      PNGText(keyword: "Presentation timestamp", text: String(frame.timestamp)),
      PNGText(keyword: "Time base", text: frame.timeBase.secondsPerTick.description),
    ]
    if let start = frame.interval?.start { text.append(PNGText(keyword: "Time", text: start.description)) }
    if let index = frame.index { text.append(PNGText(keyword: "Frame index", text: String(index))) }
    if let timecode = frame.storedTimecode { text.append(PNGText(keyword: "Timecode", text: timecode.description)) }
    if let model = frame.gestureModel { text.append(PNGText(keyword: "Gesture model", text: model)) }
    text.append(PNGText(keyword: "Video colour", text: codePoints(color)))
    return text
  }
}
