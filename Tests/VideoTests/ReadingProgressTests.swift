import Testing

@testable import Video

@Suite struct ReadingProgressTests {
  private final class File {
    var progress: ReadingProgress

    init(size: Int64) { progress = ReadingProgress(fileSize: size) }

    /// Whether reading there is progress.
    func read(_ position: Int64, _ count: Int) -> Bool { progress.visit(position, count: count) }
  }

  @Test func `each block counts once`() {
    // Four blocks of 256 KiB and one that begins.
    let file = File(size: 1 << 20)
    #expect(file.progress.percent == 0)
    #expect(file.read(0, 32 << 10))
    #expect(!file.read(32 << 10, 32 << 10))
    #expect(file.progress.percent == 20)
    // The end, then the middle, as a reader of an index at the end goes.
    #expect(file.read(1 << 20, 1))
    #expect(file.read(256 << 10, 300 << 10))
    #expect(file.progress.percent == 80)
    #expect(file.read(0, 1 << 20))
    #expect(!file.read(0, 1 << 20) && !file.read((1 << 20) - 1, 1))
    #expect(file.progress.percent == 100)
  }

  @Test func `reading across blocks visits all of them`() {
    let file = File(size: 10 << 20)
    #expect(file.read(0, 10 << 20))
    #expect(!file.read(5 << 20, 1))
    // 40 of 41 blocks.
    #expect(file.progress.percent == 97)
  }

  @Test(arguments: [0, 1, Int64.max]) func `any size and place can be read`(size: Int64) {
    let file = File(size: size)
    for position in [Int64.max, size, 0] { _ = file.read(position, .max) }
    #expect((0...100).contains(file.progress.percent))
    #expect(!file.read(-1, 1) && !file.read(0, 0))
  }
}
