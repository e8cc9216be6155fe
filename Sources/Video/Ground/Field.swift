/// One of the two fields whose rows are interleaved in an interlaced picture.
package enum Field {
  /// The rows 0, 2, 4 and so on.
  case top
  /// The rows 1, 3, 5 and so on.
  case bottom
}
