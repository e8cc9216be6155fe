import CFFmpeg
import Files
import Synchronization
import Threading

/// Decoders of one video that work side by side, each with a place of its own in the file.
///
/// Frames are dealt out by keyframe: whatever needs the same start is one worker's, and each decodes with one thread. What
/// is strange in any way (damage, a picture that does not come, one that refutes the packets) is left to the video itself,
/// which decides about it as it does without workers; so the pictures are the same with any number of them.
final class DecodeWorkers {
  /// Frames of one table of which all are decoded from the same packet on.
  struct Group {
    let start: Int
    let frames: [Int]
    let table: PacketTable

    /// How many packets it takes to decode them.
    var cost: Int { (frames.map { table.presentationOrder[$0] }.max() ?? start) - start + 1 }
  }

  private let finders: [FrameFinder]
  private let limits: Limits

  /// Opens the video as often as there are to be workers, or fewer times; nil when it cannot be opened again at all.
  init?(_ count: Int, of finder: FrameFinder, source: ByteSource, limits: Limits) {
    var finders: [FrameFinder] = []
    while finders.count < count, let file = try? source.file.duplicate() {
      let own = ByteSource(
        file: file, limits: limits, deadline: Deadline(nanoseconds: source.deadline.allowance))
      guard
        let reader = try? PacketReader(
          own, stream: finder.reader.streamIndex, isProbed: finder.reader.isProbed, limits: limits)
      else { break }
      finders.append(FrameFinder(reader, source: own, limits: limits))
    }
    guard !finders.isEmpty else { return nil }
    self.finders = finders
    self.limits = limits
  }

  var count: Int { finders.count }

  /// Decodes groups side by side.
  ///
  /// - Parameters:
  ///   - make: Makes something of a picture, on one of the threads: it is told the numbers of the thread and of the group,
  ///     and the frame; nil leaves the frame.
  ///   - take: Takes what was made of a group's frame, on this thread, in the order in which it came; false ends the work.
  func decode<Value: Sendable>(
    _ groups: [Group], _ make: @Sendable (Int, Int, Int, consuming Picture) -> Value?,
    take: (Int, Int, Value) -> Bool
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
          let values = handover.take()
          if values.isEmpty { return }
          for made in values where !take(made.group, made.frame, made.value) { return handover.close() }
        }
      }
    }
  }
}

/// One round of the workers: what there is to do, and where it goes.
///
/// The finders are not to be shared, and are not: each thread has its own.
private final class Round<Value: Sendable>: @unchecked Sendable {
  let handover: BoundedQueue<(group: Int, frame: Int, value: Value)>
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

  /// Takes group after group until none is left or no more are wanted.
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
      do throws(VideoError) {
        _ = try finder.decodeOnce(group.frames, start: group.start, in: group.table) {
          (frame, decoded) throws(VideoError) in
          defer { finder.deadline.restart() }
          guard !decoded.isDamaged, let picture = try finder.reader.picture(decoded, limits: self.limits),
            let value = make(number, index, frame, picture)
          else { return }
          if !handover.put((index, frame, value)) { throw VideoError("decoding", .abandoned) }
        }
      } catch {
        // Whatever it is, the frames are left, and the video itself finds it out again.
      }
    }
  }
}
