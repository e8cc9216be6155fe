internal import JSON

/// An object of the script whose keys have all been found to be known.
struct ScriptObject {
  /// The object; for one that is left out, the object around it.
  let value: ScriptValue
  private let isLeftOut: Bool

  /// An object that is not there: it has no keys, and its faults are those of the object around it.
  init(leftOutOf outer: ScriptObject) {
    value = outer.value
    isLeftOut = true
  }

  /// Takes an object and refuses the first key in the text that is not known.
  ///
  /// - Parameters:
  ///   - json: The value that should be an object.
  ///   - name: What the object is, with its article.
  ///   - keys: The keys that it may have.
  init(_ json: JSONValue, name: String, keys: [String]) throws(GestureFileError) {
    value = ScriptValue(json: json)
    isLeftOut = false
    guard json.kind == .object else { throw value.fault("\(name) should be an object, not \(json.kind)") }
    for member in json.members where !keys.contains(where: { member.hasKey($0) }) {
      throw Self.refusal(of: member, name: name, keys: keys)
    }
  }

  /// The refusal of a member by its key.
  static func refusal(of member: JSONMember, name: String, keys: [String]) -> GestureFileError {
    GestureFileError(
      location: member.keyLocation, pointer: member.value.pointer,
      reason: ScriptWords.reason(against: member.key, noun: "a key of \(name)", words: keys))
  }

  /// The value of a key, nil when the key is left out.
  subscript(key: String) -> ScriptValue? {
    isLeftOut ? nil : value.json[key].map(ScriptValue.init(json:))
  }

  /// The value of a key that may not be left out.
  func required(_ key: String) throws(GestureFileError) -> ScriptValue {
    guard let field = self[key] else { throw value.fault("the key '\(key)' is missing") }
    return field
  }
}
