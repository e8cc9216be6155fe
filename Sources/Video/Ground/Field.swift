/// One of the two fields whose rows are interleaved in an interlaced picture; the raw values are stored in indexes.
package enum Field: UInt8 {
  /// The rows 0, 2, 4 and so on.
  case top
  /// The rows 1, 3, 5 and so on.
  case bottom
}
