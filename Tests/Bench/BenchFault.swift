/// Why nothing can be measured.
struct BenchFault: Error, CustomStringConvertible {
  /// The reason in plain words.
  let description: String
}
