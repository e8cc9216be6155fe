import Files

/// One version of an object that a helper reads, and how its pages are being read.
final class SourceObject {
  /// Its number among the objects of this run.
  let number: Int
  let name: String
  let size: Int64
  let version: String?
  /// The pages that were asked for and have not come yet, with the numbers of their questions.
  var asked: [Int64: Int] = [:]
  /// How many processes have it open.
  var readers = 0
  /// The end of the last read, and how many pages were read in sequence up to it.
  private var end: Int64 = -1
  private var run: Int64 = 0

  /// After this many pages in sequence, others are requested in advance: as many again, 256 at most.
  private static let (leastRun, mostAhead): (Int64, Int64) = (32, 256)

  init(_ number: Int, _ name: String, size: Int64, version: String?) {
    (self.number, self.name, self.size, self.version) = (number, name, size, version)
  }

  /// Tells this object from all others; without a version, each opening has its own identity.
  var identity: LentFile.Answer {
    let state = SourceState(name: name, size: size, version: version)
    return .identity(size: size, name: state.nameHash, version: state.versionHash ?? Int64(number))
  }

  /// Notes a read of pages, at least one; returns the pages to request from the helper, nil for none.
  ///
  /// In a sequential read, the next pages are requested before they are wanted.
  ///
  /// - Parameter isKept: Whether a page is in memory.
  func want(_ pages: Range<Int64>, isKept: (Int64) -> Bool) -> Range<Int64>? {
    let isNext = pages.contains(end) || pages.contains(end - 1)
    run = isNext ? run + max(0, pages.upperBound - end) : Int64(pages.count)
    end = pages.upperBound
    let stride = run >= Self.leastRun ? min(Self.mostAhead, run) : 0
    let ahead = min(pageCount, max(end, pages.lowerBound + stride))
    func isMissing(_ page: Int64) -> Bool { !isKept(page) && asked[page] == nil }
    guard let first = (pages.lowerBound..<ahead).first(where: isMissing) else { return nil }
    let last = (first..<min(pageCount, max(end, first + stride))).prefix(while: isMissing).last ?? first
    return first..<last + 1
  }

  private var pageCount: Int64 { (size - 1) / Int64(SourcePages.size) + 1 }

  /// The pages that hold some bytes, without those after the end.
  func pages(of bytes: Range<Int64>) -> Range<Int64> {
    let page = Int64(SourcePages.size)
    let bytes = bytes.clamped(to: 0..<size)
    return bytes.isEmpty ? 0..<0 : bytes.lowerBound / page..<(bytes.upperBound - 1) / page + 1
  }

  /// The bytes of some pages.
  func bytes(of pages: Range<Int64>) -> Range<Int64> {
    let page = Int64(SourcePages.size)
    return pages.lowerBound * page..<min(size, pages.upperBound * page)
  }
}
