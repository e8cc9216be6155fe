import Synchronization

/// Collects the output of the program while a screen is shown, which nothing else may disturb.
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

  /// Collects all output from now on.
  func hold() { state.withLock { $0.isHolding = true } }

  /// Collects a text for standard error; false if it must be printed now.
  func holdBack(error text: String) -> Bool {
    state.withLock { state in
      guard state.isHolding else { return false }
      state.errors += text
      let line = text.prefix { $0 != "\n" }
      // The user knows which program shows the screen.
      state.news.append(String(line.hasPrefix(Self.name) ? line.dropFirst(Self.name.count) : line))
      return true
    }
  }

  /// Collects bytes for a standard output that is the terminal; false if they must be written now.
  func holdBack(output bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.isHolding else { return false }
      state.output += bytes
      return true
    }
  }

  /// The newest message since the last call; nil for none.
  func takeNews() -> String? {
    state.withLock { state in
      defer { state.news = [] }
      return state.news.last
    }
  }

  /// Stops collecting; returns what was collected.
  func release() -> (errors: String, output: [UInt8]) {
    state.withLock { state in
      defer { state = State() }
      return (state.errors, state.output)
    }
  }
}
