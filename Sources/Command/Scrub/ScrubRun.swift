import Arguments
import Broker
import Files
import FrameGrabbing
import LibC
import Screen
import Sourcing
import Workers

/// Runs `--scrub`, from its settings to the exit code.
struct ScrubRun {
  private let settings: ScrubSettings

  init(_ settings: ScrubSettings) { self.settings = settings }

  private var terminal: Terminal { settings.terminal }

  /// Shows the screen until the user leaves it; returns the exit code.
  func run() -> Int32 {
    if let error = Sandbox.check(settings.sandbox) { return fail(error) }
    let zygote: Zygote
    do throws(Channel.Fault) {
      // It is forked before anything is read, so that workers inherit no other data.
      zygote = try Zygote { [settings] channel, memory, walls in ScrubWork.run(settings, channel, memory, walls) }
    } catch {
      return fail(WorkerLoss.notStarted(error).words)
    }
    let source: SourceLink?
    do throws(RelayedError) { source = try settings.request.startSource() } catch { return fail(error) }
    do throws(GrabError) {
      let inputs = try ScrubInputs(settings, source)
      let input = try inputs.video.open()
      let tty: ControllingTerminal
      do throws(FileError) {
        // A text screen sets no terminal modes that would have to be reset.
        tty = try ControllingTerminal(leaving: isText ? [] : TerminalModes.leave)
      } catch {
        terminal.fail("--scrub needs a terminal; scripts use --at or --gesture")
        return ExitCode.usage.rawValue
      }
      let (ending, hasWritten) = try ScrubShow(settings, zygote, inputs, input, tty).run()
      release()
      try blaming(.standardOutput, GrabError.Fault.output, finishStandardOutput)
      switch ending {
      case .left, .hungUp: return hasWritten ? ExitCode.success.rawValue : ExitCode.someFailed.rawValue
      case .failed(let error): return fail(error)
      case .interrupted:
        raise(SIGINT)
        return 128 + SIGINT
      }
    } catch {
      release()
      return fail(RelayedError(error, settings.request))
    }
  }

  private var isText: Bool {
    let term = Environment.variable("TERM") ?? ""
    return settings.view == .text || settings.view == .auto && (term.isEmpty || term == "dumb")
  }

  private func fail(_ error: RelayedError) -> Int32 {
    terminal.fail(error)
    return error.code
  }

  /// Prints what was held back while the screen was up.
  private func release() {
    guard let held = terminal.held?.release() else { return }
    if !held.errors.isEmpty { writeMessage(held.errors) }
    if !held.output.isEmpty {
      do throws(GrabError) {
        try terminal.print(bytes: held.output)
      } catch {
        terminal.fail(error.description)
      }
    }
  }
}
