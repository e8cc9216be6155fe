/// Why the benchmark cannot run.
struct BenchFault: Error, CustomStringConvertible {
  /// The error message.
  let description: String
}
