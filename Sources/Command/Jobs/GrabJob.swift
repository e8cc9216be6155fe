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
    var (goesOn, hasSucceeded, hasFailed) = (true, false, false)
    var (unverified, blank, shortfalls) = (0, 0, Set<String>())
    var isUnchanged = named.options.pixels.deinterlaces
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
          if !hasSucceeded, let choice { broker.say(choice, from: .normal) }
          hasSucceeded = true
          goesOn = broker.report(report)
          if let shortfall = report.shortfall { shortfalls.insert(shortfall) }
          if report.isBlank == true { blank += 1 }
          if report.isDeinterlaced != false { isUnchanged = false }
          if named.options.isVerified, report.isDamaged == true { unverified += 1 }
        case .failure(let error):
          hasFailed = true
          goesOn = broker.report(
            MomentFailure(
              error: RelayedError(error, workspace.request), asked: error.asked, isRepeated: error.isRepeated))
        }
      })
    if untried > 0, !isAnswer {
      broker.say("\(path): \(untried) more \(untried == 1 ? "picture was" : "pictures were") not tried", from: .normal)
    }
    if !isAnswer {
      // After a failure, missing pictures need no further explanation.
      for shortfall in shortfalls.sorted() where !hasFailed { broker.say("\(path): \(shortfall)", from: .normal) }
    }
    if isUnchanged, hasSucceeded, !isAnswer {
      broker.say("\(path): no picture is marked as interlaced, so --deinterlace changed nothing", from: .normal)
    }
    if blank > 0, !isAnswer {
      let moments = blank == 1 ? "a moment, which keeps its own frame" : "\(blank) moments, which keep their own frames"
      broker.say(
        "\(path): --skip-blank: nothing but blank pictures after \(moments); --skip-blank=TIME looks further",
        from: .normal)
    }
    if unverified > 0 {
      let pictures = unverified == 1 ? "1 damaged picture" : "\(unverified) damaged pictures"
      broker.say(
        "\(path): --verify leaves out \(pictures): decoding damaged data has no certain result", from: .normal)
    }
    if let warning = grabber.warning(for: moments), hasSucceeded || !isAnswer { broker.say(warning, from: .normal) }
    guard !isAnswer else { return true }
    if video.hasJump {
      broker.say("\(path): the file's timestamps start anew on the way; times go on where they were", from: .normal)
    }
    broker.say("places searched for in the file: \(video.seekCount)", from: .verbose)
    return true
  }
}
