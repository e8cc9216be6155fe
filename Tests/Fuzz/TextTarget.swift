@testable import Files
import Timeline
@testable import FrameGrabbing

extension FuzzTarget {
  /// Text of someone else as it is printed, as the name of an output with fields, as such a name from a gesture file, and
  /// as a list of times.
  static let text = FuzzTarget(
    name: "text", longest: 1000,
    words: OutputTemplate.Field.allCases.map { "{\($0.rawValue)}" }
      + [
        "%06d", "%%", "{{", "}}", "{index:06}", "../", ".png", "\u{202E}", "\u{200B}", "\u{FEFF}", "# ", "\r\n", "\t",
        "Scene Number,Start Frame\n", "1,1\n",
      ],
    mutations: 2000
  ) { bytes in
    try checkPrinted(printable(bytes), limit: printableLimit)
    try checkPrinted(printable(bytes, limit: 7), limit: 7)
    try checkPrinted(printableWords(String(decoding: bytes, as: UTF8.self)), limit: .max)
    let path = Path(bytes: bytes)
    try checkTemplate(path)
    if ForeignName(path).fault == nil {
      try FuzzFault.unless(
        !path.containsNUL && !path.isAbsolute && path.components.allSatisfy { $0.bytes.first != UInt8(ascii: ".") },
        "an output may be named \(printable(bytes))")
    }
    try checkName(String(decoding: bytes, as: UTF8.self))
    guard let list = try? TimeList(parsing: bytes) else { return }
    for number in 0..<list.count {
      try FuzzFault.unless(list.time(number) != nil, "line \(number) was a time and is none: \(list.text(number))")
      guard let name = list.name(number) else { continue }
      try FuzzFault.unless((1...SafeName.longestGiven).contains(name.utf8.count), "a name of \(name.utf8.count) bytes")
      try checkName(name)
    }
  }

  /// A title as a part of a file's name, in no other folder and not hidden, which is one again when it is read back.
  private static func checkName(_ title: String) throws(FuzzFault) {
    guard let name = SafeName(title) else { return }
    let isPart = name.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    let isShown = name.bytes.first != UInt8(ascii: ".") && name.bytes.first != UInt8(ascii: "-")
    try FuzzFault.unless(isPart && isShown && (1...200).contains(name.bytes.count), "a file may be named \(name.bytes)")
    try FuzzFault.unless(SafeName(bytes: name.bytes) == name, "not read back: \(name.bytes)")
  }

  /// One line without anything that a terminal would obey, and not longer than promised.
  private static func checkPrinted(_ text: String, limit: Int) throws(FuzzFault) {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0x202A...0x202E).contains(scalar.value)
        && !(0x2066...0x2069).contains(scalar.value) && !(0x200B...0x200F).contains(scalar.value)
    }
    try FuzzFault.unless(isPlain, "printed as \(text.unicodeScalars.map { String($0.value, radix: 16) })")
    try FuzzFault.unless(limit == .max || text.unicodeScalars.count <= limit + 1, "more than \(limit) characters")
  }

  /// The names that a template gives are as long as its text and its fields' values.
  private static func checkTemplate(_ path: Path) throws(FuzzFault) {
    guard let template = try? OutputTemplate(path, suggest: { _, _ in nil }) else { return }
    let name = template.inside("folder").path { field in Array("-\(field.rawValue)".utf8) }
    try FuzzFault.unless(name.bytes.starts(with: "folder/".utf8), "outside of its folder: \(name)")
    try FuzzFault.unless(name.bytes.count <= 1 << 20, "a name of \(name.bytes.count) bytes")
  }
}
