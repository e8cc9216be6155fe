import Foundation
import TestSupport

/// What a run prints on standard output, for the program that called it.
struct PrintRule {
  private let trial: Trial
  private let outcome: Outcome
  private let contents: ([UInt8]) -> [UInt8]?

  init(_ trial: Trial, _ outcome: Outcome, contents: @escaping ([UInt8]) -> [UInt8]?) {
    (self.trial, self.outcome, self.contents) = (trial, outcome, contents)
  }

  var violations: [Violation] {
    guard trial.streams[1] == nil, !outcome.wasKilled else { return [] }
    switch trial.printed {
    case .anything: return []
    case .paths: return paths
    case .json: return objects.map { violation($0) }
    case .object: return object
    case .answers(let count, let hashes): return answers(count, hashes)
    case .text: return text
    case .picture: return picture
    }
  }

  private var lines: [ArraySlice<UInt8>] { outcome.stdout.split(separator: 0x0A) }

  private var failed: Bool { outcome.status != 0 && trial.isSingle && !trial.mayWriteAndFail }

  private var paths: [Violation] {
    if failed, !lines.isEmpty { return [violation("fails and prints: \(shown)")] }
    if outcome.status == 0, trial.writes, lines.isEmpty { return [violation("succeeds and names no picture")] }
    return lines.compactMap { line in
      contents(Array(line)) == nil ? violation("names \(Word(bytes: Array(line))), which is not there") : nil
    }
  }

  /// What is wrong with the lines, each of which is to be an object.
  private var objects: [String] {
    if !outcome.stdout.isEmpty, outcome.stdout.last != 0x0A { return ["prints half an object: \(shown)"] }
    for line in lines {
      guard let object = Self.object(line) else { return ["prints no JSON object: \(Word(bytes: Array(line)))"] }
      guard let output = object["output"] as? String, let result = object["outcome"] as? String else { continue }
      // A name of invalid UTF-8 cannot be found by what JSON says of it.
      guard ["written", "replaced"].contains(result), !output.contains("\u{FFFD}") else { continue }
      if contents(Array(output.utf8)) == nil { return ["reports \(Word(output)), which is not there"] }
    }
    if outcome.status == 0, trial.writes, lines.isEmpty { return ["succeeds and reports no picture"] }
    return []
  }

  private var object: [Violation] {
    if outcome.status == 0, lines.count != 1 { return [violation("prints \(lines.count) lines, not one object")] }
    return objects.map { violation($0) }
  }

  private func answers(_ count: Int, _ hashes: [Int: String]) -> [Violation] {
    if let fault = objects.first { return [violation(fault)] }
    guard lines.count == count else { return [violation("answers \(lines.count) of \(count) requests: \(shown)")] }
    return lines.enumerated().compactMap { number, line in
      guard let answer = Self.object(line) else { return nil }
      guard answer["id"] as? Int == number else { return violation("answer \(number) has another id") }
      guard let due = hashes[number] else {
        return answer["error"] == nil && answer["index"] == nil ? violation("answer \(number) says nothing") : nil
      }
      return answer["hash"] as? String == due
        ? nil : violation("answer \(number) is wrong: \(Word(bytes: Array(line.prefix(300))))")
    }
  }

  private var text: [Violation] {
    if failed, !lines.isEmpty { return [violation("fails and prints: \(shown)")] }
    guard let text = String(validating: outcome.stdout, as: UTF8.self) else {
      return [violation("prints invalid UTF-8")]
    }
    return text.firstUnprintable(allowsTabs: true).map { [violation("prints a character of U+\($0)")] } ?? []
  }

  private var picture: [Violation] {
    if outcome.status != 0 { return outcome.stdout.isEmpty ? [] : [violation("fails and prints a part of a picture")] }
    return PictureCheck.fault(of: outcome.stdout).map { [violation("prints \($0)")] } ?? []
  }

  private var shown: String { Word(bytes: Array(outcome.stdout.prefix(200))).description }

  private func violation(_ words: String) -> Violation { Violation(.printed, words) }

  private static func object(_ line: ArraySlice<UInt8>) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any]
  }
}
