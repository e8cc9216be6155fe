import Files
import Testing
@testable import FrameGrabbing

struct OutputTemplateTests {
  private func template(_ path: Path) throws(TemplateError) -> OutputTemplate {
    try OutputTemplate(path) { word, known in known.first { $0.hasPrefix(word.prefix(3)) } }
  }

  /// Each field filled with a distinct value.
  private func fill(_ text: String) throws -> String {
    try template(Path(text)).path { field in
      switch field {
      case .stem: Array("clip".utf8)
      case .moment: Array("f000042".utf8)
      case .index: Array("42".utf8)
      case .time: Array("00.00.01.680".utf8)
      case .timecode: Array("01.00.01.17".utf8)
      case .label: Array("00.01.18".utf8)
      case .pts: Array("21504".utf8)
      case .name: Array("Opening".utf8)
      case .number: Array("7".utf8)
      case .sheet: Array("3".utf8)
      }
    }.text
  }

  private func refusal(_ text: String) -> String {
    let error = #expect(throws: TemplateError.self) { try template(Path(text)) }
    return error?.description ?? ""
  }

  @Test func `every field by its name`() throws {
    #expect(
      try fill("{stem}_{moment}_{index}_{time}_{timecode}_{label}_{pts}_{name}.png")
        == "clip_f000042_42_00.00.01.680_01.00.01.17_00.01.18_21504_Opening.png")
    #expect(try fill("{index}{index}") == "4242" && fill("plain.png") == "plain.png" && fill("") == "")
  }

  @Test func `sheets have numbers, and only they`() throws {
    func path(_ text: String) throws -> String {
      try OutputTemplate(Path(text), areSheets: true) { _, _ in nil }.path { Array($0.rawValue.utf8) }.text
    }
    #expect(try path("a-{sheet}-%d.png") == "a-sheet-sheet.png" && path("{index}") == "index")
    #expect(refusal("{sheet}").contains("unknown field '{sheet}'") && !refusal("{sheet}").contains("n, sheet"))
    #expect(OutputTemplate.standardSheets.path { Array($0.rawValue.utf8) }.text == "stem-sheet-sheet.png")
    // The sheets beside an index; more digits than three where there are more.
    let index = try template("x/{stem}.VTT").sheets
    #expect(index.path { $0 == .sheet ? [0x37] : [0x78] }.text == "x/x-007.png")
    #expect(index.path { $0 == .sheet ? Array("1234".utf8) : [0x78] }.text == "x/x-1234.png")
  }

  @Test func `the default name`() {
    #expect(OutputTemplate.standard.path { Array($0.rawValue.utf8) }.text == "stem-moment.png")
  }

  @Test func `a folder takes the default name`() throws {
    #expect(try fill("out/") == "out/clip-f000042.png" && fill("out/{stem}/") == "out/clip/clip-f000042.png")
  }

  @Test func `widths pad with zeros and truncate nothing`() throws {
    #expect(try fill("{index:06}") == "000042" && fill("{index:6}") == "000042" && fill("{index:1}") == "42")
    #expect(try fill("{index:02}") == "42" && fill("{pts:8}") == "00021504" && fill("{pts:3}") == "21504")
    #expect(try fill("{index:64}").count == 64)
  }

  @Test func `a negative timestamp keeps its sign in front of the zeros`() throws {
    let path = try template("{pts:6}").path { _ in Array("-592".utf8) }
    #expect(path == "-00592")
  }

  @Test func `indexes in ffmpeg's syntax`() throws {
    #expect(try fill("a%d.png") == "a42.png" && fill("a%06d.png") == "a000042.png" && fill("%03d%d") == "04242")
    #expect(try fill("%0d") == "42")
  }

  @Test func `escaped literal characters`() throws {
    #expect(try fill("100%%.png") == "100%.png" && fill("%%d") == "%d" && fill("{{index}}") == "{index}")
    #expect(try fill("{{{index}}}") == "{42}" && fill("}}{{") == "}{")
  }

  @Test func `any other percent sign is literal`() throws {
    for text in ["50%", "%", "%s", "%5d", "%x%", "%0", "%06", "%06x", "%065d", "%99999999999999999999d", "%-3d"] {
      #expect(try fill(text) == text)
    }
  }

  @Test func `unknown fields are refused with a suggestion`() {
    #expect(refusal("{indx}.png").contains("'{indx}'") && refusal("{indx}").contains("did you mean '{index}'?"))
    let unknown = refusal("{zzz}")
    #expect(
      unknown.contains("stem, moment, index, time, timecode, label, pts, name") && !unknown.contains("did you mean"))
    #expect(refusal("{}").contains("'{}'") && refusal("{ index }").contains("unknown field"))
    #expect(refusal("{INDEX}").contains("unknown field") && refusal("{job}").contains("unknown field"))
    // The text of a field is shown escaped.
    #expect(refusal("{a\u{1B}[31m}").contains("\\x1b[31m") || refusal("{a\u{1B}[31m}").contains("\\x1B[31m"))
  }

  @Test func `braces that do not match are refused`() {
    for text in ["{", "{index", "a{index.png", "{stem}{", "{{{"] {
      #expect(refusal(text).contains("not closed"), "\(text)")
    }
    for text in ["}", "index}", "{stem}}.png", "}}}"] { #expect(refusal(text).contains("without a '{'"), "\(text)") }
  }

  @Test func `invalid widths are refused`() {
    for text in [
      "{index:}", "{index:0}", "{index:00}", "{index:65}", "{index:x}", "{index:+6}", "{index:-6}", "{index:6x}",
      "{index: 6}", "{index:6:6}", "{index:99999999999999999999}", "{stem:6}", "{time:3}", "{timecode:2}", "{moment:4}",
      "{name:4}",
    ] { #expect(refusal(text).contains("a width is written as in {index:06}"), "\(text)") }
  }

  @Test func `bytes that are not UTF-8 stay as they are`() throws {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x2F, 0xC3, 0x28]
    let name = Path(bytes: bytes + Array("{index}".utf8) + [0x80])
    #expect(try template(name).path { _ in [0x37, 0xE9] }.bytes == bytes + [0x37, 0xE9, 0x80])
  }

  @Test func `a field's value is not parsed as a template`() throws {
    #expect(try template("{stem}-{index}").path { $0 == .stem ? Array("{index}%d{".utf8) : [0x31] } == "{index}%d{-1")
  }

  @Test func `a template knows which fields it uses`() throws {
    let one = try template("%03d-{timecode}")
    #expect(one.uses(.index) && one.uses(.timecode) && !one.uses(.stem) && !one.uses(.pts))
    #expect(try !template("{{index}}").uses(.index) && template("x/").uses(.moment))
  }
}
