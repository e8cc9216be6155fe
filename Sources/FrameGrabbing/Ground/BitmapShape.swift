import Color
import PNG

/// The names of a bitmap's channels in a PNG.
extension Bitmap.Channels {
  var png: PNGImage.Channels {
    switch self {
    case .gray: .gray
    case .grayAlpha: .grayAlpha
    case .rgb: .rgb
    case .rgba: .rgba
    }
  }
}

extension Bitmap.BitDepth {
  var png: PNGImage.BitDepth { self == .eight ? .eight : .sixteen }
}
