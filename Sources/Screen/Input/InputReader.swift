/// Turns the bytes of a terminal into keys, reports of the mouse, pasted text and replies.
///
/// Input may be split anywhere. Unknown sequences are dropped whole and never become keys. A control character aborts
/// an incomplete sequence and is a key itself, so that Ctrl-C always arrives; in a paste it is text.
///
/// ESC with a character is a key with Alt, which is dropped. ESC ESC is Esc and the start of another sequence, since a
/// report of the mouse can follow each key at once.
public struct InputReader: Sendable {
  /// The most bytes of a sequence; a longer one is dropped to its end.
  static let mostBytes = 4096

  private enum State {
    case ground, escape, control, singleShift, string, stringEscape, behind, paste
  }

  private var state = State.ground
  /// The bytes between introducer and end of the sequence that stands open.
  private var buffer: [UInt8] = []
  /// Bytes of it that were seen, with those that are not kept.
  private var length = 0
  /// Whether the open sequence is only read to its end.
  private var isDropping = false
  private var introducer: UInt8 = 0
  private var bytesBehind = 0
  private var scalars = ScalarReader()
  private var paste = PasteReader()

  /// Makes a reader that has seen nothing.
  public init() {}

  /// Whether an ESC or the start of a sequence waits for more; after 100 ms of that, call ``expire()``.
  public var isWaiting: Bool { state != .ground && state != .paste && !isDropping }

  /// How many bytes wait for the end of their sequence or paste.
  var heldBytes: Int { buffer.count + paste.heldBytes }

  /// Takes the next bytes and returns what they complete, in order.
  public mutating func read(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { takeByte(byte, &events) }
    return events
  }

  /// Ends the wait: a lone ESC was the key Esc, and any other incomplete sequence is dropped.
  ///
  /// If bytes after its introducer have come, the rest is dropped when it comes: on slow lines a reply arrives in
  /// parts, and its rest would be taken for keys. Otherwise it was a key with Alt.
  public mutating func expire() -> [InputEvent] {
    switch state {
    case .ground, .paste: return []
    case .escape:
      state = .ground
      return [.key(.escape)]
    case .stringEscape: end()
    case .control, .singleShift, .string, .behind:
      if buffer.isEmpty { end() } else { isDropping = true }
    }
    return []
  }

  private mutating func takeByte(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: takePlain(byte, &events)
    case .escape: takeAfterEscape(byte, &events)
    case .paste: takePasted(byte, &events)
    case .control, .singleShift: takeControl(byte, &events)
    case .string, .stringEscape: takeString(byte, &events)
    case .behind:
      if byte < 0x20 { return abandon(byte, &events) }
      bytesBehind -= 1
      if bytesBehind <= 0 { end() }
    }
  }

  private mutating func takePlain(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard let scalar = scalars.read(byte) else { return }
    switch scalar.value {
    case 0x1B: state = .escape
    case 0x08, 0x7F: events.append(.key(.backspace))
    case 0x09: events.append(.key(.tab))
    case 0x0A, 0x0D: events.append(.key(.enter))
    case 0x01...0x1A:
      if let letter = Unicode.Scalar(scalar.value + 0x60) { events.append(.key(.control(letter))) }
    case 0x00, 0x1C...0x1F, 0x80...0x9F: break
    default: events.append(.key(.character(scalar)))
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch Unicode.Scalar(byte) {
    case "\u{1B}": events.append(.key(.escape))
    case "[": begin(.control, byte)
    case "O": begin(.singleShift, byte)
    case "P", "_", "]", "^", "X": begin(.string, byte)
    case "\u{00}"..."\u{1F}", "\u{7F}": abandon(byte, &events)
    default:
      // A key with Alt; a letter beyond ASCII has more bytes, which are dropped as invalid UTF-8.
      state = .ground
    }
  }

  private mutating func takePasted(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard case .ended(let text) = paste.read(byte) else { return }
    if let text { events.append(.paste(text)) }
    paste = PasteReader()
    state = .ground
  }

  private mutating func takeControl(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x20...0x3F: keep(byte)
    case 0x40...0x7E:
      let sequence = ControlSequence(middle: buffer[...], final: byte)
      let isSingleShift = state == .singleShift
      let isDropped = isDropping
      end()
      if isDropped { return }
      if isSingleShift {
        if let event = sequence.singleShiftKey { events.append(event) }
      } else if sequence.beginsPaste {
        state = .paste
      } else if sequence.bytesBehind > 0 {
        bytesBehind = sequence.bytesBehind
        state = .behind
      } else if let event = sequence.event {
        events.append(event)
      }
    default: abandon(byte, &events)
    }
  }

  private mutating func takeString(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch (state, byte) {
    case (.stringEscape, 0x5C), (.string, 0x07):
      let string = ControlString(introducer: introducer, content: buffer[...])
      if !isDropping, let reply = string.reply { events.append(.reply(reply)) }
      end()
    case (.stringEscape, _):
      end()
      state = .escape
      takeByte(byte, &events)
    case (_, 0x1B): state = .stringEscape
    case (_, 0..<0x20), (_, 0x7F): abandon(byte, &events)
    default: keep(byte)
    }
  }

  /// Starts a sequence after its first two bytes.
  private mutating func begin(_ next: State, _ byte: UInt8) {
    state = next
    introducer = byte
    length = 2
  }

  private mutating func keep(_ byte: UInt8) {
    length += 1
    // A string ends with ST, which has two bytes, and other sequences with one byte.
    if length + (state == .string ? 2 : 1) > Self.mostBytes { isDropping = true }
    if isDropping { buffer = [] } else { buffer.append(byte) }
  }

  /// Drops the incomplete sequence; the byte starts something new.
  private mutating func abandon(_ byte: UInt8, _ events: inout [InputEvent]) {
    end()
    takeByte(byte, &events)
  }

  private mutating func end() {
    state = .ground
    buffer.removeAll(keepingCapacity: true)
    length = 0
    isDropping = false
  }
}
