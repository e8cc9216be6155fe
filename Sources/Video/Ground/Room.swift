import Memory

/// Throws the memory limit unless there is room for `count` elements of `size` bytes, besides the memory that smaller
/// things need.
///
/// An array that grows with the file is checked with this before it grows, since one that cannot be had ends the
/// process.
func requireRoom(for count: Int = 0, of size: Int = 0, _ operation: String) throws(VideoError) {
  do throws(OutOfMemory) {
    try MemoryRoom.require(count, of: size)
  } catch {
    throw VideoError(operation, .limit(.memory))
  }
}
