import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files and a port that no video may make the tool touch.
final class Canary {
  /// A text in the canary that must appear nowhere.
  static let secret = "CANARY-5d1f"
  /// The port of the listener on 127.0.0.1, for TCP and UDP.
  let port: UInt16
  private let sockets: [Int32]
  private let files: [String]

  /// Writes the files canary.ts, canary.png and canary.txt, whose time of reading is long ago, and listens.
  ///
  /// - Throws: `RunFault` if no port can be had.
  init(_ bench: Bench) throws {
    try bench.copy(.mpeg2TransportStream, to: "canary.ts")
    try bench.write(SinglePicture.png(width: 64, height: 48), to: "canary.png")
    try bench.write((Self.secret + "\n").utf8, to: "canary.txt")
    files = ["canary.ts", "canary.png", "canary.txt"].map { bench.path($0) }
    for file in files {
      var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: time(nil), tv_nsec: 0)]
      utimensat(AT_FDCWD, file, &times, 0)
    }
    #if canImport(Glibc)
      let kinds = [Int32(SOCK_STREAM.rawValue), Int32(SOCK_DGRAM.rawValue)]
    #else
      let kinds = [SOCK_STREAM, SOCK_DGRAM]
    #endif
    let first = socket(AF_INET, kinds[0], 0)
    let chosen = Self.bind(first, port: 0)
    let second = socket(AF_INET, kinds[1], 0)
    _ = Self.bind(second, port: chosen)
    sockets = [first, second]
    port = chosen
    guard chosen != 0, listen(first, 8) == 0 else {
      throw RunFault(description: "the canary listener has no port: error \(errno)")
    }
    for socket in sockets { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
  }

  deinit { for socket in sockets { close(socket) } }

  /// Connections and datagrams that have come.
  var connections: Int {
    sockets.filter { socket in
      var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return poll(&state, 1, 0) > 0
    }.count
  }

  /// Whether one of the files was read, where the file system keeps that time.
  var wasRead: Bool {
    files.contains { file in
      var status = stat()
      guard lstat(file, &status) == 0 else { return false }
      #if canImport(Glibc)
        return status.st_atim.tv_sec != 1
      #else
        return status.st_atimespec.tv_sec != 1
      #endif
    }
  }

  private static func bind(_ socket: Int32, port: UInt16) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #if canImport(Glibc)
          let status = Glibc.bind(socket, pointer, length)
        #else
          let status = Darwin.bind(socket, pointer, length)
        #endif
        guard status == 0, getsockname(socket, pointer, &length) == 0 else { return 0 }
        return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
      }
    }
  }
}
