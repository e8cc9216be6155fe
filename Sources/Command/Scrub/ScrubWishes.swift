import Workers

/// The wishes that a worker has received; newer sizes and runs replace older ones.
final class ScrubWishes {
  private let channel: Channel
  private var waiting: [ScrubWish] = []
  /// Whether the broker is gone or wants no more.
  private(set) var isOver = false

  init(_ channel: Channel) {
    self.channel = channel
  }

  /// The next wish; waits for it. nil when nothing more is wanted.
  func next() -> ScrubWish? {
    collect()
    while waiting.isEmpty, !isOver {
      receiveWish()
      collect()
    }
    guard !waiting.isEmpty else { return nil }
    let wish = waiting.removeFirst()
    return wish == .leave ? nil : wish
  }

  /// The next wish that has arrived; nil for none, or if nothing more is wanted (`isOver`).
  func take() -> ScrubWish? {
    guard isWaiting, !waiting.isEmpty else { return nil }
    let wish = waiting.removeFirst()
    if wish == .leave { isOver = true }
    return wish == .leave ? nil : wish
  }

  /// Whether a wish is there, or nothing more is wanted.
  var isWaiting: Bool {
    collect()
    return isOver || !waiting.isEmpty
  }

  /// The last frame that a run must reach now; nil if it must end.
  func end(ofRun number: Int, to last: Int) -> Int? {
    collect()
    var last = last
    var rest: [ScrubWish] = []
    var isAbandoned = isOver
    for wish in waiting {
      switch wish {
      case .redirect(number, let to): last = to
      case .redirect: break
      case .abandon(number): isAbandoned = true
      case .abandon: break
      case .leave:
        isAbandoned = true
        rest.append(wish)
      default: rest.append(wish)
      }
    }
    waiting = rest
    return isAbandoned ? nil : last
  }

  /// Whether a run must end; called between packets.
  func abandons(run number: Int) -> Bool {
    collect()
    return isOver || waiting.contains { $0 == .abandon(number: number) || $0 == .leave }
  }

  /// Takes the newest size, if there is one.
  func takeBox() -> ScrubWish.Box? {
    collect()
    var newest: ScrubWish.Box?
    waiting.removeAll { wish in
      guard case .box(let box) = wish else { return false }
      newest = box
      return true
    }
    return newest
  }

  /// Takes the frame to save, if there is one.
  func takeSave() -> Int? {
    for (place, wish) in waiting.enumerated() {
      guard case .save(let frame) = wish else { continue }
      waiting.remove(at: place)
      return frame
    }
    return nil
  }

  /// Receives the wishes that have arrived, without waiting.
  private func collect() {
    while !isOver, Readiness.await([channel.descriptor], atMost: 0)[0] { receiveWish() }
  }

  private func receiveWish() {
    guard let message = try? channel.receive(), message.files.isEmpty,
      let wish = try? ScrubWish(unpacking: message.bytes)
    else {
      isOver = true
      return
    }
    waiting.append(wish)
  }
}
