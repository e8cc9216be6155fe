import Testing

@testable import Files

/// Outputs that are written in pieces and appear complete or not at all.
@Suite(.serialized) struct GrowingOutputTests {
  private struct NotOpened: Error {}

  private func opened(_ output: Output, isUnnamed: Bool = true) throws -> GrowingOutput {
    guard let file = try GrowingOutput.open(output, notInputs: [], isUnnamed: isUnnamed) else { throw NotOpened() }
    return file
  }

  private func write(_ text: String, at offset: Int64, _ file: borrowing GrowingOutput) throws {
    try text.utf8.withContiguousStorageIfAvailable { try file.write(UnsafeRawBufferPointer($0), at: offset) }
  }

  @Test(arguments: [true, false]) func `pieces in any order become one file`(isUnnamed: Bool) throws {
    let scratch = try Scratch()
    let output = Output(path: scratch.path("x"))
    var file = try opened(output, isUnnamed: isUnnamed)
    try write("world", at: 6, file)
    try write("hello ", at: 0, file)
    #expect(scratch.names == [])
    let published = try file.publish()
    #expect(published == .created)
    #expect(scratch.names == ["x"] && scratch.contents(of: "x") == "hello world")
  }

  @Test(arguments: [true, false]) func `a file that is given up changes nothing`(isUnnamed: Bool) throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "x")
    let output = Output(path: scratch.path("x"), policy: .overwrite)
    do {
      let file = try opened(output, isUnnamed: isUnnamed)
      try write("new", at: 0, file)
    }
    #expect(scratch.names == ["x"] && scratch.contents(of: "x") == "old")
    var file = try opened(output, isUnnamed: isUnnamed)
    try write("new", at: 0, file)
    let published = try file.publish()
    #expect(published == .replaced)
    #expect(scratch.names == ["x"] && scratch.contents(of: "x") == "new")
  }

  @Test(arguments: [true, false]) func `an existing file is refused, skipped or an input`(isUnnamed: Bool) throws {
    let scratch = try Scratch()
    let path = try scratch.write("old", to: "x")
    func open(_ policy: OutputPolicy, _ inputs: [FileIdentity] = []) throws -> Bool {
      switch try GrowingOutput.open(Output(path: path, policy: policy), notInputs: inputs, isUnnamed: isUnnamed) {
      case .some: true
      case .none: false
      }
    }
    #expect(throws: FileError(path: path, fault: .exists)) { _ = try open(.refuse) }
    #expect(try !open(.skip))
    let own = try InputFile(opening: path).identity
    #expect(throws: FileError(path: path, fault: .isInput)) { _ = try open(.overwrite, [own]) }
    #expect(scratch.names == ["x"])
  }

  @Test func `a name taken in the meantime is kept`() throws {
    let scratch = try Scratch()
    let output = Output(path: scratch.path("x"))
    var file = try opened(output)
    try write("new", at: 0, file)
    try scratch.write("other", to: "x")
    do {
      _ = try file.publish()
      Issue.record("the name was taken")
    } catch {
      #expect(error == FileError(path: output.path, fault: .exists))
    }
    #expect(scratch.names == ["x"] && scratch.contents(of: "x") == "other")
  }

  @Test func `folders made for it are removed again, unless it is published`() throws {
    let scratch = try Scratch()
    let output = Output(path: scratch.path("a").appending("b").appending("x"), makesFolders: true)
    do {
      let file = try opened(output)
      try write("new", at: 0, file)
      #expect(scratch.names == ["a"])
    }
    #expect(scratch.names == [])
    var file = try opened(output)
    let published = try file.publish()
    #expect(published == .created)
    #expect(scratch.contents(of: "a/b/x") == "")
  }

  @Test func `a missing folder is an error`() throws {
    let scratch = try Scratch()
    let output = Output(path: scratch.path("a").appending("x"))
    #expect(throws: FileError(path: output.path, fault: .noFolder)) {
      _ = try opened(output)
    }
  }
}
