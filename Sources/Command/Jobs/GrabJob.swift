import Broker
import Files
import FrameGrabbing
import Video

/// Grabs the frames that one command line or one request asks for, and reports each.
struct GrabJob: Job {
  let named: NamedGrab
  let input: VideoInput
  /// Whether the result is one answer of a service, which leaves out notes about the run.
  var isAnswer = false

  func bounds(_ options: GrabOptions) -> JobBounds {
    JobBounds(moments: named.moments, named.options, byteCount: input.file.size)
  }

  /// Grabs all frames.
  ///
  /// - Throws: `GrabError` before anything is decoded or written.
  func run(in workspace: Workspace) throws(GrabError) -> Bool {
    let (broker, path, moments) = (workspace.broker, named.path, named.moments)
    let video = try workspace.open(input)
    // A service keeps the video open; a decoder with large frames is closed meanwhile.
    defer { if isAnswer { video.rest() } }
    let choice = try workspace.choice(of: video, path)
    let grabber = Grabber(video, input: path, options: named.options, outlet: broker)
    var goesOn = true
    var remarks = Remarks(named.options)
    let untried = try grabber.grab(
      moments,
      goesOn: { progress in
        broker.show(.frames(progress))
        return goesOn
      },
      report: { result in
        // Once standard output is closed, the remaining frames are not grabbed.
        guard goesOn else { return }
        switch result {
        case .success(let report):
          // When a run fails, only the error is printed.
          if !remarks.hasSucceeded, let choice { broker.say(choice, from: .normal) }
          goesOn = broker.report(report)
          remarks.note(report)
        case .failure(let error):
          remarks.hasFailed = true
          goesOn = broker.report(
            MomentFailure(
              error: RelayedError(error, workspace.request), asked: error.asked, isRepeated: error.isRepeated))
        }
      })
    for line in remarks.lines(untried: untried, isAnswer: isAnswer) { broker.say("\(path): \(line)", from: .normal) }
    if let warning = grabber.warning(for: moments), remarks.hasSucceeded || !isAnswer {
      broker.say(warning, from: .normal)
    }
    guard !isAnswer else { return true }
    if video.hasJump {
      broker.say("\(path): the file's timestamps start anew on the way; times go on where they were", from: .normal)
    }
    if video.leavesOutEdits {
      broker.say(
        "\(path): pauses and speeds in the file's edit list are not played; what follows may differ from players",
        from: .normal)
    }
    workspace.tellOfNextMovie(behind: video, path)
    broker.say("places searched for in the file: \(video.seekCount)", from: .verbose)
    return true
  }
}

/// What is said to people about all pictures of a job.
private struct Remarks {
  private let isVerified: Bool
  private var unverified = 0
  private var blank = 0
  private var shortfalls: Set<String> = []
  /// Whether --deinterlace was given, and has changed no picture so far.
  private var isUnchanged: Bool
  private(set) var hasSucceeded = false
  var hasFailed = false

  init(_ options: GrabOptions) { (isVerified, isUnchanged) = (options.isVerified, options.pixels.deinterlaces) }

  mutating func note(_ report: FrameReport) {
    hasSucceeded = true
    if let shortfall = report.shortfall { shortfalls.insert(shortfall) }
    if report.isBlank == true { blank += 1 }
    if report.isDeinterlaced != false { isUnchanged = false }
    if isVerified, report.isDamaged == true { unverified += 1 }
  }

  /// The lines, without the video's name.
  func lines(untried: Int, isAnswer: Bool) -> [String] {
    var lines: [String] = []
    if !isAnswer {
      if untried > 0 { lines.append("\(untried) more \(untried == 1 ? "picture was" : "pictures were") not tried") }
      // After a failure, missing pictures need no further explanation.
      if !hasFailed { lines += shortfalls.sorted() }
      if isUnchanged, hasSucceeded {
        lines.append("no picture is marked as interlaced, so --deinterlace changed nothing")
      }
      if blank > 0 {
        let moments =
          blank == 1 ? "a moment, which keeps its own frame" : "\(blank) moments, which keep their own frames"
        lines.append("--skip-blank: nothing but blank pictures after \(moments); --skip-blank=TIME looks further")
      }
    }
    if unverified > 0 {
      let pictures = unverified == 1 ? "1 damaged picture" : "\(unverified) damaged pictures"
      lines.append("--verify leaves out \(pictures): decoding damaged data has no certain result")
    }
    return lines
  }
}
