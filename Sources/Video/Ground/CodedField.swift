/// What a packet holds of a picture whose two fields are coded one by one; the raw values are stored in indexes.
enum CodedField: UInt8 {
  case top
  case bottom
  /// Both, one after the other.
  case both

  /// Whether the picture has another field in another packet.
  var isSingle: Bool { self != .both }
}
