/// Small things that want much work, memory or time.
struct BombFaults: FaultClass {
  let name = "bombs"
  let summary = "huge pictures, tables and numbers, streams without end, depth, holes of 100 GB"

  private static let all = PictureBombs.all + ContainerBombs.all + TableBombs.all + WordBombs.all

  func count(_ amount: Int) -> Int { Self.all.count }

  func run(_ bench: Bench) throws -> CaseResult {
    let bomb = Self.all[bench.name.number % Self.all.count]
    var result = try bench.judge(try bomb.make(bench))
    result.violations = result.violations.map { violation, command in
      (Violation(violation.rule, "\(bomb.name): \(violation.words)"), command)
    }
    return result
  }
}
