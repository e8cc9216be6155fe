import Files
import Foundation
import FrameGrabbing
import GestureFiles
import TestSupport
import Timeline
import Video

/// Requests the frames of one file from framegrab, in all ways and orders, and compares them with the expected ones.
public struct FileCheck {
  private let file: CorpusFile
  private let path: Path
  /// The results.
  public private(set) var tally = Tally()
  /// Descriptions of all wrong answers.
  public private(set) var faults: [String] = []

  /// Prepares the check of a file.
  public init(_ file: CorpusFile) {
    self.file = file
    path = Path(file.url.path(percentEncoded: false))
    tally.files = 1
  }

  /// Makes all requests.
  public mutating func run() {
    if file.refusal != nil { return checkRefusal() }
    var plan = RequestPlan(file)
    do throws(VideoError) {
      // By time first: the timeline is still unknown.
      let times = plan.times(of: 12)
      try ask(plan.shuffled(times))
      try ask(times.reversed())
      for request in plan.shuffled(times).prefix(5) { try ask([request]) }
      let indexes = plan.indexes()
      try ask(indexes.reversed())
      for request in plan.shuffled(indexes).prefix(5) { try ask([request]) }
      let video = try VideoFile(opening: path)
      try batch(plan.indexes(outside: false), video)
      // Distributed among several decoders.
      try batch(plan.shuffled(plan.indexes(outside: false)), try VideoFile(opening: path), workers: 3)
      let timeline = try video.timeline(.whole)
      let drags = plan.drags(of: 6, timeBase: timeline.timeBase)
      ask(plan.shuffled(drags + times + indexes), video)
      // A decoder that was used for other frames must not be affected by them.
      if ["codec", "alpha"].contains(file.kind) { ask(plan.shuffled(indexes + indexes), video) }
      // Damage may remove pictures, which only decoding shows, or make a packet one that holds none; in a file that is
      // cut off, an incomplete picture keeps its position.
      if file.isDamaged
        ? timeline.count < file.frames.count - 1
        : file.isCut ? timeline.count < file.frames.count : timeline.count != file.frames.count
      {
        fail("the timeline has \(timeline.count) frames, not \(file.frames.count)")
      }
      if file.isNoticed, !video.isCutOff {
        tally.silent += 1
        faults.append("\(file.name): is cut off, and taken for whole")
      }
      try scrub(plan.indexes(outside: false), video)
      checkPictures()
      if let request = plan.shuffled(plan.indexes(outside: false)).first { askTool(request) }
    } catch {
      fail("cannot be read: \(error)")
    }
  }

  // MARK: Requests

  /// One after the other, each on its own, with one open file.
  private mutating func ask(_ requests: [Request]) throws(VideoError) {
    ask(requests, try VideoFile(opening: path))
  }

  private mutating func ask(_ requests: [Request], _ video: VideoFile) {
    for request in requests {
      let answers = answers(to: [request], video)
      judge(answers.count == 1 ? answers[0] : nil, to: request)
    }
  }

  /// All in one call.
  private mutating func batch(_ requests: [Request], _ video: VideoFile, workers: Int = 1) throws(VideoError) {
    let answers = answers(to: requests, video, workers: workers)
    for (number, request) in requests.enumerated() {
      judge(answers.indices.contains(number) ? answers[number] : nil, to: request)
    }
  }

  private func answers(
    to requests: [Request], _ video: VideoFile, workers: Int = 1
  ) -> [Result<FrameReport, GrabError>] {
    var options = GrabOptions()
    options.workers = workers
    options.output.destination = .nowhere
    options.wantsHash = true
    var answers: [Result<FrameReport, GrabError>] = []
    do throws(GrabError) {
      let moments = try requests.map { request throws(GrabError) in try moment(request) }
      try Grabber(video, input: path, options: options).grab(moments) { answers.append($0) }
    } catch {
      answers.append(.failure(error))
    }
    return answers
  }

  private func moment(_ request: Request) throws(GrabError) -> Moment {
    let kind: Moment.Kind =
      switch request.way {
      case .index(let index): .time(.frame(Int64(index)))
      case .time(let time): .time(.time(time))
      case .drag(let points): .gesture(try drag(points))
      }
    return Moment(kind, text: "\(request)")
  }

  /// From the centre of the knob, along the line of the slider, with a long pause before the finger lifts.
  private func drag(_ points: Int) throws(GrabError) -> Gesture {
    let text = #"""
      {"version":1,"touches":[{"t":0,"phase":"began","x":15.5,"y":15.5},
      {"t":0.1,"phase":"moved","x":\#(15 + points).5,"y":15.5},{"t":0.9,"phase":"ended","x":\#(15 + points).5,"y":15.5}]}
      """#
    let script: GestureFile
    do throws(GestureFileError) {
      script = try GestureFile(parsing: Array(text.utf8))
    } catch {
      throw GrabError(path, .gesture(error))
    }
    return try Gesture(script, path: path, allowsUnfinished: false)
  }

  /// Forwards in steps of different lengths, and back, with the decode that continues from the previous frame.
  private mutating func scrub(_ requests: [Request], _ video: VideoFile) throws(VideoError) {
    let indexes = requests.compactMap(\.frame)
    let steps = indexes.enumerated().compactMap { $0 % 3 == 1 || $0 % 7 == 2 ? $1 : nil }
    var all = try video.lookUp(.whole)
    for index in steps + steps.reversed() where index < min(file.frames.count, all.table.count) {
      if !video.isCurrent(all.reference(to: index)) { all = try video.lookUp(.whole) }
      var hash = ""
      var isDamaged = false
      let isFound = try video.picture(next: all.reference(to: index)) { picture throws(VideoError) in
        isDamaged = picture.isDamaged
        hash = try picture.md5()
      }
      let request = Request(.index(index), frame: index)
      let isInPlace = hash == file.frames[index].md5
      if isFound, isInPlace || file.isDamaged && isShown(hash, at: all.table.time(ofFrame: index)) {
        tally.right += 1
      } else if file.isDamaged || file.isCut, !isFound || isDamaged {
        tally.refused += 1
      } else if isFound ? file.isKept && isDamaged : file.frames[index].md5 == nil {
        tally.refused += 1
      } else {
        fail("scrubbing, \(request): \(isFound ? "shows \(name(ofHash: hash))" : "nothing")")
      }
    }
  }

  private mutating func checkPictures() {
    guard !file.isDamaged, !file.isCut else { return }
    do {
      for fault in try PictureCheck(file, path: path).run() {
        if let fault { fail(fault) } else { tally.right += 1 }
      }
    } catch {
      fail("no picture of it: \(error)")
    }
  }

  // MARK: Evaluation

  private mutating func judge(_ answer: Result<FrameReport, GrabError>?, to request: Request) {
    if case .success(let report) = answer, file.isDamaged { return judgeDamaged(report, to: request) }
    switch (answer, request.frame) {
    case (.failure, nil): tally.refused += 1
    // After an incomplete picture, which keeps its position, later frames have higher indexes than in a linear decode.
    case (.success(let report), nil) where file.isCut && isShown(report.hash, at: report.interval?.start):
      tally.right += 1
    case (.success(let report), nil):
      tally.silent += 1
      faults.append("\(file.name): \(request): an error is due, and it shows \(name(ofHash: report.hash ?? ""))")
    case (.failure(let error), let frame?):
      // In the tail of a file that is cut off it is unknown what else was to be shown. Damage may remove a picture, but
      // only one with its own packet, not one whose number a linear decode shows; what follows the last one is unknown,
      // too.
      let isLast = request.isByTime && frame == file.frames.count - 1
      let isLost = "\(error)".contains("could not be decoded")
      let isBehind = frame == file.frames.count - 1 && "\(error)".contains("there is no frame")
      if file.frames[frame].md5 == nil
        || file.isDamaged && (file.frames[frame].number == nil || isLast || isLost || isBehind)
        || file.isCut && (request.isByTime || isLost || isBehindGap(frame)) && frame >= file.frames.count - 20
      {
        tally.refused += 1
      } else {
        fail("\(request): frame \(frame) is due: \(error)")
      }
    case (.success(let report), let frame?):
      judge(report, to: request, frame: frame)
    case (nil, _): fail("\(request): no answer")
    }
  }

  /// Whether pictures that were shown before this one are not in a cut-off file, so that its index is not known, or may not
  /// be, since its number cannot be read.
  private func isBehindGap(_ frame: Int) -> Bool {
    guard let first = file.frames.first?.number, let number = file.frames[frame].number else { return true }
    return number - first != frame
  }

  /// Damage may remove pictures, after which the rest has other indexes: time and picture must belong together, or
  /// there must be a warning that they may not.
  private mutating func judgeDamaged(_ report: FrameReport, to request: Request) {
    // If damage exchanged timestamps, the decoder's order is used.
    let isInPlace = request.frame.map { file.frames[$0].md5 == report.hash } ?? false
    if isInPlace || isShown(report.hash, at: report.interval?.start) {
      tally.right += 1
    } else if report.isDamaged == true {
      tally.refused += 1
    } else {
      tally.silent += 1
      faults.append(
        "\(file.name): \(request): at \(report.interval?.start.description ?? "-") it shows "
          + "\(name(ofHash: report.hash ?? "")), without a warning")
    }
  }

  /// Whether a linear decode shows this picture at this time.
  private func isShown(_ hash: String?, at time: Rational?) -> Bool {
    file.frames.contains { $0.clock == time && $0.md5 == hash && hash != nil }
  }

  private mutating func judge(_ report: FrameReport, to request: Request, frame: Int) {
    let due = file.frames[frame]
    guard report.hash == due.md5, due.md5 != nil else {
      if file.isCut || file.isKept {
        if report.isDamaged == true || file.isCut && isShown(report.hash, at: report.interval?.start) {
          tally.refused += 1
        } else {
          tally.silent += 1
          faults.append("\(file.name): \(request): another picture than the linear decode's of frame \(frame)")
        }
      } else {
        fail("\(request): frame \(frame) is due, and it shows \(name(ofHash: report.hash ?? ""))")
      }
      return
    }
    guard let start = report.interval?.start, isTime(start, of: due) else {
      return fail(
        "\(request): frame \(frame) starts at \(due.clock), not at \(report.interval?.start.description ?? "-")")
    }
    if let index = report.index, index != frame, request.isByIndex {
      return fail("\(request): frame \(frame) is called \(index)")
    }
    tally.right += 1
  }

  private func isTime(_ time: Rational, of frame: CorpusFile.Frame) -> Bool {
    if !frame.isInterpolated { return time == frame.clock }
    guard let difference = time.subtracting(frame.clock), let most = Rational(1, 2000) else { return false }
    return difference < most && difference > Rational(-1, 2000) ?? .zero
  }

  private func name(ofHash hash: String) -> String {
    file.frames.firstIndex { $0.md5 == hash }.map { "frame \($0)" } ?? "a picture that is none of the file's"
  }

  private mutating func fail(_ words: String) {
    tally.wrong += 1
    faults.append("\(file.name): \(words)")
  }

  /// A file that is not a video must not open, or must have no frames, or none that can be decoded, if it is cut off and
  /// lists them in front; the tool reports it in one line and by its exit code.
  private mutating func checkRefusal() {
    do throws(VideoError) {
      let video = try VideoFile(opening: path)
      let all = try video.lookUp(.whole)
      var pictures = 0
      _ = try video.pictures(of: (0..<all.table.count).map(all.reference(to:))) { _, _ in pictures += 1 }
      if pictures == 0 {
        tally.refused += 1
      } else {
        tally.silent += 1
        faults.append("\(file.name): is to be refused, and has \(pictures) pictures")
      }
    } catch {
      tally.refused += 1
    }
    guard let result = runTool("--frame", "0", "--hash") else { return }
    let lines = result.stderr.split(separator: "\n")
    if result.status == file.refusal, result.stdout.isEmpty, lines.count == 1, lines[0].contains(file.name) {
      tally.refused += 1
    } else {
      fail("the tool ends with \(result.status), not \(file.refusal ?? 0), and says \(result.stderr)")
    }
  }

  /// Requests one frame from the tool itself, like a user.
  private mutating func askTool(_ request: Request) {
    guard let frame = request.frame, let result = runTool("--frame", "\(frame)", "--hash") else { return }
    let hash = String(decoding: result.stdout, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    // Damage may remove pictures, after which the rest has other indexes.
    let isRight = file.isDamaged ? file.frames.contains { $0.md5 == hash } : hash == file.frames[frame].md5
    if isRight, result.status == 0 {
      tally.right += 1
    } else if file.isDamaged || file.isCut || file.isKept, !result.stderr.isEmpty,
      result.status == 4 || file.frames[frame].md5 != nil || result.stderr.contains("the file is damaged where")
    {
      tally.refused += 1
    } else {
      fail("the tool, \(request): ends with \(result.status) and prints \(hash) \(result.stderr)")
    }
  }

  private mutating func runTool(_ words: String...) -> RunResult? {
    do {
      return try TestSupport.run([BuiltTool.path, path.description] + words)
    } catch {
      fail("the tool does not run: \(error)")
      return nil
    }
  }
}

extension Request {
  fileprivate var isByTime: Bool { !isByIndex }
  fileprivate var isByIndex: Bool {
    if case .index = way { return true }
    return false
  }
}
