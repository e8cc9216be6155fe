/// Writes an object on one line, member by member, in the order in which they are added.
///
/// It does not look for keys that are added twice.
public struct JSONObjectWriter: Sendable {
  private var inside = ""

  /// An object without members.
  public init() {}

  /// Adds a member at the end.
  public mutating func add(_ key: String, _ value: JSONText) {
    if !inside.isEmpty { inside += "," }
    inside += JSONText.string(key).description
    inside += ":"
    inside += value.description
  }

  /// The object as it stands, without a line end.
  public var text: JSONText {
    JSONText(raw: "{" + inside + "}")
  }
}
