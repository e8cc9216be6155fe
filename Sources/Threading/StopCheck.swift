/// A question that C code asks while it works, in any thread: whether to stop.
package final class StopCheck: Sendable {
  private let isOver: @Sendable () -> Bool

  /// Makes the question from its answer.
  package init(_ isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }

  /// Whether to stop now.
  package var stops: Bool { isOver() }

  /// The function that C code calls with ``context``; 1 means to stop.
  package static let ask: @convention(c) (UnsafeMutableRawPointer?) -> CInt = { context in
    guard let context else { return 0 }
    return Unmanaged<StopCheck>.fromOpaque(context).takeUnretainedValue().stops ? 1 : 0
  }

  /// The argument of ``ask``, valid as long as this object.
  package var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
