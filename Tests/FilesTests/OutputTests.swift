import Foundation
import Testing

@testable import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ways in which a file can be published; a system may support only some.
let ways: [Publication.Means] = [.all, [.carefulRenaming, .linking], [.linking]]

extension Output {
  /// Publishes text in one of the ways.
  func publish(_ text: String, notInputs inputs: [FileIdentity] = [], _ means: Publication.Means = .all) throws -> Bool
  {
    try Array(text.utf8).withUnsafeBytes { try publish($0, notInputs: inputs, means: means) } != .skipped
  }
}

struct OutputTests {
  @Test(arguments: ways, [OutputPolicy.refuse, .overwrite, .skip])
  func `a new file appears complete`(_ means: Publication.Means, _ policy: OutputPolicy) throws {
    let scratch = try Scratch()
    for syncs in [false, true] {
      let name: Path = syncs ? "synced.png" : "picture.png"
      let output = Output(path: scratch.path(name), policy: policy, syncs: syncs)
      #expect(try output.check(notInputs: []))
      #expect(scratch.contents(of: name) == nil)
      #expect(try output.publish("picture", means))
      #expect(scratch.contents(of: name) == "picture")
    }
    #expect(scratch.names == ["picture.png", "synced.png"])
  }

  @Test(arguments: ways, [false, true])
  func `an existing file is handled by the policy`(_ means: Publication.Means, _ syncs: Bool) throws {
    let scratch = try Scratch()
    let path = try scratch.write("old", to: "picture.png")
    let refusing = Output(path: path, policy: .refuse, syncs: syncs)
    #expect(fault { _ = try refusing.check(notInputs: []) } == .exists)
    #expect(fault { _ = try refusing.publish("new", means) } == .exists)
    let skipping = Output(path: path, policy: .skip, syncs: syncs)
    #expect(try !skipping.check(notInputs: []))
    #expect(try !skipping.publish("new", means))
    #expect(scratch.contents(of: "picture.png") == "old")
    let overwriting = Output(path: path, policy: .overwrite, syncs: syncs)
    #expect(try overwriting.check(notInputs: []))
    #expect(scratch.contents(of: "picture.png") == "old")
    #expect(try overwriting.publish("new", means))
    #expect(scratch.contents(of: "picture.png") == "new")
    #expect(scratch.names == ["picture.png"])
  }

  @Test(arguments: ways)
  func `every name that the system accepts can be written`(_ means: Publication.Means) throws {
    let scratch = try Scratch()
    let names: Set<Path> = [
      "a%03d.png", "foo:bar.png", "-x.png", "a\nb", " ", ".hidden", "ü.png", Path(bytes: [0x66, 0xFF, 0xC3, 0x2E]),
      Path(bytes: Array(repeating: 0x6E, count: 255)), Path(String(repeating: "é", count: 127)),
    ]
    for name in names {
      #expect(try Output(path: scratch.path(name)).publish("1", means))
      #expect(try Output(path: scratch.path(name), policy: .overwrite).publish("2", means))
      #expect(scratch.contents(of: name) == "2")
    }
    #expect(scratch.names == names)
  }

  @Test(arguments: ways, [OutputPolicy.refuse, .overwrite, .skip])
  func `special files are never replaced`(_ means: Publication.Means, _ policy: OutputPolicy) throws {
    let scratch = try Scratch()
    try scratch.write("target", to: "target")
    try scratch.makeFolder("folder")
    try scratch.makeFIFO("fifo")
    try scratch.makeSocket("socket")
    try scratch.makeSymbolicLink("link", to: "target")
    try scratch.makeSymbolicLink("dangling", to: "nowhere")
    let before = scratch.names
    let expected: [(Path, FileError.Fault)] = [
      (scratch.path("folder"), .notRegular(.folder)), (scratch.path("fifo"), .notRegular(.fifo)),
      (scratch.path("socket"), .notRegular(.socket)), (scratch.path("link"), .isSymbolicLink),
      (scratch.path("dangling"), .isSymbolicLink), ("/dev/null", .notRegular(.device)),
      (scratch.path("folder/"), .notRegular(.folder)), (scratch.path("new/"), .notRegular(.folder)),
      (scratch.path("."), .notRegular(.folder)), (scratch.path(".."), .notRegular(.folder)),
      ("/", .notRegular(.folder)), ("", .noName), (scratch.path("target\0x"), .nulInName),
    ]
    for (path, wrong) in expected {
      let output = Output(path: path, policy: policy)
      #expect(fault { _ = try output.check(notInputs: []) } == wrong, "\(path)")
      #expect(fault { _ = try output.publish("new", means) } == wrong, "\(path)")
    }
    #expect(scratch.names == before)
    #expect(scratch.contents(of: "target") == "target")
  }

  @Test(arguments: ways, [OutputPolicy.refuse, .overwrite, .skip])
  func `the input is never replaced`(_ means: Publication.Means, _ policy: OutputPolicy) throws {
    let scratch = try Scratch()
    let path = try scratch.write("film", to: "clip.mp4")
    try scratch.makeHardLink("hard.mp4", to: "clip.mp4")
    try scratch.makeSymbolicLink("soft.mp4", to: "clip.mp4")
    let identity = try InputFile(opening: scratch.path("soft.mp4")).identity
    for name: Path in ["clip.mp4", "hard.mp4", "./clip.mp4"] {
      let output = Output(path: scratch.path(name), policy: policy)
      #expect(fault { _ = try output.check(notInputs: [identity]) } == .isInput)
      #expect(fault { _ = try output.publish("new", notInputs: [identity], means) } == .isInput)
    }
    let soft = Output(path: scratch.path("soft.mp4"), policy: policy)
    #expect(fault { _ = try soft.publish("new", notInputs: [identity], means) } == .isSymbolicLink)
    // Even if it was written to in the meantime, it is still the input.
    try scratch.write("longer film", to: "clip.mp4")
    #expect(fault { _ = try Output(path: path, policy: policy).check(notInputs: [identity]) } == .isInput)
    #expect(scratch.contents(of: "hard.mp4") == "longer film")
  }

  @Test func `overwriting one hard link leaves the other`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("old", to: "a.png")
    try scratch.makeHardLink("b.png", to: "a.png")
    #expect(try Output(path: path, policy: .overwrite).publish("new"))
    #expect(scratch.contents(of: "a.png") == "new")
    #expect(scratch.contents(of: "b.png") == "old")
  }

  @Test func `an empty picture and a large one are written completely`() throws {
    let scratch = try Scratch()
    #expect(try Output(path: scratch.path("empty")).publish(""))
    #expect(scratch.contents(of: "empty") == "")
    let large = String(repeating: "0123456789abcdef", count: 1 << 16)
    #expect(try Output(path: scratch.path("large")).publish(large))
    #expect(scratch.contents(of: "large") == large)
  }

  @Test func `an output without a folder goes to the current one`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      try #require(scratch.folder.withCString { chdir($0) } == 0)
      #expect(try Output(path: "picture.png").publish("picture"))
      #expect(scratch.contents(of: "picture.png") == "picture")
      #expect(chdir("/") == 0)
    }
  }

  // For any interleaving exactly one writer gets the name; the check before the work cannot decide that.
  @Test(arguments: ways, [OutputPolicy.refuse, .skip])
  func `of many concurrent writers one gets the name`(_ means: Publication.Means, _ policy: OutputPolicy) throws {
    let scratch = try Scratch()
    for round in 0..<30 {
      let output = Output(path: scratch.path(Path("\(round).png")), policy: policy)
      let winners = Winners()
      DispatchQueue.concurrentPerform(iterations: 6) { writer in
        do {
          if try output.publish("picture of \(writer)", means) { winners.add(writer) }
        } catch {
          #expect(policy == .refuse && (error as? FileError)?.fault == .exists)
        }
      }
      try #require(winners.all.count == 1)
      #expect(scratch.contents(of: output.path.lastComponent) == "picture of \(winners.all[0])")
    }
    #expect(scratch.names.count == 30)
  }

  @Test(arguments: ways, [false, true])
  func `concurrent overwriting writers leave one complete file`(_ means: Publication.Means, _ syncs: Bool) throws {
    let scratch = try Scratch()
    let output = Output(path: try scratch.write("0", to: "a.png"), policy: .overwrite, syncs: syncs)
    let pictures = (1...4).map { String(repeating: String($0), count: 10_000 * $0) }
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      for _ in 0..<5 {
        #expect(throws: Never.self) { try output.publish(pictures[writer], means) }
        let seen = scratch.contents(of: "a.png")
        #expect(pictures.contains { $0 == seen })
      }
    }
    #expect(scratch.names == ["a.png"])
  }
}

/// The writers whose publication was reported as successful.
private final class Winners: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [Int] = []

  func add(_ number: Int) {
    lock.withLock { numbers.append(number) }
  }

  var all: [Int] {
    lock.withLock { numbers }
  }
}
