import Foundation
import Testing

@testable import Files

/// What another run has noted of a file is no licence to replace it, unless the file was cut off.
struct EarlierOutputTests {
  /// An output that had the seven bytes of "picture".
  private func output(
    _ path: Path, byteCount: Int64 = 7, published: Published = .created, skipsOthers: Bool = false, syncs: Bool = false
  ) -> Output {
    let earlier = EarlierOutput(byteCount: byteCount, published: published, skipsOthers: skipsOthers)
    return Output(path: path, policy: .repair(earlier), syncs: syncs)
  }

  private func publish(_ output: Output, _ means: Publication.Means) throws -> Published {
    try Array("picture".utf8).withUnsafeBytes { try output.publish($0, notInputs: [], means: means) }
  }

  @Test(arguments: ways, [false, true])
  func `a file that was cut off is replaced by the whole one`(_ means: Publication.Means, _ syncs: Bool) throws {
    let scratch = try Scratch()
    for (rest, skips, noted) in [("", false, Published.created), ("p", true, .replaced), ("pictur", false, .created)] {
      let path = try scratch.write(rest, to: "x.png")
      let output = output(path, published: noted, skipsOthers: skips, syncs: syncs)
      #expect(try output.check(notInputs: []))
      #expect(try publish(output, means) == noted)
      #expect(scratch.contents(of: "x.png") == "picture")
      #expect(scratch.names == ["x.png"])
    }
  }

  @Test(arguments: ways)
  func `a file with the very bytes is taken over`(_ means: Publication.Means) throws {
    let scratch = try Scratch()
    let path = try scratch.write("picture", to: "x.png")
    let before = try InputFile(opening: path).identity
    #expect(try publish(output(path, published: .replaced), means) == .replaced)
    // It may have been noted with more bytes by a job that made another picture.
    #expect(try publish(output(path, byteCount: 9), means) == .created)
    #expect(try InputFile(opening: path).identity == before)
    #expect(scratch.names == ["x.png"])
  }

  @Test(arguments: ways, [false, true])
  func `any other file is refused, or skipped`(_ means: Publication.Means, _ syncs: Bool) throws {
    let scratch = try Scratch()
    let others: [(text: String, byteCount: Int64)] = [
      ("mine", 7), ("PICTURE", 7), ("picturesque", 7), ("pictures", 9), ("pictur", 6), ("", 0), ("pict-", 7),
    ]
    for (text, byteCount) in others {
      let path = try scratch.write(text, to: "x.png")
      let refusing = output(path, byteCount: byteCount, syncs: syncs)
      #expect(fault { _ = try publish(refusing, means) } == .exists, "\(text)")
      let skipping = output(path, byteCount: byteCount, skipsOthers: true, syncs: syncs)
      #expect(try publish(skipping, means) == .skipped, "\(text)")
      #expect(scratch.contents(of: "x.png") == text)
      #expect(scratch.names == ["x.png"])
    }
  }

  @Test func `that a whole file is skipped is known before there is a picture`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("another", to: "x.png")
    #expect(try !output(path, skipsOthers: true).check(notInputs: []))
    #expect(try output(path, byteCount: 8, skipsOthers: true).check(notInputs: []))
    #expect(try output(path).check(notInputs: []))
  }

  @Test(arguments: ways)
  func `a missing file is made`(_ means: Publication.Means) throws {
    let scratch = try Scratch()
    let path = scratch.path("x.png")
    #expect(try publish(output(path, published: .replaced), means) == .created)
    #expect(scratch.contents(of: "x.png") == "picture")
  }

  @Test(arguments: ways)
  func `links, folders, FIFOs and inputs are never replaced`(_ means: Publication.Means) throws {
    let scratch = try Scratch()
    try scratch.write("pict", to: "target")
    try scratch.makeSymbolicLink("link", to: "target")
    try scratch.makeFolder("folder")
    try scratch.makeFIFO("fifo")
    #expect(fault { _ = try publish(output(scratch.path("link")), means) } == .isSymbolicLink)
    #expect(fault { _ = try publish(output(scratch.path("folder")), means) } == .notRegular(.folder))
    #expect(fault { _ = try publish(output(scratch.path("fifo")), means) } == .notRegular(.fifo))
    let input = try InputFile(opening: scratch.path("target")).identity
    #expect(
      fault { _ = try output(scratch.path("target")).publish("picture", notInputs: [input], means) } == .isInput)
    #expect(scratch.contents(of: "target") == "pict")
  }

  // MARK: Files that grow

  private func grow(_ output: Output, _ text: String, isUnnamed: Bool, meanwhile: () throws -> Void = {}) throws
    -> Published?
  {
    guard var file = try GrowingOutput.open(output, notInputs: [], isUnnamed: isUnnamed) else { return nil }
    try Array(text.utf8).withUnsafeBytes { try file.write($0, at: 0) }
    try meanwhile()
    return try file.publish()
  }

  @Test(arguments: [true, false])
  func `a file that grows follows the same rule`(isUnnamed: Bool) throws {
    let scratch = try Scratch()
    // More than one piece of the comparison.
    let text = String(repeating: "0123456789abcdef", count: 40_000)
    let noted = Int64(text.utf8.count)
    for (old, published) in [("", Published.created), (String(text.prefix(262_144)), .created), (text, .created)] {
      let path = try scratch.write(old, to: "x.npy")
      #expect(try grow(output(path, byteCount: noted), text, isUnnamed: isUnnamed) == published)
      #expect(scratch.contents(of: "x.npy") == text)
    }
    for old in ["mine", text + "0", String(text.dropLast()) + "0", String(text.prefix(300_000)) + "mine"] {
      let path = try scratch.write(old, to: "x.npy")
      #expect(fault { _ = try grow(output(path, byteCount: noted), text, isUnnamed: isUnnamed) } == .exists)
      let skipped = try grow(output(path, byteCount: noted, skipsOthers: true), text, isUnnamed: isUnnamed)
      #expect(skipped == nil || skipped == .skipped)
      #expect(scratch.contents(of: "x.npy") == old)
    }
    #expect(scratch.names == ["x.npy"])
  }

  @Test(arguments: [true, false])
  func `a file that was written anew in the meantime is kept`(isUnnamed: Bool) throws {
    let scratch = try Scratch()
    let path = try scratch.write("pict", to: "x.npy")
    let wrong = fault {
      _ = try grow(output(path), "picture", isUnnamed: isUnnamed) { try scratch.write("mine", to: "x.npy") }
    }
    #expect(wrong == .exists)
    #expect(scratch.contents(of: "x.npy") == "mine" && scratch.names == ["x.npy"])
  }
}
