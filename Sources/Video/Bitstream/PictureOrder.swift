/// A picture's place in the order of output, as its slices count it.
struct PictureOrder: Equatable {
  /// The low bits of the count.
  let bits: Int32
  /// Whether counting starts anew with this picture.
  let startsAnew: Bool
  /// Whether later pictures count on from this one.
  let isReference: Bool
}
