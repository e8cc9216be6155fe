import CFFmpeg
import Files
import Synchronization
import Threading

/// Decoders of one video that work in parallel, each with its own reader of the file.
///
/// Frames are distributed by keyframe: all that need the same start go to one worker, and each worker decodes with one
/// thread. Anything unusual (damage, a picture that does not come out, one that contradicts the packets) is left to the
/// video itself, which handles it as it does without workers; so the pictures are the same with any number of them.
final class DecodeWorkers {
  /// Frames of one table that are all decoded from the same packet.
  struct Group {
    let start: Int
    let frames: [Int]
    let table: PacketTable

    /// How many packets must be decoded for them.
    var cost: Int { (frames.map { table.presentationOrder[$0] }.max() ?? start) - start + 1 }
  }

  private let finders: [FrameFinder]
  private let limits: Limits

  /// Opens the video once for each worker, or for fewer workers; nil if it cannot be opened again at all.
  init?(_ count: Int, of finder: FrameFinder, source: ByteSource, limits: Limits) {
    var finders: [FrameFinder] = []
    while finders.count < count, let file = try? source.file.duplicate() {
      let own = ByteSource(
        file: file, limits: limits, deadline: Deadline(nanoseconds: source.deadline.allowance))
      own.spare(like: source)
      guard
        let reader = try? PacketReader(
          own, stream: finder.reader.streamIndex, isProbed: finder.reader.isProbed, limits: limits)
      else { break }
      finders.append(FrameFinder(reader, source: own, limits: limits, budget: finder.budget))
    }
    guard !finders.isEmpty else { return nil }
    self.finders = finders
    self.limits = limits
  }

  var count: Int { finders.count }

  /// Closes decoders whose frames have more than `bytes` bytes; must not be called while the workers decode.
  func closeDecoders(over bytes: Int64) { for finder in finders { finder.closeDecoders(over: bytes) } }

  /// Decodes groups in parallel.
  ///
  /// - Parameters:
  ///   - make: Makes a value from a picture, on one of the threads; its arguments are the numbers of the thread and of
  ///     the group, the frame and the picture. nil leaves the frame out.
  ///   - take: Receives the value for a group's frame, on the calling thread, in order of completion; false ends the
  ///     work.
  ///   - progress: Called on the calling thread when a frame was left out or a group has ended, so that a long time
  ///     without values is not mistaken for a standstill.
  func decode<Value: Sendable>(
    _ groups: [Group], _ make: @Sendable (Int, Int, Int, consuming Picture) -> Value?,
    take: (Int, Int, Value) -> Bool, progress: () -> Void
  ) {
    let round = Round<Value>(finders, groups, limits)
    let handover = round.handover
    withoutActuallyEscaping(make) { make in
      ScopedThreads.run(min(finders.count, groups.count)) { number in
        round.work(number, make)
        handover.finish()
      } meanwhile: { count in
        handover.expect(count)
        while true {
          let values = handover.takeAll()
          if values.isEmpty { return }
          for made in values {
            guard let value = made.value else {
              progress()
              continue
            }
            if !take(made.group, made.frame, value) { return handover.close() }
          }
        }
      }
    }
  }
}

/// One round of the workers: their input and output.
///
/// The finders are not thread-safe; they are not shared, since each thread has its own.
private final class Round<Value: Sendable>: @unchecked Sendable {
  /// Values, and nil for a frame that was left out or a group that has ended.
  let handover: BoundedQueue<(group: Int, frame: Int, value: Value?)>
  private let finders: [FrameFinder]
  private let groups: [DecodeWorkers.Group]
  private let limits: Limits
  /// The first group that no thread has taken.
  private let next = Atomic<Int>(0)

  init(_ finders: [FrameFinder], _ groups: [DecodeWorkers.Group], _ limits: Limits) {
    handover = BoundedQueue(room: 4 * finders.count)
    self.finders = finders
    self.groups = groups
    self.limits = limits
  }

  /// Takes one group after another until none is left or no more are wanted.
  func work(_ number: Int, _ make: (Int, Int, Int, consuming Picture) -> Value?) {
    let finder = finders[number]
    let handover = handover
    finder.reader.isAbandoned = { !handover.isOpen }
    defer { finder.reader.isAbandoned = nil }
    while handover.isOpen {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < groups.count else { return }
      let group = groups[index]
      finder.deadline.restart()
      finder.source.startQuestion()
      do throws(VideoError) {
        _ = try finder.decodeOnce(group.frames, start: group.start, in: group.table) {
          (frame, decoded) throws(VideoError) in
          defer { finder.deadline.restart() }
          // What may be damaged is left to the video itself.
          let isSound = !decoded.isDamaged && !group.table.precedesLoss(frame: frame)
          let value = isSound ? try self.value(decoded, by: finder) { make(number, index, frame, $0) } : nil
          if !handover.put((index, frame, value)) { throw VideoError("decoding", .abandoned) }
        }
      } catch {
        // After any error the frames are left to the video itself, which meets the same error again.
        if error.fault == .limit(.memory) { finder.closeDecoders(over: -1) }
      }
      _ = handover.put((index, group.start, nil))
    }
  }

  /// The value made from a picture.
  private func value(
    _ decoded: consuming DecodedFrame, by finder: FrameFinder, _ make: (consuming Picture) -> Value?
  ) throws(VideoError) -> Value? {
    guard let picture = try finder.reader.picture(decoded, limits: limits, budget: finder.budget) else { return nil }
    return make(picture)
  }
}
