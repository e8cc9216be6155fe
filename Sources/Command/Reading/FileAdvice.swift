import Arguments
import Files
import FrameGrabbing
import Timeline
import Video

/// Advice about a file that could not be used; it lists the folder, so it is only called after a failure.
struct FileAdvice {
  let request: GrabRequest

  /// The most entries of a folder that are looked at.
  private static let mostEntries = 4000
  /// The longest name that is compared with others, in bytes.
  private static let longestName = 100

  /// The error message, with the advice if there is any.
  func line(_ error: GrabError) -> String {
    guard let advice = advice(error) else { return error.description }
    return error.description + "; " + printableWords(advice.description)
  }

  private func advice(_ error: GrabError) -> Advice? {
    let path = error.subject
    switch error.fault {
    case .video(let error):
      if case .file(let error) = error.fault { return advice(video: path, error.fault) }
      return nil
    case .input(let error):
      if error.fault == .notRegular(.fifo), path == request.asked.gesture { return .pipedGesture(word(path).text) }
      return error.fault == .missing ? similar(to: path).map { .similar($0) } : nil
    case .output(let error):
      guard path == request.output, error.fault == .notRegular(.folder) else { return nil }
      return .intoFolder(word(path).text)
    default: return nil
    }
  }

  private func advice(video path: Path, _ fault: FileError.Fault) -> Advice? {
    // A name from a gesture file must not make the tool list folders.
    let isNamed = request.video == path
    switch fault {
    case .missing:
      if let advice = Advice(missingVideo: word(path)) { return advice }
      if isNamed, let name = similar(to: path) { return .similar(name) }
      // `--gesture drag.json out.png`: the gesture names the video.
      let isOutput = request.asked.gesture != nil && request.output == nil && word(path).hasPNGEnding
      return isOutput ? .output(word(path).text) : nil
    case .notRegular(.fifo): return .savedPipe
    case .notRegular(.folder):
      guard isNamed, let ending = videoEnding(in: path) else { return nil }
      return .videos(folder: word(path).text, ending: ending, options: request.wordsForMany)
    case .empty: return .brokenOff
    default: return nil
    }
  }

  private func word(_ path: Path) -> Word { Word(bytes: path.bytes) }

  /// The name of a file in the same folder that differs only by a likely typing error.
  private func similar(to path: Path) -> String? {
    let name = path.lastComponent
    guard !path.namesFolder, name.bytes.count <= Self.longestName else { return nil }
    let names = FolderListing(of: path.parent, atMost: Self.mostEntries).names
      .filter { $0.bytes.count <= Self.longestName }
      .map { word($0).text }
    // An ending that both have says nothing: the rest must be alike.
    let typed = word(name).text
    let ending = typed.lastIndex(of: ".").map { String(typed[$0...]) } ?? ""
    let likely = names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    let others = names.filter { !$0.hasSuffix(ending) }
    guard
      let found = suggestion(for: String(typed.dropLast(ending.count)), among: likely.sorted()).map({ $0 + ending })
        ?? suggestion(for: typed, among: others.sorted())
    else { return nil }
    let folder = path.bytes.dropLast(name.bytes.count)
    return Word(bytes: Array(folder)).text + found
  }

  /// The most frequent ending of the videos in a folder.
  private func videoEnding(in folder: Path) -> String? {
    var counts: [String: Int] = [:]
    for name in FolderListing(of: folder, atMost: Self.mostEntries).names where word(name).hasVideoEnding {
      guard let ending = word(name).text.split(separator: ".").last else { continue }
      counts[String(ending), default: 0] += 1
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension RelayedError {
  /// Makes the lines and the exit code of an error; no other code does.
  init(_ error: GrabError, _ request: GrabRequest) {
    if case .relayed(let relayed) = error.fault {
      self = relayed
      return
    }
    let line = FileAdvice(request: request).line(error)
    self.init(line: line, code: ExitCode(error).rawValue, isAboutFolder: error.isAboutFolder, isCutOff: error.isCutOff)
    switch error.fault {
    // The reader has closed the pipe, which is not an error.
    case .output(let fault): isQuiet = fault.isBrokenPipe
    case .moment(let fault, let asked):
      guard let syntax = fault.syntaxError(in: asked) else { break }
      (self.line, typed, self.fault) = (printable(syntax.description), syntax.text, syntax.range)
    case .timeList(let list):
      (typed, self.fault) = (list.fault?.text ?? "", list.fault?.range ?? 0..<0)
    default: break
    }
  }
}

extension Terminal {
  /// Prints an error, unless it is quiet.
  func fail(_ error: RelayedError) {
    guard !error.isQuiet else { return }
    if error.typed.isEmpty { fail(error.line) } else { fail(error.line, in: error.typed, at: error.fault) }
  }
}
