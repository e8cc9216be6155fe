internal import JSON

/// An object of the script, all of whose keys are known.
struct ScriptObject {
  /// The object; for a missing one, the object around it.
  let value: ScriptValue
  private let isLeftOut: Bool

  /// Makes a missing object: it has no keys, and its errors are reported at the object around it.
  init(leftOutOf outer: ScriptObject) {
    value = outer.value
    isLeftOut = true
  }

  /// Makes an object; throws at the first unknown key in the text.
  ///
  /// - Parameters:
  ///   - json: The value that should be an object.
  ///   - name: The name of the object for messages, with its article.
  ///   - keys: The keys that it may have.
  init(_ json: JSONValue, name: String, keys: [String]) throws(GestureFileError) {
    value = ScriptValue(json: json)
    isLeftOut = false
    guard json.kind == .object else { throw value.fault("\(name) should be an object, not \(json.kind)") }
    for member in json.members where !keys.contains(where: { member.hasKey($0) }) {
      throw Self.refusal(of: member, name: name, keys: keys)
    }
  }

  /// The error for a member with an unknown key.
  static func refusal(of member: JSONMember, name: String, keys: [String]) -> GestureFileError {
    GestureFileError(
      location: member.keyLocation, pointer: member.value.pointer,
      reason: ScriptWords.reason(against: member.key, noun: "a key of \(name)", words: keys))
  }

  /// The value of a key, nil if it is missing.
  subscript(key: String) -> ScriptValue? {
    isLeftOut ? nil : value.json[key].map(ScriptValue.init(json:))
  }

  /// The value of a required key.
  func required(_ key: String) throws(GestureFileError) -> ScriptValue {
    guard let field = self[key] else { throw value.fault("the key '\(key)' is missing") }
    return field
  }
}
