import Files
import Testing

@Suite struct `Listing a folder` {
  @Test func `only regular files are listed, links to them included`() throws {
    let scratch = try Scratch()
    try scratch.write("a", to: "a")
    try scratch.write("", to: "empty")
    try scratch.makeFolder("folder")
    try scratch.makeFIFO("fifo")
    try scratch.makeSymbolicLink("link", to: scratch.path("a"))
    try scratch.makeSymbolicLink("dangling", to: "nowhere")
    let names: Set<Path> = ["a", "empty", "link"]
    #expect(Set(FolderListing(of: scratch.folder, atMost: 100).names) == names)
  }

  @Test func `no more entries are looked at than allowed`() throws {
    let scratch = try Scratch()
    for number in 0..<20 { try scratch.write("x", to: Path("\(number)")) }
    #expect(FolderListing(of: scratch.folder, atMost: 0).names.isEmpty)
    // The folder itself and its parent are entries too.
    #expect((3...5).contains(FolderListing(of: scratch.folder, atMost: 5).names.count))
    #expect(FolderListing(of: scratch.folder, atMost: 1000).names.count == 20)
  }

  @Test func `what is no folder has no names`() throws {
    let scratch = try Scratch()
    let file = try scratch.write("x", to: "file")
    for path in [file, scratch.path("missing"), "", Path(bytes: [0x61, 0])] {
      #expect(FolderListing(of: path, atMost: 10).names.isEmpty)
    }
  }

  @Test func `a name stands for a file, a folder, something else or nothing`() throws {
    let scratch = try Scratch()
    try scratch.write("x", to: "file")
    try scratch.makeFIFO("fifo")
    #expect(NamedThing(at: scratch.path("file")) == .file)
    #expect(NamedThing(at: scratch.folder) == .folder)
    #expect(NamedThing(at: scratch.path("fifo")) == .other)
    #expect(NamedThing(at: scratch.path("missing")) == nil)
    #expect(NamedThing(at: "") == nil)
    #expect(NamedThing(at: Path(bytes: [0x2E, 0])) == nil)
  }

  @Test func `words are made printable one by one`() {
    let long = String(repeating: "a", count: 300)
    #expect(printableWords("\(long) \u{1B}[0m b") == String(repeating: "a", count: 200) + "… \\x1B[0m b")
    #expect(printableWords("a  b ") == "a  b ")
    #expect(printableWords("") == "")
    #expect(printableWords(String(repeating: "a ", count: 100_000)).utf8.count < 1000)
  }
}
