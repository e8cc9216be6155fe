import Packing
public import Files
import Timeline

/// A private folder of the user, in which indexes of long videos are kept from run to run.
///
/// Each file has a SHA-256 over its key and its index, so that a damaged one is detected, and one of another video or
/// another state of it. It proves nothing else: others are kept out by the folder's owner and mode, and a worker can only
/// spoil the index of the one video that it reads. The total size is limited, and the least recently used files are
/// removed first.
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

  private static let ending = Array(".index".utf8)
  /// The header of each file; the number is the version of the format and goes up with every change of it, and of what
  /// a scan keeps.
  private static let beginning = Array("framegrab index 32\n".utf8)
  private static let digestSize = 32

  // MARK: Loading

  /// The stored index for this key, packed; nil when there is no valid one.
  ///
  /// A file that is damaged, or belongs to another state of the video, is removed.
  public func load(_ key: IndexKey) -> [UInt8]? {
    guard let folder = try? PrivateFolder(opening: folder) else { return nil }
    Self.removeOld(from: folder)
    guard let name = Self.name(of: key), let bytes = try? folder.read(name, atMost: allowedPerFile) else { return nil }
    guard let index = Self.index(in: bytes, for: key) else {
      folder.remove(name)
      return nil
    }
    folder.touch(name)
    return index
  }

  /// The packed index in the bytes of a file; nil unless they are what was stored for the key.
  static func index(in bytes: [UInt8], for key: IndexKey) -> [UInt8]? {
    let head = beginning.count + digestSize
    guard bytes.count >= head, bytes.starts(with: beginning) else { return nil }
    let index = bytes[head...]
    return digest(of: index, for: key) == Array(bytes[beginning.count..<head]) ? Array(index) : nil
  }

  /// Removes the index for a key.
  public func remove(_ key: IndexKey) {
    guard let folder = try? PrivateFolder(opening: folder), let name = Self.name(of: key) else { return }
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
    Self.removeOld(from: folder)
    guard let name = Self.name(of: key), let bytes = Self.bytes(of: packed, for: key), bytes.count <= allowedPerFile
    else { return nil }
    try folder.write(bytes, as: name)
    try evict(from: folder)
    return bytes.count
  }

  /// The whole file of an index; nil when there is no memory for its digest.
  static func bytes(of index: [UInt8], for key: IndexKey) -> [UInt8]? {
    digest(of: index[...], for: key).map { beginning + $0 + index }
  }

  /// The SHA-256 over the key, after its length, and the index.
  private static func digest(of index: ArraySlice<UInt8>, for key: IndexKey) -> [UInt8]? {
    var packing = VarintWriter()
    packing.append(key.bytes)
    return SHA256.digest(of: packing.bytes, index)
  }

  /// The file's name: a SHA-256 of the part of the key that is known before the index and the same for every state of
  /// the video. The digest over the whole key and the index is in the file.
  static func name(of key: IndexKey) -> Path? {
    SHA256.digest(of: key.place).map { digest in
      Path(bytes: digest.flatMap { $0.padded(to: 2, radix: 16).utf8 } + ending)
    }
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

  /// Removes the files of formats before version 5: indexes with shorter names, and the secret that belonged to them.
  private static func removeOld(from folder: borrowing PrivateFolder) {
    let secret: Path = "secret"
    guard let found = try? folder.read(secret, atMost: 32), found.count == 32, let entries = try? folder.entries()
    else { return }
    for entry in entries where isIndex(entry.name, digits: 32) || isLitter(entry.name, digits: 32) {
      folder.remove(entry.name)
    }
    folder.remove(secret)
  }

  /// Whether a name is that of an index; others in the folder are not touched, since the user may have chosen it.
  private static func isIndex(_ name: Path, digits: Int = 2 * digestSize) -> Bool {
    name.bytes.count == digits + ending.count && name.bytes.suffix(ending.count).elementsEqual(ending)
      && name.bytes.prefix(digits).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// A temporary name of an index: a dot, the index's name, and a unique suffix.
  private static func isLitter(_ name: Path, digits: Int = 2 * digestSize) -> Bool {
    name.bytes.first == UInt8(ascii: ".") && name.bytes.suffix(4).elementsEqual(".tmp".utf8)
      && isIndex(Path(bytes: Array(name.bytes.dropFirst().prefix(digits + ending.count))), digits: digits)
  }
}
