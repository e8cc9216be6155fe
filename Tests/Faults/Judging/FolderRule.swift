/// What a run leaves in its folder: what was there before, and complete pictures.
struct FolderRule {
  private let trial: Trial
  private let outcome: Outcome
  private let contents: ([UInt8]) -> [UInt8]?
  /// Of many pictures so many are decoded.
  private static let mostPictures = 12

  init(_ trial: Trial, _ outcome: Outcome, contents: @escaping ([UInt8]) -> [UInt8]?) {
    (self.trial, self.outcome, self.contents) = (trial, outcome, contents)
  }

  var violations: [Violation] {
    let (before, after) = (outcome.before.entries, outcome.after.entries)
    var found: [Violation] = []
    for (name, old) in before where !trial.unsteady.contains(name) {
      guard let new = after[name] else {
        found.append(violation("\(name), which was there before, is gone"))
        continue
      }
      guard !new.isSame(as: old) else { continue }
      guard trial.replaceable.contains(name) else {
        found.append(violation("\(name), which was there before, is changed"))
        continue
      }
      if hasFailed { found.append(violation("\(name) is replaced, though the run fails")) }
    }
    let new = after.keys.filter { name in
      !trial.unsteady.contains(name) && !(before[name].map { after[name]?.isSame(as: $0) == true } ?? false)
    }.sorted()
    found += new.compactMap { before[$0] == nil ? faultOfNew($0) : nil }.map { violation($0) }
    let pictures = new.filter { after[$0]?.kind == .file && !isTemporary($0) }
    for name in pictures.prefix(Self.mostPictures) {
      guard let path = outcome.after.paths[name], let bytes = contents(path) else { continue }
      if let fault = PictureCheck.fault(of: bytes) { found.append(violation("\(name) is \(fault)")) }
    }
    if outcome.status == 0, trial.writes, [.anything, .paths].contains(trial.printed), pictures.isEmpty {
      let replaced = trial.replaceable.contains { name in before[name]?.inode != after[name]?.inode }
      if !replaced { found.append(violation("the run succeeds and writes nothing")) }
    }
    return found
  }

  /// Whether nothing may have been written.
  private var hasFailed: Bool { outcome.status != 0 && trial.isSingle && !trial.mayWriteAndFail }

  private func faultOfNew(_ name: String) -> String? {
    if isTemporary(name) {
      // Nothing can be tidied up after SIGKILL.
      return trial.signal == 9 ? nil : "\(name) is left behind"
    }
    switch outcome.after.entries[name]?.kind {
    case .folder?: return hasFailed ? "the folder \(name) is left behind" : nil
    case .file?: return hasFailed ? "\(name) is written, though the run fails" : nil
    default: return "\(name) is no file"
    }
  }

  private func isTemporary(_ name: String) -> Bool {
    (outcome.after.paths[name] ?? Array(name.utf8)).split(separator: 0x2F).contains { part in
      part.first == 0x2E && (!trial.mayHide || part.suffix(4).elementsEqual(".tmp".utf8))
    }
  }

  private func violation(_ words: String) -> Violation { Violation(.folder, words) }
}
