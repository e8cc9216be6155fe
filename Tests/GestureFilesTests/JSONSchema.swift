import JSON
import Testing

/// A JSON Schema of the 2020-12 draft, with the keywords that the schema of gesture files has.
///
/// A keyword that is not listed here is an error, so that no condition of the schema is ignored.
struct JSONSchema {
  /// A value that violates a keyword.
  struct Violation: CustomStringConvertible {
    /// The JSON pointer of the value, or of the member or element that is not allowed.
    let pointer: String
    let keyword: String

    var description: String { "\(pointer): \(keyword)" }
  }

  /// A schema that this validator does not understand.
  struct Unsupported: Error, CustomStringConvertible {
    let description: String

    init(_ fault: String, at schema: JSONValue) {
      description = "\(fault) at \(schema.pointer)"
    }
  }

  private static let annotations: Set = ["$schema", "$id", "$defs", "title", "description", "default", "examples"]
  private static let oneSchema: Set = [
    "additionalProperties", "items", "contains", "not", "if", "then", "else",
  ]
  private static let manySchemas: Set = ["$defs", "properties", "prefixItems", "allOf", "anyOf", "oneOf"]
  private static let plain: Set = [
    "$ref", "type", "const", "enum", "required", "dependentRequired", "minContains", "maxContains", "minItems",
    "maxItems", "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum",
  ]

  let root: JSONValue
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]

  init(parsing source: [UInt8]) throws {
    root = try JSONDocument(parsing: source, maximumDepth: 64).root
    for schema in try Self.schemas(in: root) {
      guard let pattern = schema["pattern"]?.string else { continue }
      // The draft's patterns match Unicode scalars, not grapheme clusters.
      patterns[pattern] = try Regex(pattern).matchingSemantics(.unicodeScalar)
    }
  }

  /// The schema itself and all schemas inside it, except booleans; throws at an unknown keyword.
  static func schemas(in schema: JSONValue) throws -> [JSONValue] {
    if schema.kind == .boolean { return [] }
    guard schema.kind == .object else { throw Unsupported("\(schema.kind) in place of a schema", at: schema) }
    var found = [schema]
    for member in schema.members {
      if oneSchema.contains(member.key) {
        found += try schemas(in: member.value)
      } else if manySchemas.contains(member.key) {
        let inner = member.value.kind == .array ? Array(member.value.elements) : member.value.members.map(\.value)
        for schema in inner { found += try schemas(in: schema) }
      } else if !annotations.contains(member.key), !plain.contains(member.key) {
        throw Unsupported("the keyword '\(member.key)'", at: schema)
      }
    }
    if schema["if"] == nil, schema["then"] != nil || schema["else"] != nil {
      throw Unsupported("'then' or 'else' without 'if'", at: schema)
    }
    if schema["contains"] == nil, schema["minContains"] != nil || schema["maxContains"] != nil {
      throw Unsupported("a count without 'contains'", at: schema)
    }
    return found
  }

  /// The schema that a `$ref` of this document refers to.
  func target(of reference: JSONValue) throws -> JSONValue {
    let parts = try #require(reference.string).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first == "#" else { throw Unsupported("a reference to elsewhere", at: reference) }
    return try parts.dropFirst().reduce(root) { schema, key in try #require(schema[String(key)]) }
  }

  /// The violations of a value; empty if it is valid.
  func violations(in value: JSONValue) throws -> [Violation] {
    try violations(in: value, at: "", by: root)
  }

  private func isValid(_ value: JSONValue, at pointer: String, by schema: JSONValue) throws -> Bool {
    try violations(in: value, at: pointer, by: schema).isEmpty
  }

  private func violations(in value: JSONValue, at pointer: String, by schema: JSONValue) throws -> [Violation] {
    if let isAllowed = schema.boolean { return isAllowed ? [] : [Violation(pointer: pointer, keyword: "false")] }
    var found: [Violation] = []
    for member in schema.members where !Self.annotations.contains(member.key) {
      let (keyword, rule) = (member.key, member.value)
      switch keyword {
      case "$ref": found += try violations(in: value, at: pointer, by: try target(of: rule))
      case "allOf":
        for schema in rule.elements { found += try violations(in: value, at: pointer, by: schema) }
      case "anyOf", "oneOf":
        let count = try rule.elements.count { try isValid(value, at: pointer, by: $0) }
        if count == 0 || (keyword == "oneOf" && count > 1) {
          found.append(Violation(pointer: pointer, keyword: keyword))
        }
      case "not":
        if try isValid(value, at: pointer, by: rule) { found.append(Violation(pointer: pointer, keyword: keyword)) }
      case "if":
        let branch = try isValid(value, at: pointer, by: rule) ? "then" : "else"
        if let schema = schema[branch] { found += try violations(in: value, at: pointer, by: schema) }
      case "then", "else", "minContains", "maxContains": break
      case "properties", "additionalProperties", "required", "dependentRequired":
        found += try violations(inObject: value, at: pointer, by: schema, keyword, rule)
      case "items", "prefixItems", "contains", "minItems", "maxItems":
        found += try violations(inArray: value, at: pointer, by: schema, keyword, rule)
      default:
        if try !holds(keyword, rule, of: value) { found.append(Violation(pointer: pointer, keyword: keyword)) }
      }
    }
    return found
  }

  private func violations(
    inObject value: JSONValue, at pointer: String, by schema: JSONValue, _ keyword: String, _ rule: JSONValue
  ) throws -> [Violation] {
    var found: [Violation] = []
    func missing(_ keys: JSONElements) -> Bool { keys.contains { value[$0.string ?? ""] == nil } }
    guard value.kind == .object else { return [] }
    switch keyword {
    case "required":
      if missing(rule.elements) { found.append(Violation(pointer: pointer, keyword: keyword)) }
    case "dependentRequired":
      for member in rule.members where value[member.key] != nil && missing(member.value.elements) {
        found.append(Violation(pointer: pointer, keyword: keyword))
      }
    default:
      for member in value.members {
        let known = schema["properties"]?[member.key]
        guard let inner = keyword == "properties" ? known : known == nil ? rule : nil else { continue }
        found += try violations(in: member.value, at: "\(pointer)/\(member.key)", by: inner)
      }
    }
    return found
  }

  private func violations(
    inArray value: JSONValue, at pointer: String, by schema: JSONValue, _ keyword: String, _ rule: JSONValue
  ) throws -> [Violation] {
    guard value.kind == .array else { return [] }
    var found: [Violation] = []
    switch keyword {
    case "items":
      let prefixed = schema["prefixItems"]?.elements.count ?? 0
      for (number, element) in value.elements.enumerated().dropFirst(prefixed) {
        found += try violations(in: element, at: "\(pointer)/\(number)", by: rule)
      }
    case "prefixItems":
      for (number, (element, inner)) in zip(value.elements, rule.elements).enumerated() {
        found += try violations(in: element, at: "\(pointer)/\(number)", by: inner)
      }
    case "contains":
      let count = Double(try value.elements.count { try isValid($0, at: pointer, by: rule) })
      let (least, most) = (
        schema["minContains"]?.number?.double ?? 1, schema["maxContains"]?.number?.double ?? .infinity
      )
      if !(least...most).contains(count) { found.append(Violation(pointer: pointer, keyword: keyword)) }
    default:
      let (count, limit) = (Double(value.elements.count), try number(rule))
      if keyword == "minItems" ? count < limit : count > limit {
        found.append(Violation(pointer: pointer, keyword: keyword))
      }
    }
    return found
  }

  /// Whether a keyword about the value itself is satisfied.
  private func holds(_ keyword: String, _ rule: JSONValue, of value: JSONValue) throws -> Bool {
    switch keyword {
    case "type":
      return try (rule.kind == .array ? Array(rule.elements) : [rule]).contains {
        try hasType(value, try #require($0.string))
      }
    case "const": return try areEqual(value, rule)
    case "enum": return try rule.elements.contains { try areEqual(value, $0) }
    case "minimum": return try value.number.map { $0.double >= (try number(rule)) } ?? true
    case "maximum": return try value.number.map { $0.double <= (try number(rule)) } ?? true
    case "exclusiveMinimum": return try value.number.map { $0.double > (try number(rule)) } ?? true
    case "minLength": return try value.string.map { Double($0.unicodeScalars.count) >= (try number(rule)) } ?? true
    case "maxLength": return try value.string.map { Double($0.unicodeScalars.count) <= (try number(rule)) } ?? true
    case "pattern":
      let pattern = try #require(patterns[rule.string ?? ""])
      return try value.string.map { try pattern.firstMatch(in: $0) != nil } ?? true
    default: throw Unsupported("the keyword '\(keyword)'", at: rule)
    }
  }

  private func number(_ rule: JSONValue) throws -> Double { try #require(rule.number).double }

  private func hasType(_ value: JSONValue, _ type: String) throws -> Bool {
    switch type {
    case "object": value.kind == .object
    case "array": value.kind == .array
    case "string": value.kind == .string
    case "boolean": value.kind == .boolean
    case "number": value.kind == .number
    case "integer": value.number.map { $0.double.rounded() == $0.double } ?? false
    default: throw Unsupported("the type '\(type)'", at: root)
    }
  }

  private func areEqual(_ value: JSONValue, _ other: JSONValue) throws -> Bool {
    switch other.kind {
    case .string: value.string.map(\.unicodeScalars)?.elementsEqual(try #require(other.string).unicodeScalars) ?? false
    case .number: value.number?.double == other.number?.double
    case .boolean: value.boolean == other.boolean
    case .null: value.isNull
    case .object, .array: throw Unsupported("\(other.kind) to be equal to", at: other)
    }
  }
}
