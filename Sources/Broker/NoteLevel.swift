import Packing

/// Which messages people want.
package enum NoteLevel: Int, Comparable, Packed, Sendable {
  case quiet
  case normal
  case verbose
  case all

  package static func < (left: NoteLevel, right: NoteLevel) -> Bool { left.rawValue < right.rawValue }
}
