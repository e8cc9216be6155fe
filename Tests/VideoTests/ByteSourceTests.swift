import CFFmpeg
import Files
import Foundation
import TestSupport
import Testing
@testable import Video

struct ByteSourceTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func source(limits: Limits = Limits(), nanoseconds: Int64 = .max / 2) throws -> ByteSource {
    let path = try scratch.write(Data(0..<10), to: "ten-bytes")
    return ByteSource(file: try InputFile(opening: path), limits: limits, deadline: Deadline(nanoseconds: nanoseconds))
  }

  /// Reads up to `count` bytes; a negative status is an error.
  private func read(_ source: ByteSource, _ count: Int) -> (status: Int32, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0xEE, count: count)
    let status = bytes.withUnsafeMutableBytes { source.read(into: $0) }
    return (status, Array(bytes.prefix(max(0, Int(status)))))
  }

  private let start: Int32 = 0
  private let current: Int32 = 1
  private let end: Int32 = 2
  private let refused = Int64(FG_ERROR_INVALID_ARGUMENT)

  @Test func `bytes come in order until the end`() throws {
    let source = try source()
    #expect(read(source, 4).bytes == [0, 1, 2, 3] && read(source, 4).bytes == [4, 5, 6, 7])
    #expect(read(source, 4).bytes == [8, 9] && read(source, 4).status == FG_ERROR_END_OF_FILE)
    #expect(source.bytesRead == 10)
  }

  @Test func `seeking from the start, from the current position and from the end`() throws {
    let source = try source()
    #expect(source.seek(5, start) == 5 && source.seek(2, current) == 7 && source.seek(-4, current) == 3)
    #expect(source.seek(-3, end) == 7 && read(source, 9).bytes == [7, 8, 9])
    #expect(source.seek(0, current) == 10 && source.seek(0, start) == 0 && read(source, 1).bytes == [0])
  }

  @Test func `the size has its own whence value`() throws {
    let source = try source()
    #expect(source.seek(4, start) == 4)
    #expect(source.seek(0, AVSEEK_SIZE) == 10 && source.seek(99, AVSEEK_SIZE | AVSEEK_FORCE) == 10)
    #expect(source.seek(0, current) == 4)
    #expect(source.seek(6, start | AVSEEK_FORCE) == 6)
  }

  @Test func `an impossible position is refused and changes nothing`() throws {
    let source = try source()
    #expect(source.seek(5, start) == 5)
    #expect(
      source.seek(-1, start) == refused && source.seek(-6, current) == refused && source.seek(-11, end) == refused)
    #expect(source.seek(.max, current) == refused && source.seek(.max, end) == refused)
    #expect(source.seek(.min, start) == refused && source.seek(.min, current) == refused)
    for whence: Int32 in [3, 9, -1, .min] { #expect(source.seek(0, whence & ~AVSEEK_SIZE & ~AVSEEK_FORCE) == refused) }
    #expect(source.seek(0, current) == 5 && read(source, 1).bytes == [5])
  }

  @Test func `past the end nothing is read, and seeking back works`() throws {
    let source = try source()
    #expect(source.seek(100, end) == 110 && read(source, 4).status == FG_ERROR_END_OF_FILE)
    #expect(source.seek(.max, start) == .max && read(source, 4).status < 0)
    #expect(source.stop == nil && source.seek(8, start) == 8 && read(source, 4).bytes == [8, 9])
  }

  @Test func `too many bytes without a packet end the reading`() throws {
    var limits = Limits()
    limits.bytesWithoutPacket = 4
    let source = try source(limits: limits)
    source.noteOpened()
    #expect(read(source, 4).status == 4)
    // Reading up to the limit is allowed; the read beyond it is the last.
    #expect(read(source, 1).status == 1 && read(source, 1).status == FG_ERROR_INTERRUPTED)
    #expect(source.stop == .limit(.gap(bytes: 4)))
    // The stop is permanent.
    source.notePacket()
    #expect(read(source, 1).status == FG_ERROR_INTERRUPTED && source.isOverdue())
  }

  @Test func `a packet and a rewind restart the count`() throws {
    var limits = Limits()
    limits.bytesWithoutPacket = 4
    let source = try source(limits: limits)
    source.noteOpened()
    #expect(read(source, 5).status == 5)
    source.notePacket()
    #expect(read(source, 5).status == 5)
    source.rewind()
    #expect(read(source, 5).bytes == [0, 1, 2, 3, 4] && source.stop == nil && source.bytesRead == 15)
  }

  @Test func `opening has its own byte limit and does not count afterwards`() throws {
    var limits = Limits()
    limits.bytesWithoutPacket = 2
    limits.probeBytes = 6
    let opened = try source(limits: limits)
    #expect(read(opened, 6).status == 6)
    opened.noteOpened()
    #expect(read(opened, 2).status == 2 && read(opened, 1).status == 1)
    #expect(read(opened, 1).status == FG_ERROR_INTERRUPTED && opened.stop == .limit(.gap(bytes: 2)))
    let endless = try source(limits: limits)
    #expect(read(endless, 7).status == 7 && read(endless, 1).status == FG_ERROR_INTERRUPTED)
    #expect(endless.stop == .limit(.gap(bytes: 2)))
    // A larger gap may occur while opening too.
    limits.bytesWithoutPacket = 8
    let patient = try source(limits: limits)
    #expect(read(patient, 8).status == 8 && read(patient, 1).status == 1 && patient.stop == nil)
  }

  @Test func `after the deadline nothing is read`() throws {
    let source = try source(nanoseconds: 0)
    while !source.isOverdue() {}
    #expect(source.stop == .limit(.time(nanoseconds: 0)) && read(source, 1).status == FG_ERROR_INTERRUPTED)
    // Restarting the deadline does not undo it.
    source.deadline.restart()
    #expect(source.isOverdue())
  }

  @Test func `a restarted deadline has its full allowance`() {
    let deadline = Deadline(nanoseconds: 3_600_000_000_000)
    #expect(!deadline.isOver && deadline.remaining > 0 && deadline.remaining <= deadline.allowance)
    deadline.restart()
    #expect(!deadline.isOver && deadline.remaining <= 3_600_000_000_000)
    #expect(Deadline(nanoseconds: -5).remaining <= 0)
  }

  #if os(Linux)
    /// A lent file of ten bytes, of which only the first five can be read.
    private func lentFile() throws -> InputFile {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
      let owner = ends[1]
      Thread {
        var room = [UInt8](repeating: 0, count: 64)
        while case let count = recv(owner, &room, 64, 0), count > 0 {
          let answer: LentFile.Answer =
            switch LentFile.Question(Array(room[..<count])) {
            case .identity?: .identity(size: 10, name: 1, version: 1)
            case .bytes(let offset, _)? where offset < 5: .bytes(Array(0..<10)[Int(offset)..<5])
            case .bytes?, nil: .failure("slow down", mayBeRetried: true)
            }
          _ = send(owner, answer.message, answer.message.count, 0)
        }
        close(owner)
      }.start()
      return try InputFile(adopting: ends[0], path: "lent")
    }

    @Test func `what cannot be read is not taken for what is not there`() throws {
      let fault = VideoError.Fault.file(FileError(path: "lent", fault: .source("slow down", mayBeRetried: true)))
      func source() throws -> ByteSource {
        ByteSource(file: try lentFile(), limits: Limits(), deadline: Deadline(nanoseconds: .max / 2))
      }
      let whole = try source()
      #expect(try whole.answering("reading") { whole.bytes(at: 1, count: 4) } == [1, 2, 3, 4] && !whole.hasFailed)
      // An answer that was found all the same, and one that is another error.
      let found = try source()
      #expect(throws: VideoError("reading", fault)) { try found.answering("reading") { found.bytes(at: 4, count: 4) } }
      let other = try source()
      #expect(throws: VideoError("opening", fault)) {
        try other.answering("reading") { () throws(VideoError) in
          _ = other.bytes(at: 4, count: 4)
          throw VideoError("opening", .unknownFormat)
        }
      }
      // Nothing more is read of it.
      #expect(other.hasFailed && read(other, 1).status == FG_ERROR_INTERRUPTED)
    }
  #endif
}
