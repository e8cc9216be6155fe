/// One of the two fields whose rows are woven into an interlaced picture; the numbers are kept in indexes.
package enum Field: UInt8 {
  /// The rows 0, 2, 4 and so on.
  case top
  /// The rows 1, 3, 5 and so on.
  case bottom
}
