import CWorker
import Foundation
import TestSupport
import Testing

/// wall-probe, which forks workers for these tests: their own process has threads.
enum WallProbe {
  /// The walls that this system has, as in `fg_raise_walls`.
  static let walls: Int = (try? numbers("walls"))?["walls"] ?? 0
  /// The version of Landlock that this system has; 0 without it.
  static let landlockVersion: Int = (try? numbers("walls"))?["landlock-version"] ?? 0

  static let landlock = Int(FG_WALL_LANDLOCK)
  static let seccomp = Int(FG_WALL_SECCOMP)

  static var hasLandlock: Bool { walls & landlock != 0 }
  static var hasSeccomp: Bool { walls & seccomp != 0 }

  /// Runs a command of the probe.
  ///
  /// - Parameter environment: Variables to set.
  static func run(
    _ command: String, walls: Int = 0, file: URL? = nil, environment: [String: String?] = [:]
  ) throws -> RunResult {
    var words = [BuiltTool.folder + "/wall-probe", command]
    if let file { words += [String(walls), file.path(percentEncoded: false)] }
    return try TestSupport.run(words, environment: environment, timeLimit: 120)
  }

  /// Runs a command of the probe and gives the numbers that it prints, by their names.
  static func numbers(
    _ command: String, walls: Int = 0, file: URL? = nil, environment: [String: String?] = [:]
  ) throws -> [String: Int] {
    let result = try run(command, walls: walls, file: file, environment: environment)
    try #require(result.status == 0, "wall-probe \(command)")
    var numbers: [String: Int] = [:]
    for line in String(decoding: result.stdout, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count >= 2 { numbers[String(words[0])] = Int(words[1]) }
    }
    return numbers
  }
}
