public import Files
import Timeline

/// A folder of the user's own in which indexes of long videos are kept from run to run.
///
/// Each file is sealed with a secret that lies in the same folder, so that damaged ones, and those that come from
/// elsewhere, are found out; and it says for which state of which file it holds. All files together take no more than a
/// bound, the ones that were not used for the longest time go first.
public struct IndexCache: Sendable {
  /// The folder's name.
  public let folder: Path
  /// The version of the program, since what is kept depends on its rules.
  let program: String
  /// Bytes that one index may take.
  var allowedPerFile = 64 << 20
  /// Bytes that all of them may take.
  var allowed: Int64 = 256 << 20

  /// Names a folder; nothing is opened or made until an index is wanted or kept.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made, for the user alone, when an index is kept.
  ///   - program: The version of the program.
  public init(folder: Path, program: String) {
    self.folder = folder
    self.program = program
  }

  private static let secretName: Path = "secret"
  private static let secretSize = 32
  private static let ending = Array(".index".utf8)
  /// What each file begins with; the number is that of the format and goes up with every change of it, and of what a scan
  /// keeps.
  private static let beginning = Array("framegrab index 3\n".utf8)
  private static let lengthSize = 8

  // MARK: Taking out

  /// The index that was kept for this key, nil when there is none that can be believed.
  ///
  /// A file that is damaged, or holds for another state of the video, is removed.
  func load(_ key: IndexKey) -> KeptIndex? {
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

  /// What the bytes of a file say, nil unless every part of them is right.
  static func index(in bytes: [UInt8], for key: IndexKey, _ secret: [UInt8]) -> KeptIndex? {
    let head = beginning.count + lengthSize
    guard bytes.count >= head + AuthenticationTag.size, bytes.starts(with: beginning),
      Array(bytes[beginning.count..<head]) == length(bytes.count), AuthenticationTag.closes(bytes, secret: secret)
    else { return nil }
    var packing = VarintReader(bytes, in: head..<bytes.count - AuthenticationTag.size)
    do throws(VarintError) {
      guard try packing.blob() == key.bytes else { return nil }
      let index = try KeptIndex(unpacking: &packing)
      try packing.finish()
      return index
    } catch {
      return nil
    }
  }

  /// Removes what was kept for a key.
  func remove(_ key: IndexKey) {
    guard let folder = try? PrivateFolder(opening: folder),
      let secret = try? folder.read(Self.secretName, atMost: Self.secretSize), let name = Self.name(of: key, secret)
    else { return }
    folder.remove(name)
  }

  // MARK: Putting in

  /// Keeps an index; what it takes the place of, and what is too much then, is removed.
  ///
  /// - Returns: Its bytes, nil when there are too many of them.
  /// - Throws: `FileError` when the folder cannot be used or the file cannot be written.
  func store(_ index: KeptIndex, for key: IndexKey) throws(FileError) -> Int? {
    let folder = try PrivateFolder(opening: folder, makesFolder: true)
    let secret = try Self.secret(in: folder)
    guard let name = Self.name(of: key, secret), let bytes = Self.bytes(of: index, for: key, secret),
      bytes.count <= allowedPerFile
    else { return nil }
    try folder.write(bytes, as: name)
    try evict(from: folder)
    return bytes.count
  }

  /// The whole file of an index, nil when there is no memory for its seal.
  static func bytes(of index: KeptIndex, for key: IndexKey, _ secret: [UInt8]) -> [UInt8]? {
    var packing = VarintWriter()
    packing.append(key.bytes)
    var bytes = beginning
    let rest = packing.bytes + index.packed()
    bytes += length(beginning.count + lengthSize + rest.count + AuthenticationTag.size)
    bytes += rest
    guard let seal = AuthenticationTag.make(of: bytes, count: bytes.count, secret: secret) else { return nil }
    return bytes + seal
  }

  /// Eight bytes, the low ones first.
  private static func length(_ count: Int) -> [UInt8] {
    (0..<lengthSize).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// The folder's secret; a new one where there is none that is whole.
  private static func secret(in folder: borrowing PrivateFolder) throws(FileError) -> [UInt8] {
    let found = try? folder.read(secretName, atMost: secretSize)
    if let found, found.count == secretSize { return found }
    if found != nil { folder.remove(secretName) }
    // The system's own source of random numbers, which cannot be foreseen.
    var random = SystemRandomNumberGenerator()
    var made: [UInt8] = []
    for _ in 0..<secretSize { made.append(UInt8.random(in: .min ... .max, using: &random)) }
    if try folder.writeNew(made, as: secretName) { return made }
    // Another run was faster, or something that is no secret has the name.
    if let other = try folder.read(secretName, atMost: secretSize), other.count == secretSize { return other }
    try folder.write(made, as: secretName)
    return made
  }

  /// The file's name, which tells nobody whose index it is.
  static func name(of key: IndexKey, _ secret: [UInt8]) -> Path? {
    guard let seal = AuthenticationTag.make(of: key.place, count: key.place.count, secret: secret) else { return nil }
    return Path(bytes: seal.prefix(16).flatMap { $0.padded(to: 2, radix: 16).utf8 } + ending)
  }

  // MARK: Throwing away

  /// Removes indexes, the ones that were not used for the longest time first, until the rest is within the bound; and
  /// what runs that were killed left half-written.
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

  /// Other files may lie in a folder that somebody named: they are left alone.
  private static func isIndex(_ name: Path) -> Bool {
    name.bytes.count == 32 + ending.count && name.bytes.suffix(ending.count).elementsEqual(ending)
      && name.bytes.prefix(32).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// A temporary name of an index: a dot, the index's name, and what makes it unique.
  private static func isLitter(_ name: Path) -> Bool {
    name.bytes.first == UInt8(ascii: ".") && name.bytes.suffix(4).elementsEqual(".tmp".utf8)
      && isIndex(Path(bytes: Array(name.bytes.dropFirst().prefix(32 + ending.count))))
  }
}
