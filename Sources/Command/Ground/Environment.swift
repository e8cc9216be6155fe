import LibC

/// The variables of the environment.
enum Environment {
  /// The value of a variable as text (getenv(3)); nil if it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
