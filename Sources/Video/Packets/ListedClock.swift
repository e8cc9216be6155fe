/// The decode timestamps of packets of which those behind each are known, too: a clock that starts anew is told from a
/// stray timestamp, and starts at the first packet that was joined, even within a group of pictures.
struct ListedClock<Decodes: RandomAccessCollection<Int64?>> where Decodes.Index == Int {
  private let decodes: Decodes
  /// Ticks by which a timestamp must fall or rise to start anew (`DecodeClock`).
  private let jump: (back: Int64, forward: Int64)
  private var clock = DecodeClock()
  private var joints = GroupJoints()

  /// The latest decode timestamp.
  var last: Int64? { clock.last }

  /// - Parameter jump: see `DecodeClock.startsAnew`.
  init(_ decodes: Decodes, jump: (back: Int64, forward: Int64)) { (self.decodes, self.jump) = (decodes, jump) }

  /// Takes the next packet; returns whether the clock starts anew at it.
  ///
  /// - Parameters:
  ///   - presentation: when its picture is shown.
  ///   - isStart: whether decoding may start at it.
  ///   - duration: how long its picture lasts; 0 if that is not known.
  mutating func startsAnew(at number: Int, shown presentation: Int64?, isStart: Bool, lasting duration: Int64) -> Bool {
    let goesOn = goesOnBelow(number)
    let isJoint =
      joints.begin(at: decodes[number], isStart: isStart, lasting: duration) && jump.forward < .max && goesOn
    guard goesOn || !isStray(number) else { return false }
    if isJoint { clock = DecodeClock() }
    let startsAnew = clock.startsAnew(at: decodes[number], shown: presentation, isStart: isStart, jump: jump)
    return startsAnew || isJoint
  }

  /// Whether a packet's decode timestamp alone is far from those around it, which go on from each other: it is damaged.
  private func isStray(_ number: Int) -> Bool {
    func goesOn(from first: Int64, to next: Int64) -> Bool {
      let (step, overflows) = next.subtractingReportingOverflow(first)
      return !overflows && -jump.back...jump.forward ~= step
    }
    guard number > 0, number + 1 < decodes.count, let own = decodes[number], let before = decodes[number - 1],
      !goesOn(from: before, to: own)
    else { return false }
    return decodes[number + 1].map { goesOn(from: before, to: $0) } ?? false
  }

  /// Whether two packets behind one with a fallen timestamp go on from it, below the one before it: a stray timestamp is
  /// alone.
  private func goesOnBelow(_ number: Int) -> Bool {
    guard let before = clock.last, number + 2 < decodes.count, let own = decodes[number],
      let next = decodes[number + 1], let third = decodes[number + 2]
    else { return false }
    return own < next && next < third && third < before
  }
}
