import FrameGrabbing
import Packing

/// How far a job is.
struct ProgressMessage: Message {
  typealias Answer = Void
  static let code: UInt8 = 2

  let progress: JobProgress

  init(_ progress: JobProgress) { self.progress = progress }

  func pack(into packing: inout VarintWriter) {
    packing.append(byte: progress.kind)
    switch progress {
    case .alive: break
    case .frames(let progress): packing.append(progress.done, progress.total)
    case .reading(let percent): packing.append(count: percent)
    }
  }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    switch try packing.byte() {
    case 0: progress = .alive
    case 1:
      let (done, total): (Int, Int) = try packing.values()
      guard done <= total, total < 1 << 40 else { throw VarintError() }
      progress = .frames(GrabProgress(done: done, total: total))
    case 2: progress = .reading(Int(min(try packing.number(), 100)))
    default: throw VarintError()
    }
  }

  func check(in session: WorkerSession) throws(VarintError) {}

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    session.work?.hands.show(progress)
    if case .reading(let percent) = progress { session.preview?.note(reading: percent) }
    return nil
  }
}
