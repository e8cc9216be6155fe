/// Untrusted bytes as text that is safe on a terminal, in a log and on one line.
///
/// Control, bidirectional, separator and invisible characters become one `\xNN` for each of their UTF-8 bytes, and so
/// does each byte that is not valid UTF-8. Everything else, including the backslash, is unchanged. The result has at
/// most `limit` Unicode scalars, followed by an ellipsis (U+2026) if there was more. No more than about four times as many
/// bytes are read.
@inlinable public func printable(_ bytes: some Sequence<UInt8>, limit: Int = printableLimit) -> String {
  // A scalar has at most four bytes, so these hold at least one scalar more than fits.
  printed(Array(bytes.prefix(limit < Int.max / 8 ? 4 * (limit + 1) : .max)), limit: limit)
}

@usableFromInline func printed(_ bytes: [UInt8], limit: Int) -> String {
  var text = ""
  var length = 0
  var position = 0
  while position < bytes.count {
    let scalar = scalar(at: position, in: bytes)
    if let scalar, isPlain(scalar) {
      guard length < limit else { return text + "…" }
      text.unicodeScalars.append(scalar)
      length += 1
      position += UTF8.width(scalar)
      continue
    }
    let end = position + (scalar.map(UTF8.width) ?? 1)
    for byte in bytes[position..<end] {
      guard length + 4 <= limit else { return text + "…" }
      text += escape(byte)
      length += 4
    }
    position = end
  }
  return text
}

/// Untrusted text as text that is safe on a terminal, in a log and on one line, by the same rules as bytes.
@inlinable public func printable(_ text: some StringProtocol) -> String {
  printable(text.utf8)
}

/// Untrusted text, word by word by the same rules: each word between spaces is cut by itself, so that a long name does
/// not hide what follows it. Of more than 200 words the rest is left out.
public func printableWords(_ text: String) -> String {
  let words = text.split(separator: " ", maxSplits: printableLimit, omittingEmptySubsequences: false)
  return words.map { printable($0) }.joined(separator: " ")
}

/// The most Unicode scalars of untrusted text in a message.
public let printableLimit = 200

/// `\xNN` in upper-case hexadecimal.
private func escape(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.utf8.count == 1 ? "\\x0" + digits : "\\x" + digits
}

/// Whether a character is visible and does not change how its neighbours are displayed.
package func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  if (0x20...0x7E).contains(scalar.value) { return true }
  let properties = scalar.properties
  switch properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
  default: return !properties.isDefaultIgnorableCodePoint
  }
}

/// The scalar whose well-formed UTF-8 (Unicode, table 3-7) starts at `position`; nil when none does.
private func scalar(at position: Int, in bytes: [UInt8]) -> Unicode.Scalar? {
  let first = bytes[position]
  let count: Int
  switch first {
  case 0x00...0x7F: count = 1
  case 0xC2...0xDF: count = 2
  case 0xE0...0xEF: count = 3
  case 0xF0...0xF4: count = 4
  default: return nil
  }
  guard count <= bytes.count - position else { return nil }
  var value = count == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(count))
  for byte in bytes[(position + 1)..<(position + count)] {
    guard byte & 0xC0 == 0x80 else { return nil }
    value = value << 6 | UInt32(byte & 0x3F)
  }
  // This rejects overlong forms; the initialiser rejects surrogates and values above U+10FFFF.
  guard let scalar = Unicode.Scalar(value), UTF8.width(scalar) == count else { return nil }
  return scalar
}
