public import Packing
import Timeline

/// The numbers that the name of a picture's file is made of; those that the template does not use are left out.
///
/// A name travels in this form from the process that found the frame to the one that owns the template, so that nothing
/// else of a path can come from a video.
public struct PictureName: Hashable, Sendable {
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

  init() {}

  /// Appends the name to a message.
  public func pack(into packing: inout VarintWriter) {
    packing.append(asked) { $0.append($1) }
    packing.append(count: fractionDigits)
    packing.append(index) { $0.append(count: $1) }
    packing.append(start) { $0.append($1) }
    packing.append(timecode) { $0.append($1) }
    packing.append(label) { $0.append($1) }
    packing.append(signed: timestamp)
  }

  /// Reads a name from a message.
  ///
  /// - Throws: `VarintError` for anything but numbers, and texts of digits, colons, semicolons and points.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    asked = try packing.optional { (packing) throws(VarintError) in try packing.rational() }
    fractionDigits = try packing.index()
    index = try packing.optional { (packing) throws(VarintError) in try packing.index() }
    start = try packing.optional { (packing) throws(VarintError) in try packing.rational() }
    timecode = try packing.optional { (packing) throws(VarintError) in try packing.clock() }
    label = try packing.optional { (packing) throws(VarintError) in try packing.clock() }
    timestamp = try packing.signed()
    guard [3, 6, 9].contains(fractionDigits) else { throw VarintError() }
  }
}
