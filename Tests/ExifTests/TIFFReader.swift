/// The reason why a block is not a TIFF file.
struct TIFFFault: Error, CustomStringConvertible {
  let description: String
}

/// A reader of TIFF structures that was written for these tests alone, from TIFF 6.0, section 2.
struct TIFFReader {
  struct Field {
    let kind: Int
    let count: Int
    let bytes: [UInt8]

    var text: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

    /// Pairs of a numerator and a denominator.
    var fractions: [[UInt32]] {
      let words = stride(from: 0, to: bytes.count, by: 4).map { place in
        bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      return stride(from: 0, to: words.count, by: 2).map { Array(words[$0..<$0 + 2]) }
    }
  }

  private let bytes: [UInt8]
  private(set) var main: [Int: Field] = [:]
  /// The tags of each directory in the order in which they are stored.
  private(set) var orders: [[Int]] = []

  init(_ bytes: [UInt8]) throws(TIFFFault) {
    self.bytes = bytes
    guard bytes.starts(with: [0x4D, 0x4D, 0, 42]) else { throw TIFFFault(description: "no header") }
    main = try read(at: number(4, 4))
    for tag in [0x8769, 0x8825] where main[tag] != nil { _ = try directory(tag) { orders.append($0) } }
    _ = try read(at: number(4, 4)) { orders.append($0) }
  }

  /// The directory that a field of the first one points to.
  func directory(_ tag: Int) throws(TIFFFault) -> [Int: Field] { try directory(tag) { _ in } }

  private func directory(_ tag: Int, order: ([Int]) -> Void) throws(TIFFFault) -> [Int: Field] {
    guard let field = main[tag], field.kind == 4, field.count == 1 else { throw TIFFFault(description: "no \(tag)") }
    return try read(at: field.bytes.reduce(0) { $0 << 8 | Int($1) }, order: order)
  }

  private func number(_ place: Int, _ size: Int) throws(TIFFFault) -> Int {
    guard place >= 0, place + size <= bytes.count else { throw TIFFFault(description: "\(place) is outside") }
    return bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
  }

  private func read(at place: Int, order: ([Int]) -> Void = { _ in }) throws(TIFFFault) -> [Int: Field] {
    guard place % 2 == 0 else { throw TIFFFault(description: "a directory at an odd place") }
    let count = try number(place, 2)
    var fields: [Int: Field] = [:]
    var tags: [Int] = []
    for start in (0..<count).map({ place + 2 + 12 * $0 }) {
      let (tag, kind, count) = try (number(start, 2), number(start + 2, 2), number(start + 4, 4))
      guard let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1][kind] else { throw TIFFFault(description: "kind \(kind)") }
      let length = size * count
      let from = try length <= 4 ? start + 8 : number(start + 8, 4)
      guard length <= 4 || from % 2 == 0, from + length <= bytes.count else { throw TIFFFault(description: "\(tag)") }
      fields[tag] = Field(kind: kind, count: count, bytes: Array(bytes[from..<from + length]))
      tags.append(tag)
    }
    guard try number(place + 2 + 12 * count, 4) == 0 else { throw TIFFFault(description: "a next directory") }
    order(tags)
    return fields
  }
}
