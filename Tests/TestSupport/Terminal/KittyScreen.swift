import Foundation

/// The pictures that the kitty graphics protocol put on a screen, checked strictly.
public struct KittyScreen: Sendable {
  /// A picture that is shown.
  public struct Placement: Sendable {
    /// The picture.
    public let picture: DecodedPNG
    /// How many cells it is stretched over, across and down.
    public let columns: Int, rows: Int
    /// Where its upper left corner is, counted from 1.
    public let row: Int, column: Int
  }

  /// Shown pictures by the numbers of image and placement.
  public private(set) var placements: [[Int]: Placement] = [:]
  /// How many pictures were shown so far.
  public private(set) var shown = 0
  /// How many commands to delete came so far.
  public private(set) var deletions = 0

  private var keys: [Character: String] = [:]
  private var payload: [UInt8] = []
  private var isUnfinished = false

  /// A screen without pictures.
  public init() {}

  /// Takes all pictures away, as a terminal does that is cleared.
  mutating func clear() { placements = [:] }

  /// Takes the content of an APC string behind its `G`; returns the id of a query that has to be answered.
  ///
  /// Throws ``TerminalFault`` for what the protocol does not allow or framegrab has no reason to send.
  mutating func take(_ content: ArraySlice<UInt8>, row: Int, column: Int) throws(TerminalFault) -> Int? {
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
    let chunk = parts.count > 1 ? Array(parts[1]) : []
    let read = try Self.keys(String(decoding: parts.first ?? [], as: UTF8.self))
    guard chunk.count <= 4096 else { throw TerminalFault("kitty: a chunk of \(chunk.count) bytes") }
    if isUnfinished {
      guard read.keys.allSatisfy({ $0 == "m" || $0 == "q" }), read["m"] != nil else {
        throw TerminalFault("kitty: a later chunk has keys of its own: \(read)")
      }
    } else {
      (keys, payload) = (read, [])
    }
    isUnfinished = read["m"] == "1"
    if isUnfinished && !chunk.count.isMultiple(of: 4) {
      throw TerminalFault("kitty: a chunk of \(chunk.count) bytes is no multiple of 4, and not the last")
    }
    payload += chunk
    return isUnfinished ? nil : try command(row: row, column: column)
  }

  private mutating func command(row: Int, column: Int) throws(TerminalFault) -> Int? {
    switch keys["a"] {
    case "q":
      guard let id = number("i"), id > 0 else { throw TerminalFault("kitty: a query without an id") }
      return id
    case "d":
      deletions += 1
      placements = [:]
      return nil
    case "T":
      try show(row: row, column: column)
      return nil
    default: throw TerminalFault("kitty: an unknown command: \(keys)")
    }
  }

  private mutating func show(row: Int, column: Int) throws(TerminalFault) {
    guard keys["f"] == "100", keys["q"] == "2", let image = number("i"), let place = number("p"),
      let columns = number("c"), let rows = number("r"), columns > 0, rows > 0
    else { throw TerminalFault("kitty: a picture needs f=100, q=2 and i, p, c, r: \(keys)") }
    guard keys["C"] == "1" else { throw TerminalFault("kitty: a picture moves the cursor: \(keys)") }
    guard let bytes = Data(base64Encoded: Data(payload)) else { throw TerminalFault("kitty: no base64") }
    let picture: DecodedPNG
    do { picture = try DecodedPNG(bytes) } catch { throw TerminalFault("kitty: \(error.description)") }
    // Transmitting an image again under its number takes away all its placements.
    placements = placements.filter { $0.key.first != image }
    placements[[image, place]] = Placement(picture: picture, columns: columns, rows: rows, row: row, column: column)
    shown += 1
  }

  private func number(_ key: Character) -> Int? { keys[key].flatMap { Int($0) } }

  /// `a=T,f=100` as a dictionary, of keys that exist.
  private static func keys(_ text: String) throws(TerminalFault) -> [Character: String] {
    var keys: [Character: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].count == 1, let key = parts[0].first, known.contains(key), keys[key] == nil
      else {
        throw TerminalFault("kitty: an unknown or repeated key: \(pair)")
      }
      keys[key] = String(parts[1])
    }
    return keys
  }

  private static let known: Set<Character> = ["a", "f", "i", "p", "q", "m", "s", "v", "t", "c", "r", "C", "d", "z"]
}

/// What a program wrote that it must not write.
public struct TerminalFault: Error, Hashable, CustomStringConvertible {
  /// What and why.
  public let description: String

  init(_ description: String) { self.description = description }
}
