import Files
import Testing

struct PathTests {
  // POSIX basename and dirname give the components; the stem is the component up to its last dot.
  @Test(
    arguments: [
      ("a/b/clip.mp4", "clip.mp4", "clip", "a/b"),
      ("clip.mp4", "clip.mp4", "clip", "."),
      ("/clip", "clip", "clip", "/"),
      ("a/b/", "b", "b", "a"),
      ("a//b", "b", "b", "a"),
      ("/", "/", "/", "/"),
      ("", "", "", "."),
      (".hidden", ".hidden", ".hidden", "."),
      (".hidden.mp4", ".hidden.mp4", ".hidden", "."),
      ("..", "..", "..", "."),
      ("a/..x", "..x", "..x", "a"),
      ("a.tar.gz", "a.tar.gz", "a.tar", "."),
      ("a.", "a.", "a", "."),
      ("a.d/clip", "clip", "clip", "a.d"),
    ] as [(Path, Path, Path, Path)])
  func `components are split at slashes`(_ path: Path, _ last: Path, _ stem: Path, _ parent: Path) {
    #expect(path.lastComponent == last)
    #expect(path.stem == stem)
    #expect(path.parent == parent)
  }

  @Test(
    arguments: [
      ("a", "b", "a/b"), ("a/", "b", "a/b"), ("", "b", "b"), ("a", "", "a"), ("/", "b", "/b"), ("a", "/b", "a/b"),
    ] as [(Path, Path, Path)])
  func `appending stays inside the folder`(_ folder: Path, _ component: Path, _ whole: Path) {
    #expect(folder.appending(component) == whole)
  }

  @Test func `bytes are never repaired`() {
    let bytes: [UInt8] = [0x66, 0xFF, 0x2F, 0xC3, 0x2E, 0x80]
    let path = Path(bytes: bytes)
    #expect(path.bytes == bytes)
    #expect(path.lastComponent.bytes == [0xC3, 0x2E, 0x80])
    #expect(path.stem.bytes == [0xC3])
    #expect(path.text == "f\u{FFFD}/\u{FFFD}.\u{FFFD}")
    #expect(path.description == #"f\xFF/\xC3.\x80"#)
    let copied = path.withCString { (name) in (0...6).map { UInt8(truncatingIfNeeded: name[$0]) } }
    #expect(copied == bytes + [0])
  }

  @Test func `equal text of different bytes is a different name`() {
    #expect(Path("\u{E9}") != Path("e\u{301}"))
  }

  @Test func `kinds of paths are distinguished`() {
    #expect(Path("/a").isAbsolute && !Path("a").isAbsolute)
    #expect(Path("a/").namesFolder && !Path("a").namesFolder && !Path("").namesFolder)
    #expect(Path("").isEmpty && !Path("a").isEmpty)
    #expect(Path("a\0b").containsNUL && !Path("ab").containsNUL)
  }
}
