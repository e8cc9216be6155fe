import Files
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Every test changes the standard descriptors and therefore runs in its own process.
struct StandardStreamTests {
  @Test func `missing descriptors are replaced and fail when used`() async {
    await #expect(processExitsWith: .success) {
      let saved = (0...2).map { fcntl(Int32($0), F_DUPFD, 100) }
      for number: Int32 in 0...2 { close(number) }
      ensureStandardDescriptors()
      let filled = (0...2).map { fcntl(Int32($0), F_GETFD) }
      let next = dup(2)
      let reading = fault { _ = try readStandardInput(atMost: 10) }
      let writing = fault { try send("picture") }
      for number: Int32 in 0...2 { dup2(saved[Int(number)], number) }
      #expect(filled == [0, 0, 0])
      #expect(next > 2)
      #expect(reading == .system(errno: EBADF, operation: .read))
      #expect(writing == .system(errno: EBADF, operation: .write))
    }
  }

  @Test func `existing descriptors are not changed`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let path = try scratch.write("input", to: "input")
      let saved = fcntl(0, F_DUPFD, 100)
      close(0)
      try #require(path.withCString { open($0, O_RDONLY) } == 0)
      ensureStandardDescriptors()
      let bytes = try readStandardInput(atMost: 10)
      dup2(saved, 0)
      #expect(bytes == Array("input".utf8))
    }
  }

  @Test func `standard input is read to its end or to the limit`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let text = String(repeating: "x", count: 100_000)
      let path = try scratch.write(text, to: "input")
      func readInput(atMost limit: Int) throws -> Int? {
        let file = path.withCString { open($0, O_RDONLY) }
        try #require(dup2(file, 0) == 0)
        close(file)
        return try readStandardInput(atMost: limit)?.count
      }
      #expect(try readInput(atMost: 100_000) == 100_000)
      #expect(try readInput(atMost: 99_999) == nil)
      #expect(try readInput(atMost: 0) == nil)
      let folder = scratch.folder.withCString { open($0, O_RDONLY) }
      dup2(folder, 0)
      #expect(fault { _ = try readStandardInput(atMost: 10) } == .notRegular(.folder))
      dup2(open("/dev/null", O_RDONLY), 0)
      #expect(try readStandardInput(atMost: 0) == [])
    }
  }

  @Test func `non-blocking pipes are waited for`() async {
    await #expect(processExitsWith: .success) {
      // Larger than a pipe holds (64 KiB on Linux), so that the writer has to wait for the reader.
      let text = String(repeating: "0123456789", count: 50_000)
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
      let saved = (fcntl(0, F_DUPFD, 100), fcntl(1, F_DUPFD, 100))
      dup2(ends[0], 0)
      dup2(ends[1], 1)
      close(ends[0])
      close(ends[1])
      let reader = Task.detached { try readStandardInput(atMost: Int.max) }
      let writing = fault {
        try send(text)
        try finishStandardOutput()
      }
      dup2(saved.1, 1)
      let read = try await reader.value
      dup2(saved.0, 0)
      #expect(writing == nil)
      #expect(read == Array(text.utf8))
    }
  }

  @Test func `a message waits for a non-blocking pipe, too`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      _ = fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) | O_NONBLOCK)
      let saved = fcntl(0, F_DUPFD, 100)
      dup2(ends[0], 0)
      let reader = Task.detached { try readStandardInput(atMost: Int.max) }
      // More than a pipe holds.
      let text = String(repeating: "0123456789", count: 50_000)
      writeMessage(text, to: ends[1])
      close(ends[1])
      let read = try await reader.value
      dup2(saved, 0)
      #expect(read == Array(text.utf8))
    }
  }

  @Test func `too much input is not read to its end`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      let saved = fcntl(0, F_DUPFD, 100)
      dup2(ends[0], 0)
      // The writing end stays open, so waiting for the end would take forever.
      #expect(write(ends[1], "0123456789", 10) == 10)
      let bytes = try readStandardInput(atMost: 9)
      dup2(saved, 0)
      #expect(bytes == nil)
    }
  }

  @Test func `a closed reader is a separate error`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_IGN)
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      close(ends[0])
      let saved = fcntl(1, F_DUPFD, 100)
      dup2(ends[1], 1)
      let writing = fault { try send("picture") }
      dup2(saved, 1)
      #expect(writing == .system(errno: EPIPE, operation: .write))
    }
  }

  #if os(Linux)
    @Test func `a full disk is an error`() async {
      await #expect(processExitsWith: .success) {
        let saved = fcntl(1, F_DUPFD, 100)
        dup2(open("/dev/full", O_WRONLY), 1)
        let writing = fault { try send("picture") }
        let nothing = fault { try send("") }
        dup2(saved, 1)
        #expect(writing == .system(errno: ENOSPC, operation: .write))
        #expect(nothing == nil)
      }
    }
  #endif

  @Test func `terminals are recognised`() async {
    await #expect(processExitsWith: .success) {
      // The controlling side of a pseudo-terminal is a terminal too.
      let end = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(end >= 0)
      let saved = (fcntl(1, F_DUPFD, 100), fcntl(2, F_DUPFD, 100))
      let null = open("/dev/null", O_WRONLY)
      dup2(end, 1)
      dup2(null, 2)
      let first = (standardOutputIsTerminal, standardErrorIsTerminal)
      dup2(null, 1)
      dup2(end, 2)
      let second = (standardOutputIsTerminal, standardErrorIsTerminal)
      dup2(saved.0, 1)
      dup2(saved.1, 2)
      #expect(first == (true, false))
      #expect(second == (false, true))
    }
  }
}

/// Writes text to standard output with the module under test.
private func send(_ text: String) throws {
  try Array(text.utf8).withUnsafeBytes { try writeStandardOutput($0) }
}
