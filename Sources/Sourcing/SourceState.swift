public import Files

/// What an object was when it was opened.
public struct SourceState: Hashable, Sendable {
  /// Its name, as the helper knows it.
  public let name: String
  /// Its bytes.
  public let size: Int64
  /// Its version; nil if the helper tells none.
  public let version: String?

  /// Its identity, which lasts from run to run; nil without a version.
  public var identity: FileIdentity? {
    versionHash.map { FileIdentity(lent: size, name: nameHash, version: $0) }
  }

  var nameHash: Int64 { Self.hash(name) }

  var versionHash: Int64? { version.map { Self.hash($0) & .max | FileIdentity.leastVersion } }

  /// FNV-1a, 64 bits, the same in each run.
  private static func hash(_ text: String) -> Int64 {
    Int64(bitPattern: text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
  }
}
