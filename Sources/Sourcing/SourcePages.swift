/// The pages of objects that were used last.
struct SourcePages {
  /// Bytes in a page; an object's last page may have fewer. Small, because boxes and headers are small and far apart.
  static let size = 1 << 10
  /// The most pages that are kept: 64 MiB.
  private static let most = 65_536

  /// A page of an object.
  struct Place: Hashable {
    let object: Int
    let page: Int64
  }

  private var pages: [Place: (bytes: [UInt8], use: UInt64)] = [:]
  private var uses: UInt64 = 0

  func has(_ place: Place) -> Bool { pages[place] != nil }

  /// The bytes of a page; nil if they are not kept.
  mutating func bytes(_ place: Place) -> [UInt8]? {
    guard let found = pages.index(forKey: place) else { return nil }
    uses += 1
    pages.values[found].use = uses
    return pages.values[found].bytes
  }

  /// Keeps a page; above the limit, the eighth that has not been used for longest is dropped.
  mutating func keep(_ bytes: [UInt8], _ place: Place) {
    uses += 1
    pages[place] = (bytes, uses)
    guard pages.count > Self.most else { return }
    let oldest = pages.values.map(\.use).sorted()[Self.most / 8]
    pages = pages.filter { $0.value.use > oldest }
  }

  /// Forgets all pages of an object.
  mutating func forget(_ object: Int) { pages = pages.filter { $0.key.object != object } }
}
