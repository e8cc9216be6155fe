public import ColorCodes
import Memory

/// Why a picture could not be turned into a bitmap.
public struct ColorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Fault: Hashable, Sendable {
    /// The matrix coefficients, by FFmpeg's name, cannot be undone exactly.
    case unsupportedMatrix(name: String, MatrixCoefficients)
    /// The pixel format, by FFmpeg's name, and why its samples cannot be read.
    case unsupportedPixelFormat(name: String, reason: String)
    /// The picture has no pixels, or a plane of samples is missing.
    case incompletePicture(width: Int, height: Int)
    /// The bitmap would have more bytes than can be counted.
    case tooLarge(width: Int, height: Int)
    /// An allocation of `byteCount` bytes failed.
    case outOfMemory(byteCount: Int)
    /// It was stopped, since it took longer than allowed.
    case stopped
    /// zimg's error message and code.
    case zimg(message: String, code: Int32)
    /// FFmpeg's status when libswscale failed on a pixel format.
    case swscale(pixelFormat: String, status: Int32)
  }

  /// What went wrong.
  public let fault: Fault

  /// Makes an error of a fault.
  public init(_ fault: Fault) { self.fault = fault }

  /// The error of a failed allocation.
  init(_ error: OutOfMemory) { self.init(.outOfMemory(byteCount: error.byteCount)) }

  /// A message that starts in lower case and has no full stop.
  public var description: String {
    switch fault {
    case .unsupportedMatrix(let name, let matrix):
      "matrix coefficients \(name) (number \(matrix.rawValue) in H.273\(matrix == .iptC2 ? ", Dolby Vision" : ""))"
        + " cannot be converted to RGB;"
        + " BT.601, BT.709, BT.2020 (non-constant luminance), SMPTE 240M, FCC, YCgCo and RGB can"
    case .unsupportedPixelFormat(let name, let reason):
      "pixel format \(name) cannot be converted: \(reason)"
    case .incompletePicture(let width, let height):
      "incomplete picture of \(width)x\(height): its samples are missing"
    case .tooLarge(let width, let height):
      "picture of \(width)x\(height) is too large to convert"
    case .outOfMemory(let byteCount):
      "out of memory: \(byteCount) bytes were needed to convert the picture"
    case .stopped: "the conversion was stopped"
    case .zimg(let message, let code):
      "colour conversion failed: \(message.isEmpty ? "zimg gave no reason" : message) (zimg error \(code))"
    case .swscale(let pixelFormat, let status):
      "pixel format \(pixelFormat) could not be rearranged by libswscale (status \(status))"
    }
  }
}

extension AlignedBuffer {
  /// Allocates memory for a picture.
  static func forPicture(byteCount: Int) throws(ColorError) -> AlignedBuffer {
    do throws(OutOfMemory) {
      return try AlignedBuffer(byteCount: byteCount)
    } catch {
      throw ColorError(error)
    }
  }
}
