import Packing
public import Files
import Timeline

/// A private folder of the user, in which indexes of long videos are kept from run to run.
///
/// Each file ends with an HMAC under a secret in the same folder, so that files that are damaged or come from elsewhere
/// are detected; and it is bound to one state of one video file. The total size is limited, and the least recently used
/// files are removed first.
public struct IndexCache: IndexStore {
  /// The folder's name.
  public let folder: Path
  /// The version of the program, since the kept data depends on its rules.
  public let program: String
  /// The maximum size of one index in bytes.
  public var allowedPerFile = Self.usualSize
  /// That maximum, unless a test changes it.
  public static let usualSize = 64 << 20
  /// The maximum size of all indexes in bytes.
  var allowed: Int64 = 256 << 20

  /// Sets the folder; nothing is opened or created until an index is loaded or stored.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created, for the user alone, when an index is stored.
  ///   - program: The version of the program.
  public init(folder: Path, program: String) {
    self.folder = folder
    self.program = program
  }

  private static let secretName: Path = "secret"
  private static let secretSize = 32
  private static let ending = Array(".index".utf8)
  /// The header of each file; the number is the version of the format and goes up with every change of it, and of what
  /// a scan keeps.
  private static let beginning = Array("framegrab index 4\n".utf8)
  private static let lengthSize = 8

  // MARK: Loading

  /// The stored index for this key, packed; nil when there is no valid one.
  ///
  /// A file that is damaged, or belongs to another state of the video, is removed.
  public func load(_ key: IndexKey) -> [UInt8]? {
    guard let folder = try? PrivateFolder(opening: folder),
      let secret = try? folder.read(Self.secretName, atMost: Self.secretSize), secret.count == Self.secretSize,
      let name = Self.name(of: key, secret),
      let bytes = try? folder.read(name, atMost: allowedPerFile)
    else { return nil }
    guard let index = Self.index(in: bytes, for: key, secret) else {
      folder.remove(name)
      return nil
    }
    folder.touch(name)
    return index
  }

  /// The packed index in the bytes of a file; nil unless they are what was stored for the key.
  static func index(in bytes: [UInt8], for key: IndexKey, _ secret: [UInt8]) -> [UInt8]? {
    let head = beginning.count + lengthSize
    guard bytes.count >= head + AuthenticationTag.size, bytes.starts(with: beginning),
      Array(bytes[beginning.count..<head]) == length(bytes.count), AuthenticationTag.closes(bytes, secret: secret)
    else { return nil }
    var packing = VarintReader(bytes, in: head..<bytes.count - AuthenticationTag.size)
    do throws(VarintError) {
      guard try packing.blob() == key.bytes else { return nil }
      let end = bytes.count - AuthenticationTag.size
      return Array(bytes[(end - packing.remaining)..<end])
    } catch {
      return nil
    }
  }

  /// Removes the index for a key.
  public func remove(_ key: IndexKey) {
    guard let folder = try? PrivateFolder(opening: folder),
      let secret = try? folder.read(Self.secretName, atMost: Self.secretSize), let name = Self.name(of: key, secret)
    else { return }
    folder.remove(name)
  }

  // MARK: Storing

  /// Stores a packed index; the index that it replaces, and indexes beyond the size limit, are removed.
  public func store(_ packed: [UInt8], for key: IndexKey) -> IndexKeeping {
    do throws(FileError) {
      return try storeOrThrow(packed, for: key).map { .kept(bytes: $0) } ?? .tooLarge
    } catch {
      return .failed(error)
    }
  }

  private func storeOrThrow(_ packed: [UInt8], for key: IndexKey) throws(FileError) -> Int? {
    let folder = try PrivateFolder(opening: folder, makesFolder: true)
    let secret = try Self.secret(in: folder)
    guard let name = Self.name(of: key, secret), let bytes = Self.bytes(of: packed, for: key, secret),
      bytes.count <= allowedPerFile
    else { return nil }
    try folder.write(bytes, as: name)
    try evict(from: folder)
    return bytes.count
  }

  /// The whole file of an index; nil when there is no memory for its tag.
  static func bytes(of index: [UInt8], for key: IndexKey, _ secret: [UInt8]) -> [UInt8]? {
    var packing = VarintWriter()
    packing.append(key.bytes)
    var bytes = beginning
    let rest = packing.bytes + index
    bytes += length(beginning.count + lengthSize + rest.count + AuthenticationTag.size)
    bytes += rest
    guard let seal = AuthenticationTag.make(of: bytes, count: bytes.count, secret: secret) else { return nil }
    return bytes + seal
  }

  /// Eight bytes, the low ones first.
  private static func length(_ count: Int) -> [UInt8] {
    (0..<lengthSize).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// The folder's secret; a new one if there is no valid one.
  private static func secret(in folder: borrowing PrivateFolder) throws(FileError) -> [UInt8] {
    let found = try? folder.read(secretName, atMost: secretSize)
    if let found, found.count == secretSize { return found }
    if found != nil { folder.remove(secretName) }
    // The system's own source of random numbers, which is not predictable.
    var random = SystemRandomNumberGenerator()
    var made: [UInt8] = []
    for _ in 0..<secretSize { made.append(UInt8.random(in: .min ... .max, using: &random)) }
    if try folder.writeNew(made, as: secretName) { return made }
    // Another run created one first, or the file with this name is not a valid secret.
    if let other = try folder.read(secretName, atMost: secretSize), other.count == secretSize { return other }
    try folder.write(made, as: secretName)
    return made
  }

  /// The file's name, from which the video cannot be identified.
  static func name(of key: IndexKey, _ secret: [UInt8]) -> Path? {
    guard let seal = AuthenticationTag.make(of: key.place, count: key.place.count, secret: secret) else { return nil }
    return Path(bytes: seal.prefix(16).flatMap { $0.padded(to: 2, radix: 16).utf8 } + ending)
  }

  // MARK: Evicting

  /// Removes indexes, least recently used first, until the rest is within the limit; also temporary files of runs that
  /// were killed.
  private func evict(from folder: borrowing PrivateFolder) throws(FileError) {
    let entries = try folder.entries()
    let now = WallTime.now
    for entry in entries where Self.isLitter(entry.name) && now.seconds &- entry.usedSeconds > 3600 {
      folder.remove(entry.name)
    }
    let kept = entries.filter { Self.isIndex($0.name) }.sorted {
      ($0.usedSeconds, $0.usedNanoseconds) < ($1.usedSeconds, $1.usedNanoseconds)
    }
    var total = kept.reduce(Int64(0)) { $0.addingReportingOverflow($1.size).partialValue }
    for entry in kept where total > allowed {
      folder.remove(entry.name)
      total -= entry.size
    }
  }

  /// A folder that the user chose may contain other files: they are not touched.
  private static func isIndex(_ name: Path) -> Bool {
    name.bytes.count == 32 + ending.count && name.bytes.suffix(ending.count).elementsEqual(ending)
      && name.bytes.prefix(32).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// A temporary name of an index: a dot, the index's name, and a unique suffix.
  private static func isLitter(_ name: Path) -> Bool {
    name.bytes.first == UInt8(ascii: ".") && name.bytes.suffix(4).elementsEqual(".tmp".utf8)
      && isIndex(Path(bytes: Array(name.bytes.dropFirst().prefix(32 + ending.count))))
  }
}
