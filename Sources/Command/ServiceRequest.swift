import Arguments
import Files
import JSON

/// One request of a service: what a command line would say, as a JSON object whose keys are the names of options.
struct ServiceRequest {
  /// What the answer is to be known by, exactly as it was written; nil where the request has no `id`.
  let id: JSONText?
  /// The words of the command line.
  let words: [Word]
  /// The options that it has itself.
  let named: Set<OptionName>

  /// Why a line is no request.
  struct Fault: Error {
    let id: JSONText?
    let line: String
  }

  /// The options that a request may hold; those about the whole process are the service's own.
  static let options: Set<OptionName> = [
    .at, .frame, .gesture, .step, .snap, .nearest, .clamp, .stream, .clock, .allowUnfinished, .output, .overwrite,
    .skipExisting, .mkdir, .sync, .dryRun, .hash, .noRotate, .size, .width, .height, .scale, .pixels, .deinterlace,
    .depth, .color, .metadata, .compression, .strict, .verify,
  ]

  /// Reads a line.
  init(parsing line: [UInt8]) throws(Fault) {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONDocument(parsing: line, maximumDepth: 4).root
    } catch {
      throw Fault(id: nil, line: "the request is no JSON: \(error)")
    }
    guard root.kind == .object else { throw Fault(id: nil, line: "a request is a JSON object") }
    let id = try Self.id(root)
    self.id = id
    var words: [Word] = []
    var named: Set<OptionName> = []
    var operands: [Word] = []
    for member in root.members {
      let (key, value) = (member.key, member.value)
      func refuse(_ reason: String) -> Fault { Fault(id: id, line: "\"\(printable(key))\": \(reason)") }
      switch key {
      case "id": continue
      case "video":
        guard let name = value.string else { throw refuse("is the name of a file, a string") }
        operands.append(Word(name))
      default:
        guard let option = OptionName(rawValue: key), Self.options.contains(option) else {
          throw refuse(Self.unknown(key))
        }
        named.insert(option)
        if value.string == "-" {
          if option == .output { throw refuse("standard output has the answers: name a file") }
          if option == .gesture { throw refuse("standard input has the requests: name a file") }
        }
        let takesValue = OptionTable.framegrab[option]?.value != ValueKind.none
        if takesValue, let text = value.string ?? value.number?.text {
          words.append(Word("--\(key)=\(text)"))
        } else if !takesValue, let isOn = value.boolean {
          if isOn { words.append(Word("--\(key)")) }
        } else {
          throw refuse(takesValue ? "is a string or a number" : "is true or false")
        }
      }
    }
    guard named.intersection([.at, .frame, .gesture]).count == 1 else {
      throw Fault(id: id, line: "a request has one moment: \"at\", \"frame\" or \"gesture\"")
    }
    // A gesture's file may name its video itself.
    guard operands.count == 1 || named.contains(.gesture) else {
      throw Fault(id: id, line: "a request names its \"video\"")
    }
    self.words = words + [Word("--")] + operands
    self.named = named
  }

  private static func id(_ root: JSONValue) throws(Fault) -> JSONText? {
    guard let value = root["id"] else { return nil }
    if let text = value.string, text.utf8.count <= 256 { return .string(text) }
    if let number = value.number, number.text.utf8.count <= 256 { return JSONText(raw: number.text) }
    throw Fault(id: nil, line: "\"id\": is a string or a number, of 256 bytes at most")
  }

  private static func unknown(_ key: String) -> String {
    let known = options.map(\.rawValue) + ["id", "video"]
    let hint = suggestion(for: key, among: known.sorted()).map { "; did you mean \"\($0)\"?" } ?? ""
    return "no part of a request\(hint)"
  }
}
