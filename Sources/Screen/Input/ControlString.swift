/// A complete control string (DCS, APC and so on, up to ST), and what it means.
struct ControlString {
  /// The byte behind ESC: `P` for DCS, `_` for APC; others carry no replies.
  let introducer: UInt8
  let content: ArraySlice<UInt8>

  /// The reply; nil for unknown strings.
  var reply: Reply? {
    switch Unicode.Scalar(introducer) {
    case "P": name ?? setting
    case "_": kitty
    default: nil
    }
  }

  /// `DCS > | text ST`
  private var name: Reply? {
    guard content.starts(with: ">|".utf8) else { return nil }
    return .name(ScalarReader.text(content.dropFirst(2)))
  }

  /// `DCS 1 $ r text ST`; VT manuals give 0 and 1 the other way round, terminals follow xterm.
  private var setting: Reply? {
    guard content.dropFirst().starts(with: "$r".utf8) else { return nil }
    let text = ScalarReader.text(content.dropFirst(3))
    switch content.first {
    case UInt8(ascii: "1"): return .setting(isValid: true, text)
    case UInt8(ascii: "0"): return .setting(isValid: false, text)
    default: return nil
    }
  }

  /// `APC G i=31,p=1 ; OK ST`
  private var kitty: Reply? {
    guard content.first == UInt8(ascii: "G"), let end = content.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let fields = content[..<end].dropFirst().split(separator: UInt8(ascii: ","))
    guard let field = fields.first(where: { $0.starts(with: "i=".utf8) }),
      let id = UInt32(ScalarReader.text(field.dropFirst(2)))
    else { return nil }
    return .kitty(id: Int(id), isOK: content[end...].dropFirst().elementsEqual("OK".utf8))
  }
}
