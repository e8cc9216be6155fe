import House
import Testing

/// Where functions begin and end in a text.
struct SourceTextTests {
  private func functions(_ text: String) -> [String] {
    SourceText(text).functions.map { "\($0.name) \($0.line) \($0.length)" }
  }

  @Test func `functions, initialisers and subscripts with bodies are found`() {
    let text = """
      struct S {
        init(x: Int) {
          self.init(y: x)
        }
        func one() -> Int { 1 }
        subscript(i: Int) -> Int {
          func inner() {
          }
          return .init(i)
        }
        deinit {}
        static func + (a: S, b: S) -> S {
          a
        }
        func `with a name of words`() {
        }
      }
      """
    #expect(
      functions(text) == [
        "init 2 3", "one 5 1", "subscript 6 5", "inner 7 2", "deinit 11 1", "operator 12 3",
        "`with a name of words` 15 2",
      ])
  }

  @Test func `a requirement without a body does not get the next one's`() {
    let text = """
      protocol P {
        func one(_ body: () -> Void = {}) throws(E) -> [Int: (Int) -> Void]
        init()
        var v: Int { get }
      }
      func two<T>(_ t: T, _ f: (T) -> Bool = { _ in true }) throws(E) -> [T]
      where T: P {
        []
      }
      """
    #expect(functions(text) == ["two 6 4"])
  }

  @Test func `braces in comments and strings do not count`() {
    let text = ##"""
      func one() {
        // }
        /* } /* } */ } */
        let a = "} \(b("}")) \" }"
        let c = #"} " \#(d { 1 }) }"#
        let e = """
          } " \(f.map { "}" }) }
          """
      }
      func two() {}
      """##
    #expect(functions(text) == ["one 1 9", "two 10 1"])
  }

  @Test func `a function that is too long is reported with its position`() {
    var rules = HouseRules(floors: "")
    rules.mostLinesOfAFunction = 3
    #expect(rules.lengths("F.swift", "\nfunc f() {\n\n}").isEmpty)
    #expect(rules.lengths("F.swift", "\nfunc f() {\n\n\n}") == ["F.swift:2 f has 4 lines, 3 are allowed"])
  }
}
