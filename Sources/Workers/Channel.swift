import CWorker
import LibC

/// One end of a connection between a broker and its worker: messages of bytes, each whole or not at all, some with open
/// files.
///
/// It is closed when its owner is destroyed. Several threads may send; one receives.
public final class Channel: Sendable {
  /// The most bytes of a message.
  public static let longestMessage = 128 << 10
  /// The most files that come with a message.
  private static let mostFiles: Int32 = 4

  /// Why nothing was sent or received.
  public enum Fault: Error, Hashable, Sendable {
    /// The other end is gone.
    case closed
    /// The system refused, with this error number.
    case system(Int32)
  }

  /// A message, and the numbers of the open files that came with it, which the receiver has to close.
  public struct Message: Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// Open files.
    public let files: [Int32]
  }

  /// The number of the socket.
  public let descriptor: Int32
  /// Whether sending waits while the other end does not read; a broker must not wait for a worker.
  private let waits: Bool
  /// A buffer for a message, allocated in advance, since a worker must be able to report that it has no memory left.
  /// Only the receiving thread uses it.
  private nonisolated(unsafe) let room: UnsafeMutableRawPointer

  /// Takes over a connected socket.
  ///
  /// - Parameters:
  ///   - descriptor: Its number.
  ///   - waits: Whether sending waits while the other end does not read.
  public init(adopting descriptor: Int32, waits: Bool = true) {
    (self.descriptor, self.waits) = (descriptor, waits)
    room = .allocate(byteCount: Self.longestMessage, alignment: 16)
  }

  deinit {
    room.deallocate()
    Self.close(descriptor)
  }

  /// Closes a file that came with a message (close(2)).
  public static func close(_ file: Int32) {
    _ = LibC.close(file)
  }

  /// Two connected ends (socketpair(2)): the broker's, which never waits to send, and the worker's.
  public static func pair() throws(Fault) -> (broker: Channel, worker: Channel) {
    var sockets: [Int32] = [-1, -1]
    let status = fg_socket_pair(&sockets)
    guard status == 0 else { throw .system(-status) }
    return (Channel(adopting: sockets[0], waits: false), Channel(adopting: sockets[1]))
  }

  /// Sends a message (sendmsg(2)); the files stay open here.
  ///
  /// - Throws: `Fault` when the other end is gone, or does not read while this one does not wait (`EAGAIN`).
  public func send(_ bytes: [UInt8], files: [Int32] = []) throws(Fault) {
    guard bytes.count <= Self.longestMessage, files.count <= Self.mostFiles else { throw .system(EMSGSIZE) }
    let sent = fg_send(descriptor, bytes, bytes.count, files, Int32(files.count), waits ? 1 : 0)
    guard sent >= 0 else {
      let number = Int32(-sent)
      throw [EPIPE, ECONNRESET, ENOTCONN].contains(number) ? .closed : .system(number)
    }
  }

  /// Waits for the next message (recvmsg(2)).
  public func receive() throws(Fault) -> Message {
    var files = [Int32](repeating: -1, count: Int(Self.mostFiles))
    var count = Self.mostFiles
    let received = fg_receive(descriptor, room, Self.longestMessage, &files, &count)
    guard received > 0 else {
      let number = Int32(-received)
      throw received == 0 || number == ECONNRESET ? .closed : .system(number)
    }
    let bytes = Array(UnsafeRawBufferPointer(start: room, count: received))
    return Message(bytes: bytes, files: Array(files.prefix(Int(max(0, count)))))
  }
}
