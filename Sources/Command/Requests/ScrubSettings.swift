import Arguments
import Broker
import Files
import FrameGrabbing
import Scrubbing
import Screen

/// The values of a scrubbing session's command line.
struct ScrubSettings {
  let invocation: Invocation
  let terminal: Terminal
  /// The file for the recorded take; nil for none.
  let record: Path?
  let view: PictureView
  /// The kind of slider that was asked for; nil for that of the gesture, or the usual one.
  let model: Model?
  /// The first position of the slider; nil for the end of the gesture, or the start of the video.
  let start: Moment?

  var request: GrabRequest { invocation.request }
  var sandbox: SandboxChoice { invocation.sandbox }

  /// - Throws: `UsageError` for moments that are no place to start from.
  init(_ invocation: Invocation, _ arguments: ParsedArguments) throws(UsageError) {
    self.invocation = invocation
    terminal = Terminal(level: invocation.level, held: HeldOutput())
    let reader = ValueReader(arguments: arguments)
    record = try reader.output(.record) { _ in nil }
    view = reader.choice(.view) ?? .auto
    model = reader.choice(.model)
    if model == .scrollScrubber {
      throw UsageError(line: "--model scroll-scrubber has no slider to show; choose one of the others")
    }
    var moments: [Moment] = []
    for case .moment(let moment) in invocation.request.asked.items { moments.append(moment) }
    guard moments.count <= 1, moments.first.map({ !$0.mayGiveSeveral }) ?? true else {
      throw UsageError(line: "--scrub starts at one moment: leave the others out")
    }
    start = moments.first
  }
}
