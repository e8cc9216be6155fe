import FrameGrabbing
import JSON

/// Buffers lines for standard output, so that a million of them do not take a million system calls.
struct LineBuffer {
  private let terminal: Terminal
  private var bytes: [UInt8] = []

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  mutating func add(_ line: String) throws(GrabError) {
    bytes += line.utf8
    try end()
  }

  mutating func add(_ line: JSONText) throws(GrabError) {
    line.append(to: &bytes)
    try end()
  }

  private mutating func end() throws(GrabError) {
    bytes.append(0x0A)
    if bytes.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws(GrabError) {
    if !bytes.isEmpty { try terminal.print(bytes: bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}
