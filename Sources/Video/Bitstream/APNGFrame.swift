import CFFmpeg

/// How a frame of an APNG file is put on the canvas, by its `fcTL` chunk (PNG, third edition, 11.3.6.2).
struct APNGFrame {
  /// Width and height of the whole picture.
  struct Canvas {
    let width: UInt32
    let height: UInt32

    init(_ parameters: borrowing AVCodecParameters) {
      width = UInt32(clamping: parameters.width)
      height = UInt32(clamping: parameters.height)
    }
  }

  private let number: UInt32
  private let area: (left: UInt32, top: UInt32, width: UInt32, height: UInt32)
  private let dispose: UInt8
  private let blend: UInt8

  /// `dispose_op` 2: after the frame, the canvas is restored to its previous content.
  private static let previous: UInt8 = 2
  /// `blend_op` 0: the frame replaces the content of the canvas, including transparency.
  private static let source: UInt8 = 0

  /// Reads the chunk that a packet of FFmpeg's demuxer begins with; nil without one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 34, bytes[4..<8].elementsEqual("fcTL".utf8) else { return nil }
    func word(_ place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    number = word(8)
    area = (left: word(20), top: word(24), width: word(12), height: word(16))
    dispose = bytes[32]
    blend = bytes[33]
  }

  /// Whether neither this picture nor any later one depends on the previous content of the canvas.
  ///
  /// FFmpeg calls more frames keyframes: also those after which the canvas is restored to its previous content.
  func isStart(on canvas: Canvas) -> Bool {
    if number == 0 { return true }
    return area == (0, 0, canvas.width, canvas.height) && blend == Self.source && dispose != Self.previous
  }
}
