import Foundation
import Synchronization

/// Work on many things side by side whose results come in the order of the things.
public final class InTurn<Thing: Sendable, Outcome: Sendable>: Sendable {
  private struct State {
    var next = 0
    var reported = 0
    var waiting: [Int: Outcome] = [:]
  }

  private let things: [Thing]
  private let state = Mutex(State())

  /// Prepares the work.
  public init(_ things: [Thing]) {
    self.things = things
  }

  /// Does the work by as many workers; `report` is called for one outcome after the other.
  public func run(
    workers: Int, _ work: @Sendable (Thing) -> Outcome, report: @Sendable (Outcome) -> Void
  ) {
    DispatchQueue.concurrentPerform(iterations: max(1, workers)) { _ in
      while let number = take() {
        let outcome = work(things[number])
        state.withLock { state in
          state.waiting[number] = outcome
          while let due = state.waiting.removeValue(forKey: state.reported) {
            report(due)
            state.reported += 1
          }
        }
      }
    }
  }

  private func take() -> Int? {
    state.withLock { state in
      guard state.next < things.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }
}
