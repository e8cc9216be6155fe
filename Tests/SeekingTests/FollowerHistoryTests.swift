import Seeking
import TestSupport
import Testing

/// Random hands, decoders and screens: what holds for every history.
struct FollowerHistoryTests {
  static let histories = 20_000

  @Test func `in every history pictures only come nearer, and at last the wanted frame stands`() {
    var faults: [String] = []
    var runs = 0
    for seed in 0..<UInt64(Self.histories) where faults.count < 10 {
      var numbers = SeededNumbers(seed: seed)
      var history = Self.history(&numbers, isDamaged: false)
      let last = Int(numbers.next() % 40)
      history.want(last)
      if !history.settle(steps: 400) || !history.follower.isExact { faults.append("seed \(seed): not settled") }
      faults += history.faults.map { fault in "seed \(seed): \(fault)" }
      runs += history.runs
    }
    #expect(faults == [])
    #expect(runs > Self.histories)
  }

  @Test func `in every history with damage it ends, and tries nothing again by itself`() {
    var faults: [String] = []
    for seed in 0..<UInt64(Self.histories / 4) where faults.count < 10 {
      var numbers = SeededNumbers(seed: seed)
      var history = Self.history(&numbers, isDamaged: true)
      history.want(Int(numbers.next() % 40))
      if !history.settle(steps: 400) { faults.append("seed \(seed): not settled") }
      history.rest()
      if !history.settle(steps: 2_000) { faults.append("seed \(seed): filling goes on") }
      faults += history.faults.map { fault in "seed \(seed): \(fault)" }
    }
    #expect(faults == [])
  }

  @Test func `in every history filling ends, with as much kept as it may be`() {
    var faults: [String] = []
    for seed in 0..<UInt64(Self.histories / 4) where faults.count < 10 {
      var numbers = SeededNumbers(seed: seed)
      let keyframes = Self.keyframes(&numbers, frameCount: 40)
      let capacity = 1 + Int(numbers.next() % 45)
      var history = FollowedHistory(frameCount: 40, keyframes: keyframes, capacity: capacity)
      for _ in 0..<(1 + numbers.next() % 3) {
        history.want(Int(numbers.next() % 40))
        if !history.settle(steps: 400) { faults.append("seed \(seed): not settled") }
        history.rest()
        if numbers.next() % 4 > 0, !history.settle(steps: 2_000) { faults.append("seed \(seed): filling goes on") }
      }
      if !history.settle(steps: 2_000) { faults.append("seed \(seed): filling goes on") }
      faults += history.faults.map { fault in "seed \(seed): \(fault)" }
      let unfilled = Self.unfilled(history, keyframes: keyframes, capacity: capacity)
      if !unfilled.isEmpty { faults.append("seed \(seed): \(unfilled) could be kept") }
    }
    #expect(faults == [])
  }

  /// A hand that moves at random, mostly a little, over 40 frames, while decoder and screen work at random.
  private static func history(_ numbers: inout SeededNumbers, isDamaged: Bool) -> FollowedHistory {
    let keyframes = keyframes(&numbers, frameCount: 40)
    var history = FollowedHistory(frameCount: 40, keyframes: keyframes, capacity: 1 + Int(numbers.next() % 45))
    if isDamaged {
      for _ in 0..<(numbers.next() % 4) { history.decoder.damaged.insert(Int(numbers.next() % 40)) }
      for _ in 0..<(numbers.next() % 4) { history.decoder.missing.insert(Int(numbers.next() % 40)) }
    }
    // Some hands are fast and some decoders are, so that every order of events comes up.
    let (handSpeed, decoderSpeed) = (1 + numbers.next() % 8, 1 + numbers.next() % 16)
    var frame = Int(numbers.next() % 40)
    for _ in 0..<(10 + numbers.next() % 50) {
      history.pass(Int64(numbers.next() % 15_000))
      let draw = numbers.next() % 32
      if draw < handSpeed {
        frame = numbers.next() % 4 == 0 ? Int(numbers.next() % 44) - 2 : frame + Int(numbers.next() % 7) - 3
        history.want(frame)
        frame = history.follower.wanted
      } else if draw < 8 + decoderSpeed {
        history.decoder.step()
      } else if draw < 28 {
        history.deliver()
      } else if draw < 30 {
        history.draw()
      } else if draw == 30 {
        history.wake()
      } else if numbers.next() % 8 == 0 {
        history.reset(frameCount: 40, keyframes: Self.keyframes(&numbers, frameCount: 40))
      } else {
        history.rest()
      }
    }
    return history
  }

  private static func keyframes(_ numbers: inout SeededNumbers, frameCount: Int) -> [Int] {
    let spacing = 1 + numbers.next() % 20
    return (0..<frameCount).filter { _ in numbers.next() % spacing == 0 }
  }

  /// Frames that filling should have kept: of the wanted frame's group and the next one those that are nearer than
  /// one that is kept, and while there is room also all keyframes.
  private static func unfilled(_ history: FollowedHistory, keyframes: [Int], capacity: Int) -> [Int] {
    let (wanted, kept) = (history.follower.wanted, history.kept)
    let group = history.group(of: wanted)
    let next = keyframes.first { $0 > wanted }
    let near = (0..<40).filter { history.group(of: $0) == group || history.group(of: $0) == next }
    guard kept.count == capacity else { return (near + [0] + keyframes).filter { !kept.contains($0) } }
    let farthest = kept.map { abs($0 - wanted) }.max() ?? 0
    return near.filter { !kept.contains($0) && abs($0 - wanted) < farthest }
  }
}
