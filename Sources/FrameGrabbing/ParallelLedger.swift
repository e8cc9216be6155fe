import Files
import Synchronization
import Video

/// A run whose pictures are written by several threads at once, each with a writer of its own.
///
/// Whoever looks into the run, or puts something into it, has it alone for that time.
final class ParallelLedger: @unchecked Sendable {
  private let gate = Mutex(())
  private var run: GrabLedger
  private let writers: [SharedWriter]
  private let wanted: WantedPlaces

  init(_ run: GrabLedger, _ wanted: WantedPlaces, writers: [SharedWriter]) {
    self.run = run
    self.writers = writers
    self.wanted = wanted
  }

  /// Has the run alone for a while.
  func withRun<Result>(_ body: (inout GrabLedger) -> Result) -> Result { gate.withLock { _ in body(&run) } }

  /// Writes the picture of a place for everybody who asked for it, and says what became of it, in the order of asking.
  ///
  /// - Returns: nil for what is left to one thread: frames whose file is another stretch's too.
  func write(_ picture: borrowing Picture, at place: Int, by worker: Int) -> [Result<FrameReport, GrabError>]? {
    let frames: [Result<PlannedFrame, GrabError>]? = withRun { run in
      var frames: [Result<PlannedFrame, GrabError>] = []
      for target in wanted.targets(at: place) {
        do throws(GrabError) {
          let frame = try run.frame(target)
          if let output = frame.output, run.sharedNames.contains(output) { return nil }
          frames.append(.success(frame))
        } catch {
          frames.append(.failure(error))
        }
      }
      return frames
    }
    return frames.map { frames in
      frames.map { frame in
        switch frame {
        case .success(let frame): writers[worker].writer.write(picture, for: frame)
        case .failure(let error): .failure(error)
        }
      }
    }
  }
}

/// A writer that belongs to one thread at a time.
final class SharedWriter {
  var writer: PictureWriter

  init(_ writer: consuming PictureWriter) { self.writer = writer }
}
