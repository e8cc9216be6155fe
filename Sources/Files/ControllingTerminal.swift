import CTerminal
import LibC

/// The terminal that the process was started from (tty(4)), taken over for a full screen and restored at the end.
///
/// It is opened separately, since the standard streams may be anything else. It is restored however the process ends,
/// except by SIGKILL.
public final class ControllingTerminal {
  /// The size of the text area.
  public struct Size: Hashable, Sendable {
    /// In cells; at least 1.
    public let columns: Int
    /// In cells; at least 1.
    public let rows: Int
    /// In pixels; 0 if the terminal does not say it.
    public let width: Int
    /// In pixels; 0 if the terminal does not say it.
    public let height: Int
  }

  /// The signals that came since the last call.
  public struct Events: OptionSet, Sendable {
    /// The signals as bits.
    public let rawValue: Int32

    /// Makes a set from bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The window has another size (SIGWINCH).
    public static let resized = Events(rawValue: Int32(FG_TERMINAL_RESIZED))
    /// The process is to stop (SIGTSTP).
    public static let stop = Events(rawValue: Int32(FG_TERMINAL_STOP))
    /// The process goes on after a stop (SIGCONT).
    public static let continued = Events(rawValue: Int32(FG_TERMINAL_CONTINUED))
  }

  /// What a read gave.
  public enum Input {
    /// Bytes; none if there are none now.
    case bytes([UInt8])
    /// The terminal is gone.
    case gone
  }

  private static let name: Path = "/dev/tty"

  /// The number of the open file.
  public let descriptor: Int32
  /// A descriptor that becomes readable when a signal comes.
  public let signals: Int32

  /// Opens the terminal and watches the signals from now on; to be made once in a process (open(2), tcgetattr(3)).
  ///
  /// - Parameter leaving: What to write when the terminal is given back, at most 256 bytes.
  /// - Throws: `FileError` if the process has no terminal.
  public init(leaving: [UInt8]) throws(FileError) {
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.error(errno, .open) }
    // Signals that are held during publication are handled there.
    HeldSignals.prepare()
    let signals = fg_terminal_watch(descriptor, leaving, leaving.count)
    guard signals >= 0 else {
      _ = close(descriptor)
      throw Self.error(-signals, .open)
    }
    (self.descriptor, self.signals) = (descriptor, signals)
  }

  deinit {
    giveBack()
    _ = close(descriptor)
  }

  /// Sets raw mode: bytes come as they are typed, and nothing is echoed (tcsetattr(3)).
  public func takeOver() throws(FileError) {
    let status = fg_terminal_take()
    guard status == 0 else { throw Self.error(-status, .open) }
  }

  /// Whether it is taken.
  public var isTaken: Bool { fg_terminal_is_taken() != 0 }

  /// Writes the bytes for leaving, discards typed input, and restores the old mode; once for each `takeOver`.
  public func giveBack() { fg_terminal_give_back() }

  /// Its size (ioctl(2), TIOCGWINSZ); 80 × 24 where that is not known.
  public var size: Size {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return Size(columns: 80, rows: 24, width: 0, height: 0)
    }
    return Size(
      columns: Int(window.ws_col), rows: Int(window.ws_row), width: Int(window.ws_xpixel), height: Int(window.ws_ypixel)
    )
  }

  /// What was typed, without waiting (read(2)).
  public func typed() -> Input {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count >= 0 { return .bytes(Array(bytes.prefix(count))) }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .bytes([]) : .gone
    }
  }

  /// Writes as much as the terminal takes now (write(2)).
  ///
  /// - Returns: The number of bytes written; nil if the terminal is gone.
  public func put(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN ? 0 : nil
    }
  }

  /// Tells whether output was written in part, so that a cut sequence is ended before the terminal is given back.
  public func note(isAmid: Bool) { fg_terminal_is_amid(isAmid ? 1 : 0) }

  /// Tells how many answers are expected, so that they do not arrive after the terminal was given back.
  public func note(questions: Int) { fg_terminal_awaits(Int32(clamping: questions)) }

  /// What signals said since the last call.
  public func takeEvents() -> Events {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(signals, &bytes, bytes.count) > 0 {}
    return Events(rawValue: fg_terminal_events())
  }

  /// Stops the process, or its whole group as Ctrl-Z does, until it is continued; the terminal has to be given back
  /// before (kill(2)).
  public func stop(wholeGroup: Bool) { fg_terminal_stop(wholeGroup ? 1 : 0) }

  private static func error(_ number: Int32, _ operation: FileError.Operation) -> FileError {
    FileError(path: name, fault: .system(errno: number, operation: operation))
  }
}
