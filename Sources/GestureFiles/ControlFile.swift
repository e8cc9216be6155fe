internal import JSON

/// A gesture file that is read for its slider only and need not have touches: for recordings, which have no slider.
public struct ControlFile: Sendable {
  /// The path of the video as written, relative to the file's folder; nil if missing.
  public let video: String?
  /// The output as written, relative to the current folder; nil if missing.
  public let output: String?
  /// The slider.
  public private(set) var control: GestureControl
  /// Kept so that errors found later, with the video, can still be reported with their line.
  let document: JSONDocument
  /// The object of all keys.
  let root: ScriptObject

  /// The maximum nesting of arrays and objects.
  static let maximumDepth = 32

  private static let keys = ["version", "video", "output", "control", "touches", "actions", "sampleRate"]

  /// Reads and checks a gesture file, up to its touches.
  ///
  /// - Parameter source: The file's bytes, UTF-8.
  /// - Throws: The first error found, with its position.
  public init(parsing source: [UInt8]) throws(GestureFileError) {
    do throws(JSONError) {
      document = try JSONDocument(parsing: source, maximumDepth: Self.maximumDepth)
    } catch {
      throw GestureFileError(error)
    }
    try Self.checkVersion(of: document.root)
    root = try ScriptObject(document.root, name: "a gesture", keys: Self.keys)
    _ = try root.required("version")
    video = try root["video"].map { field throws(GestureFileError) in try field.path() }
    output = try root["output"].map { field throws(GestureFileError) in try field.path() }
    control = try GestureControl(of: root)
  }

  /// The same slider for touches of a screen with so many pixels per point.
  func recorded(density: Double?) throws(GestureFileError) -> ControlFile {
    guard let density else { return self }
    var file = self
    file.control = try GestureControl(of: root, density: density)
    return file
  }

  /// The slider of a recording without such a file: everything has its default.
  static func standard() throws(GestureFileError) -> ControlFile {
    try ControlFile(parsing: Array(#"{"version":1}"#.utf8))
  }

  /// The version determines the meaning of the other keys, so it is checked first.
  private static func checkVersion(of root: JSONValue) throws(GestureFileError) {
    guard let json = root["version"] else { return }
    let field = ScriptValue(json: json)
    guard let number = json.number else { throw field.fault(expecting: "the number 1") }
    guard let exact = number.exactDecimal, exact == (1, 0) else {
      throw field.fault("version \(ScriptWords.cut(number.text)) is not known; this program reads version 1")
    }
  }
}
