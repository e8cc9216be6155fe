import House
import Testing

/// The rules, checked on invented files.
struct HouseTests {
  private func type(_ name: String) -> IndexedFile.Name { IndexedFile.Name("s:\(name)", name, isType: true) }
  private func member(_ name: String) -> IndexedFile.Name { IndexedFile.Name("s:\(name)()", name, isType: false) }

  private func file(
    _ path: String, defines: [IndexedFile.Name] = [], uses: [IndexedFile.Name] = [],
    extends: [IndexedFile.Name] = [], hasCode: Bool = true
  ) -> IndexedFile {
    IndexedFile(
      path, defined: Set(defines), used: Dictionary(uniqueKeysWithValues: (uses + extends).map { ($0, 7) }),
      extended: Set(extends), hasCode: hasCode)
  }

  @Test func `files that use each other's types are a cycle`() {
    let (a, b, c) = (type("A"), type("B"), type("C"))
    let files = [
      file("Sources/M/A.swift", defines: [a], uses: [b]), file("Sources/M/B.swift", defines: [b], uses: [c]),
      file("Sources/M/C.swift", defines: [c], uses: [a]), file("Sources/M/D.swift", uses: [a, b, c]),
    ]
    let faults = HouseRules(floors: "").faults(of: files)
    #expect(faults.count == 1)
    #expect(faults.first?.hasPrefix("3 files depend on each other:") == true)
    #expect(faults.first?.contains("Sources/M/C.swift:7 uses A of Sources/M/A.swift") == true)
  }

  @Test func `members make no cycle, and neither do files of different modules`() {
    let (a, b) = (type("A"), type("B"))
    let way = member("way")
    #expect(
      HouseRules(floors: "").faults(of: [
        file("Sources/M/A.swift", defines: [a], uses: [way]),
        file("Sources/M/B.swift", defines: [b, way], uses: [a]),
        file("Sources/N/A.swift", defines: [type("NA")], uses: [b]),
      ]).isEmpty)
  }

  @Test func `two cycles are reported one by one, the larger first`() {
    let names = ["A", "B", "C", "D", "E"].map(type)
    let uses = [1, 0, 3, 4, 2]
    let files = names.indices.map { index in
      file("Sources/M/\(names[index].text).swift", defines: [names[index]], uses: [names[uses[index]]])
    }
    let faults = HouseRules(floors: "").faults(of: files)
    #expect(faults.map { $0.prefix(7) } == ["3 files", "2 files"])
  }

  @Test func `names of a higher floor are refused, even members`() {
    let up = member("up")
    let down = type("Down")
    let rules = HouseRules(floors: "# a remark\nSources/M Ground Upper .\n")
    let files = [
      file("Sources/M/Ground/G.swift", defines: [down], uses: [up]),
      file("Sources/M/Upper/U.swift", defines: [up], uses: [down]),
      file("Sources/M/Door.swift", uses: [up, down]),
    ]
    #expect(
      rules.faults(of: files) == [
        "Sources/M/Ground/G.swift:7 uses up of a higher floor, Sources/M/Upper/U.swift"
      ])
    // If no floors are given, folders have no order.
    #expect(HouseRules(floors: "").faults(of: files).isEmpty)
  }

  @Test func `a folder without a floor is reported`() {
    let rules = HouseRules(floors: "Sources/M Ground .")
    #expect(rules.faults(of: [file("Sources/M/Loft/L.swift")]) == ["Sources/M/Loft is no floor of .ci/floors"])
  }

  @Test(arguments: [3, 4]) func `a type may be spread over three files at most`(_ count: Int) {
    let wide = type("Wide")
    let files =
      [file("Sources/M/Wide.swift", defines: [wide])]
      + (1..<count).map { file("Sources/M/Wide\($0).swift", extends: [wide]) }
    let faults = HouseRules(floors: "").faults(of: files)
    #expect(faults.count == (count > 3 ? 1 : 0))
    #expect(faults.allSatisfy { $0.hasPrefix("Wide is spread over 4 files: Sources/M/Wide.swift, Sources/M/Wide1") })
  }

  @Test func `tables of constants do not spread a type`() {
    let wide = type("Wide")
    let tables = (1...9).map { file("Sources/M/Table\($0).swift", extends: [wide], hasCode: false) }
    #expect(HouseRules(floors: "").faults(of: [file("Sources/M/Wide.swift", defines: [wide])] + tables).isEmpty)
  }

  @Test func `another module's type may be extended anywhere`() {
    let files = (0..<5).map { file("Sources/M/F\($0).swift", extends: [type("String")]) }
    #expect(HouseRules(floors: "").faults(of: files).isEmpty)
  }
}
