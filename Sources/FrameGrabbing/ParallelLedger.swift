import Color
import Files
import Threading
import Video

/// The ledger of a run whose pictures are written by several threads at once, each with its own writer.
///
/// One thread at a time reads or changes it, for as long as reporting a frame takes.
final class ParallelLedger: @unchecked Sendable {
  private let gate = SleepingLock()
  private let ledger: GrabLedger
  private let writers: [SharedWriter]
  private let batch: Batch

  init(_ ledger: GrabLedger, _ batch: Batch, writers: [SharedWriter]) {
    self.ledger = ledger
    self.writers = writers
    self.batch = batch
  }

  /// Reads or changes the ledger under its lock.
  func withLedger<Result>(_ body: (GrabLedger) -> Result) -> Result { gate.withLock { body(ledger) } }

  /// Writes the picture of a frame for each request, and returns the results in request order.
  ///
  /// It runs on a worker's thread and reads nothing from the file: all facts about the frames are known.
  ///
  /// - Returns: nil for frames that are left to a single thread: their output has several requests, they are blank, or
  ///   there is too little memory for several pictures.
  func write(
    _ picture: borrowing Picture, of frame: FrameReference, by worker: Int
  ) -> [Result<FrameReport, GrabError>]? {
    let frames: [Result<PlannedFrame, GrabError>]? = withLedger { ledger in
      var frames: [Result<PlannedFrame, GrabError>] = []
      for request in batch.requests(for: frame) {
        do throws(GrabError) {
          let frame = try ledger.frame(request)
          if let output = frame.output, ledger.frames.sharedNames.contains(output) { return nil }
          frames.append(.success(frame))
        } catch {
          frames.append(.failure(error))
        }
      }
      return frames
    }
    guard let frames else { return nil }
    if frames.contains(where: { (try? $0.get().mayBeBlank) ?? false }), (try? picture.isBlank()) == true { return nil }
    var results: [Result<FrameReport, GrabError>] = []
    for frame in frames {
      switch frame {
      case .success(let frame):
        let result = writers[worker].writer.write(picture, for: frame)
        if case .failure(let error) = result, error.isOutOfMemory { return nil }
        results.append(result)
      case .failure(let error): results.append(.failure(error))
      }
    }
    return results
  }
}

/// A writer that belongs to one thread at a time.
final class SharedWriter {
  var writer: PictureWriter

  init(_ writer: consuming PictureWriter) { self.writer = writer }
}
