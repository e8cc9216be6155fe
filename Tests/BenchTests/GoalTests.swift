import Testing

@testable import Bench

@Suite struct GoalTests {
  private func outcome(_ name: String, cpu: Double, wall: Double, _ verdict: Verdict = .right) -> Contest.Outcome {
    let cost = Cost(cpu: cpu, wall: wall, memory: 60, bytes: 1000)
    return Contest.Outcome(contender: name, isExact: true, command: [], verdict: verdict, costs: [cost, cost, cost])
  }

  private func answers(_ workload: String, _ outcomes: [Contest.Outcome]) throws -> [Goal.Answer] {
    let work = try #require(Workload.all.first { $0.name == workload })
    return Goal.all.flatMap { $0.answers(in: [Contest.Result(workload: work, outcomes: outcomes)]) }
  }

  @Test func `a goal is met up to and including its ratio`() throws {
    let found = try answers(
      "keyframe", [outcome("framegrab", cpu: 35, wall: 36), outcome("ffmpeg -ss", cpu: 100, wall: 100)])
    #expect(found.map(\.kind) == [.cpu, .wall])
    #expect(found.map(\.value) == [0.35, 0.36])
    #expect(found.map(\.isMet) == [true, false])
  }

  @Test func `the fastest peer needs correct pictures, and is chosen for each cost separately`() throws {
    let found = try answers(
      "random",
      [
        outcome("framegrab", cpu: 10, wall: 10), outcome("PyAV", cpu: 40, wall: 20),
        outcome("OpenCV", cpu: 30, wall: 30), outcome("decord", cpu: 1, wall: 1, .wrong("frame 2 instead of 3")),
      ])
    #expect(found.map(\.rival) == ["OpenCV", "PyAV"])
    #expect(found.map(\.isMet) == [true, true])
  }

  @Test func `a missing program, or one with wrong pictures, meets no goal`() throws {
    #expect(try answers("keyframe", [outcome("framegrab", cpu: 1, wall: 1)]).isEmpty)
    #expect(
      try answers(
        "keyframe", [outcome("framegrab", cpu: 1, wall: 1, .wrong("")), outcome("ffmpeg -ss", cpu: 9, wall: 9)]
      ).isEmpty)
  }

  @Test func `the self-contained build has goals of its own`() throws {
    let name = Contender.selfContained("framegrab")
    let found = try answers(
      "keyframe",
      [
        outcome(name, cpu: 22, wall: 90), outcome("framegrab", cpu: 36, wall: 9),
        outcome("ffmpeg -ss", cpu: 100, wall: 100), outcome("static ffmpeg", cpu: 88, wall: 120),
      ])
    // 22 / 88 of CPU time and 90 / 120 of wall time, of which 0.25 and 0.27 are allowed, and 60 MiB where 40 are.
    #expect(found.filter { $0.title.hasSuffix("self-contained") }.map(\.value) == [0.25, 0.75, 60])
    #expect(found.filter { $0.title.hasSuffix("self-contained") }.map(\.isMet) == [true, false, false])
    #expect(found.filter { !$0.title.hasSuffix("self-contained") }.map(\.value) == [0.36, 0.09])
  }

  @Test func `each framegrab runs beside its self-contained twin, with the same words`() throws {
    for workload in Workload.all {
      let mine = workload.contenders.filter { $0.ways[0].words.first == Place.framegrab }
      let twins = workload.contenders.filter { $0.ways[0].words.first == Place.portable }
      #expect(!mine.isEmpty && twins.map(\.name) == mine.map { Contender.selfContained($0.name) })
      #expect(zip(mine, twins).allSatisfy { $0.ways[0].words.dropFirst() == $1.ways[0].words.dropFirst() })
      #expect(twins.allSatisfy { $0.ways.allSatisfy { $0.needs.contains(.selfContained) } })
    }
  }

  @Test func `the table of both builds has their ratios to the first other program`() throws {
    let work = try #require(Workload.all.first { $0.name == "keyframe" })
    let own = Contender.selfContained("framegrab")
    let result = Contest.Result(
      workload: work,
      outcomes: [
        outcome("framegrab", cpu: 36, wall: 1), outcome(own, cpu: 22, wall: 1),
        outcome("PyAV", cpu: 1, wall: 1, .wrong("")), outcome("ffmpeg -ss", cpu: 100, wall: 1),
      ])
    let lines = ResultText.builds(in: [result]).split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(
      lines.last?.split(separator: " ").map(String.init)
        == ["keyframe", "100.0", "36.0", "0.360", "22.0", "0.220", "60.0", "60.0", "60.0"])
    let alone = Contest.Result(workload: work, outcomes: [outcome("framegrab", cpu: 36, wall: 1)])
    #expect(ResultText.builds(in: [alone]).isEmpty)
  }

  @Test func `memory is compared with a fixed limit`() throws {
    let found = try answers("gop-240", [outcome("framegrab", cpu: 1, wall: 1)])
    #expect(found.map(\.kind) == [.memory])
    #expect(found.map(\.isMet) == [true])
  }

  @Test func `every goal has a workload with its contenders, and workloads are chosen by prefix`() {
    let names = Workload.all.map(\.name)
    for goal in Goal.all {
      let contenders = Workload.all.first { $0.name == goal.workload }?.contenders.map(\.name) ?? []
      var wanted = [goal.contender]
      switch goal.rival {
      case .named(let name): wanted.append(name)
      case .fastest(let names): wanted += names
      case .nobody: break
      }
      #expect(wanted.allSatisfy(contenders.contains), "\(goal.title): \(contenders)")
    }
    #expect(Set(names).count == names.count)
    #expect(Workload.chosen(by: []).count == names.count)
    #expect(Workload.chosen(by: ["film"]).map(\.name) == ["film-mp4", "film-mkv", "film-ts"])
    #expect(Workload.chosen(by: ["all", "png-s"]).map(\.name) == ["all", "png-small", "png-screen"])
    #expect(Workload.chosen(by: ["no such"]).isEmpty)
  }
}
