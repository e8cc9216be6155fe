import Synchronization

/// What is held back while a screen is shown: nothing else may write to the terminal then.
final class HeldOutput: Sendable {
  private struct State {
    var isHolding = false
    /// For standard error.
    var errors = ""
    /// For standard output.
    var output: [UInt8] = []
    /// Lines that the screen has not shown yet.
    var news: [String] = []
  }

  private static let name = "framegrab: "
  private let state = Mutex(State())

  /// Holds everything back from now on.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Holds back a text for standard error; false if it is to be printed now.
  func holdBack(error text: String) -> Bool {
    state.withLock { state in
      guard state.isHolding else { return false }
      state.errors += text
      let line = text.prefix { $0 != "\n" }
      // On a screen of its own, the program's name says nothing.
      state.news.append(String(line.hasPrefix(Self.name) ? line.dropFirst(Self.name.count) : line))
      return true
    }
  }

  /// Holds back bytes for a standard output that is the terminal; false if they are to be written now.
  func holdBack(output bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.isHolding else { return false }
      state.output += bytes
      return true
    }
  }

  /// The newest line that was said since the last call; nil for none.
  func takeNews() -> String? {
    state.withLock { state in
      defer { state.news = [] }
      return state.news.last
    }
  }

  /// Holds nothing any more; returns what was held.
  func release() -> (errors: String, output: [UInt8]) {
    state.withLock { state in
      defer { state = State() }
      return (state.errors, state.output)
    }
  }
}
