public import Packing
import Timeline

/// The parts of a picture's file name that the template uses: numbers, and the name of its moment.
///
/// In this form a name goes from the worker that found the frame to the process that owns the template, so that nothing
/// else of a path can come from a video.
public struct PictureName: Hashable, Packed, Sendable {
  /// The requested time in seconds from t = 0; nil if the frame was not requested by time.
  var asked: Rational?
  /// The digits after the point of that time: 3, 6 or 9.
  var fractionDigits = 3
  var index: Int?
  /// When the frame appears, in seconds from t = 0.
  var start: Rational?
  var timecode: String?
  var label: String?
  var timestamp: Int64 = 0
  /// The name of the moment, as far as it may be a part of a file's name.
  var moment: SafeName?
  /// The number of the sheet, from 1.
  var sheet = 1

  init() {}

  init(sheet: Int) { self.sheet = sheet }

  /// Appends the name to a message.
  public func pack(into packing: inout VarintWriter) {
    packing.append(asked, fractionDigits, index, start, timecode, label, timestamp, moment, sheet)
  }

  /// Reads a name from a message.
  ///
  /// - Throws: `VarintError` for anything but numbers, texts of digits, colons, semicolons and points, and the name of a
  ///   moment that is safe already.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    (asked, fractionDigits, index, start, timecode, label, timestamp, moment, sheet) = try packing.values()
    guard [3, 6, 9].contains(fractionDigits), timecode?.isClock ?? true, label?.isClock ?? true else {
      throw VarintError()
    }
  }
}
