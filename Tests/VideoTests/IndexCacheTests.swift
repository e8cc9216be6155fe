@testable import Files
import Foundation
import TestSupport
import Testing
@testable import Video

/// The folder of indexes: which files are accepted, and which are removed.
struct IndexCacheTests {
  private let scratch: Scratch
  private let folder: Path
  private let cache: IndexCache
  private let index: KeptIndex

  init() throws {
    scratch = try Scratch()
    folder = scratch.path("cache")
    cache = IndexCache(folder: folder, program: "1")
    index = try KeptIndexTests.index(30, seed: 8)
  }

  private func key(
    inode: UInt64 = 5, size: Int64 = 6, modified: Int64 = 7, changed: Int64 = 8, stream: Int = 0,
    isProbed: Bool = false, program: String = "1", limits: Limits = Limits()
  ) -> IndexKey {
    IndexKey(
      FileIdentity(
        device: 4, inode: inode, size: size, modificationSeconds: modified, modificationNanoseconds: 1,
        changeSeconds: changed, changeNanoseconds: 2), stream: stream, isProbed: isProbed, limits: limits,
      program: program, openedAfter: .now)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.text).sorted()
  }

  private func only() throws -> URL {
    URL(filePath: folder.text).appending(path: try #require(names().first { $0.hasSuffix(".index") }))
  }

  @Test func `a stored index is found again, for an identical key only`() throws {
    #expect(cache.load(key()) == nil)
    let bytes = try #require(try cache.keep(index, for: key()))
    #expect(try Data(contentsOf: only()).count == bytes)
    #expect(cache.load(key()) == index.packed())
    var limits = Limits()
    limits.probeBytes += 1
    for other in [
      key(inode: 6), key(stream: 1), key(isProbed: true), key(program: "2"), key(limits: limits),
    ] {
      #expect(cache.load(other) == nil)
    }
    limits = Limits()
    limits.nanosecondsPerFrame = 1
    #expect(cache.load(key(limits: limits)) != nil)
  }

  @Test(arguments: 0..<3)
  func `a file in another state has no index, and that of the old state is removed`(_ which: Int) throws {
    _ = try cache.keep(index, for: key())
    let other = [key(size: 7), key(modified: 8), key(changed: 9)][which]
    #expect(cache.load(other) == nil)
    #expect(try names() == [])
    _ = try cache.keep(index, for: other)
    _ = try cache.keep(index, for: key())
    #expect(try names().count == 1)
  }

  @Test func `any wrong byte makes an index invalid`() throws {
    _ = try cache.keep(index, for: key())
    let sound = try Data(contentsOf: only())
    let file = try only()
    for place in sound.indices {
      var bytes = sound
      bytes[place] ^= 0x41
      try bytes.write(to: file)
      #expect(cache.load(key()) == nil, "byte \(place)")
      // It is also removed.
      #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
    }
    for count in stride(from: 0, to: sound.count, by: 7) {
      try sound.prefix(count).write(to: file)
      #expect(cache.load(key()) == nil)
    }
    try (sound + [0]).write(to: file)
    #expect(cache.load(key()) == nil)
    try sound.write(to: file)
    #expect(cache.load(key()) != nil)
  }

  @Test func `an index under the name of another key is not accepted`() throws {
    let others = [key(inode: 6), key(stream: 1), key(isProbed: true), key(program: "2")]
    for other in others {
      _ = try cache.keep(index, for: key())
      let file = try only()
      // A renamed file, which is whole.
      let name = try #require(IndexCache.name(of: other)).text
      try #require(name != file.lastPathComponent)
      try FileManager.default.moveItem(at: file, to: file.deletingLastPathComponent().appending(path: name))
      #expect(cache.load(other) == nil && cache.load(key()) == nil)
      #expect(try names() == [])
    }
  }

  @Test func `what older versions left is removed when the cache is used`() throws {
    let home = URL(filePath: folder.text)
    let old = String(repeating: "0a", count: 16) + ".index"
    let foreign = ["0.index", String(repeating: "0g", count: 16) + ".index", old + "x", "secret.txt"]
    let uses: [() throws -> Void] = [
      { #expect(cache.load(key()) == nil) }, { _ = try cache.keep(index, for: key()) },
      { #expect(cache.load(key()) != nil) },
    ]
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    for use in uses {
      for name in foreign + [old, ".\(old).abc.tmp"] { try Data(count: 9).write(to: home.appending(path: name)) }
      try Data(count: 32).write(to: home.appending(path: "secret"))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.text)
      try use()
      #expect(try names().filter { $0.utf8.count < 64 } == foreign.sorted())
    }
    // A file that is no secret of ours has that name.
    try Data(count: 33).write(to: home.appending(path: "secret"))
    _ = try cache.keep(index, for: key())
    #expect(try names().contains("secret"))
  }

  @Test func `a folder that others may write to is neither read nor written`() throws {
    _ = try cache.keep(index, for: key())
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.text)
    #expect(cache.load(key()) == nil)
    #expect { try cache.keep(index, for: key(inode: 9)) } throws: { ($0 as? FileError)?.fault == .notPrivate }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.text)
    #expect(cache.load(key()) != nil)
    try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: only().path(percentEncoded: false))
    #expect(cache.load(key()) == nil)
  }

  @Test func `the least recently used index is removed first, and other files are not touched`() throws {
    var small = cache
    _ = try cache.keep(index, for: key(inode: 100))
    let size = try Int64(Data(contentsOf: only()).count)
    small.allowed = 3 * size
    // Another program's files, and temporary files of a run that was killed, old and new.
    let home = URL(filePath: folder.text)
    let long = String(repeating: "0", count: 64) + ".index"
    for name in ["notes.index", "a.mp4", long + "x", ".\(long).abc.tmp", ".\(long).def.tmp"] {
      try Data(count: 100_000).write(to: home.appending(path: name))
    }
    func age(_ name: String, _ seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
        ofItemAtPath: home.appending(path: name).path(percentEncoded: false))
    }
    try age(".\(long).abc.tmp", 4000)
    try age("notes.index", 9_000_000)
    var known = try Set(names())
    for inode in 101...103 as ClosedRange<UInt64> {
      _ = try small.keep(index, for: key(inode: inode))
      // Each looks older than the one before it, until it is used.
      let new = try #require(try Set(names()).subtracting(known).first)
      try age(new, Double(inode) * 1000)
      known = try Set(names())
    }
    // 102 was the oldest when 103 was stored, and was removed.
    #expect(small.load(key(inode: 102)) == nil)
    #expect(small.load(key(inode: 100)) != nil && small.load(key(inode: 101)) != nil)
    // Now 103 is the least recently used.
    _ = try small.keep(index, for: key(inode: 104))
    #expect(small.load(key(inode: 103)) == nil && small.load(key(inode: 104)) != nil)
    #expect(small.load(key(inode: 100)) != nil && small.load(key(inode: 101)) != nil)
    #expect(try Set(names()).isSuperset(of: ["notes.index", "a.mp4", long + "x", ".\(long).def.tmp"]))
    #expect(try !names().contains(".\(long).abc.tmp"))
    #expect(try names().count == 3 + 4)
  }

  @Test func `an index that is too large is not stored`() throws {
    #expect(cache.allowed == 256 * 1024 * 1024 && cache.allowedPerFile == 64 * 1024 * 1024)
    var small = cache
    small.allowedPerFile = 100
    #expect(try small.keep(index, for: key()) == nil)
    _ = try cache.keep(index, for: key())
    #expect(small.load(key()) == nil)
  }
}

extension IndexCache {
  /// Stores an index; returns its size, nil if it is too large.
  fileprivate func keep(_ index: KeptIndex, for key: IndexKey) throws(FileError) -> Int? {
    switch store(index.packed(), for: key) {
    case .kept(let bytes): return bytes
    case .failed(let error): throw error
    default: return nil
    }
  }
}
