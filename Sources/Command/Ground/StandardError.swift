import LibC

/// The output for messages to people.
enum StandardError {
  /// Writes a text as it is. A failure to write is ignored: there is no other place to report it.
  static func emit(_ text: String) { emit(text, to: STDERR_FILENO) }

  /// The same to another descriptor, as far as it takes the text.
  static func emit(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
