/// The exit code, the time, the memory and the processes of a run.
struct EndRule {
  private let trial: Trial
  private let outcome: Outcome

  init(_ trial: Trial, _ outcome: Outcome) {
    (self.trial, self.outcome) = (trial, outcome)
  }

  var violations: [Violation] {
    if outcome.wasKilled { return [Violation(.end, "does not end: killed after \(Self.seconds(outcome.seconds))")] }
    var found: [Violation] = []
    let codes = trial.signal == 0 ? trial.codes : trial.codes.union([128 + trial.signal])
    if !codes.contains(outcome.status) {
      let right = codes == Trial.documented ? "no documented one" : "not among \(codes.sorted())"
      found.append(Violation(.code, "ends with \(outcome.status), which is \(right)"))
    }
    // A busy machine makes a run longer, but does not make it work more.
    if outcome.seconds > trial.seconds, outcome.work > trial.seconds || outcome.seconds > 2 * trial.seconds {
      found.append(
        Violation(.time, "takes \(Self.seconds(outcome.seconds)), more than \(Self.seconds(trial.seconds))"))
    }
    if outcome.peak > trial.memory {
      found.append(Violation(.memory, "holds \(outcome.peak >> 20) MiB, more than \(trial.memory >> 20) MiB"))
    }
    if outcome.hasOrphans { found.append(Violation(.orphans, "leaves processes behind")) }
    return found
  }

  private static func seconds(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10) s" }
}
