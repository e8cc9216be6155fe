import Arguments
import FrameGrabbing
import Workers

/// Texts about the sandbox around the reading of videos, and the check that it exists.
enum Sandbox {
  /// The parts of the sandbox, in words.
  static func words(for walls: Walls) -> String {
    var parts = ["a process of its own"]
    if walls.contains(.files) { parts.append("Landlock") }
    if walls.contains(.calls) { parts.append("seccomp") }
    return parts.joined(separator: ", ")
  }

  /// The error if the sandbox that the user requires is not available; called before anything is opened.
  static func check(_ choice: SandboxChoice) -> RelayedError? {
    guard choice == .require else { return nil }
    let missing = Walls.all.subtracting(WorkerProcess.triedWalls())
    guard !missing.isEmpty else { return nil }
    var names: [String] = []
    if missing.contains(.files) { names.append("Landlock") }
    if missing.contains(.calls) { names.append("seccomp") }
    return RelayedError(
      line: "--sandbox require: this system has no \(names.joined(separator: " and no ")); --sandbox auto does without",
      code: ExitCode.limit.rawValue)
  }
}
