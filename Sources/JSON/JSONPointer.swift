/// The notation of RFC 6901 for a value inside a JSON text.
public enum JSONPointer {
  /// A key as one reference token: `~` becomes `~0` and `/` becomes `~1` (RFC 6901, section 3).
  public static func escaping(_ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
    var token = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
    return token
  }
}
