import Packing

/// The level of messages that is printed.
package enum NoteLevel: Int, Comparable, Packed, Sendable {
  case quiet
  case normal
  case verbose
  case all

  package static func < (left: NoteLevel, right: NoteLevel) -> Bool { left.rawValue < right.rawValue }
}
