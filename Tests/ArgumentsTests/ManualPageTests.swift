import Arguments
import Testing

@Suite struct `The manual page` {
  @Test func `every option, example and topic is in it`() {
    let lines = OptionTable.framegrab.manualPage.split(separator: "\n").map(String.init)
    for option in OptionTable.framegrab.options {
      let heading = option.heading.split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
      let index = lines.firstIndex(of: "\\fB\(heading)\\fR")
      #expect(index != nil, "\(heading)")
      #expect(lines[(index ?? 1) - 1] == ".TP")
    }
    for topic in OptionTable.framegrab.topics { #expect(lines.contains(".SH \"\(topic.title.uppercased())\"")) }
    // The synopsis, each example, and the samples of topics.
    let samples = OptionTable.framegrab.topics.filter { !$0.sample.isEmpty }.count
    #expect(lines.filter { $0 == ".EX" }.count == OptionTable.framegrab.examples.count + samples + 1)
    for line in ExampleGesture.text.split(separator: "\n") {
      let escaped = line.replacing("\"", with: "\\(dq").replacing("-", with: "\\-")
      #expect(lines.contains(String(escaped)), "\(line)")
    }
    #expect(lines.first == ".TH \"FRAMEGRAB\" \"1\" \"\" \"framegrab\" \"User Commands\"")
  }

  @Test func `texts are escaped for roff`() {
    let lines = OptionTable.other.manualPage.split(separator: "\n").map(String.init)
    #expect(lines.contains("\\&.odd \\(aqx\\(aq \\(rsn"))
    #expect(lines.contains("\\(aqquoted\\(aq start:"))
    #expect(lines.contains("\\fB\\-a, \\-\\-at W[HE]N:\\fR"))
    #expect(lines.contains("It\\(aqs [odd]: a \\(rs b \\(dqc\\(dq; may be repeated. .first par agraph"))
    #expect(lines.contains("\\(aqsecond \\(ti \\(ha \\(ga one"))
    #expect(lines.contains("\\fB.term\\fR"))
    #expect(lines.contains("\\-end"))
    let requests = Set(lines.filter { $0.hasPrefix(".") }.map { $0.split(separator: " ")[0] })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".IP", ".PP", ".RS", ".RE", ".EX", ".EE"]))
    #expect(!lines.contains { $0.hasPrefix("'") })
  }

  @Test(
    .enabled(if: isInstalled("groff"), "needs groff"), arguments: NamedTable.allCases, [40, 80, 160])
  func `groff has no warning`(name: NamedTable, width: Int) throws {
    let printed = try run(
      "groff", ["-man", "-Tutf8", "-wall", "-z", "-rLL=\(width)n", "-"], input: name.table.manualPage)
    #expect(printed.output == "")
    #expect(printed.status == 0)
  }

  @Test(.enabled(if: isInstalled("groff"), "needs groff"))
  func `commands are shown as they are typed`() throws {
    let page = try run(
      "groff", ["-man", "-Tascii", "-P-cbou", "-rLL=100n", "-"], input: OptionTable.framegrab.manualPage)
    let lines = page.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    for example in OptionTable.framegrab.examples { #expect(lines.contains { $0 == example.command }) }
  }
}
