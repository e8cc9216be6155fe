import Timeline

/// The reach of the damage in a picture: frames outside do not depend on it.
public struct DamageReach: Hashable, Sendable {
  /// A frame at which the reach ends.
  public struct Edge: Hashable, Sendable {
    /// The frame index, 0-based; nil in a stretch whose position in the file is unknown.
    public let index: Int?
    /// When the frame starts, in seconds that select it again.
    public let time: String
  }

  /// The first frame that may be damaged.
  public let first: Edge
  /// The first frame after it that is certainly not damaged; nil if none is known.
  public let next: Edge?

  /// Finds the keyframes around a picture; `order` has, for each frame in presentation order, its position in the file.
  init?(around frame: Int, order: [Int], isStart: (Int) -> Bool, in table: FrameTable, isMain: Bool) {
    guard order.indices.contains(frame), order.count == table.count else { return nil }
    let own = order[frame]
    var first = frame
    while first > 0, !(isStart(order[first]) && order[first] <= own) { first -= 1 }
    // Pictures that precede their keyframe on screen, but follow it in the file, may depend on it.
    let start = order[first]
    while first > 0, order[first - 1] > start { first -= 1 }
    let next = (frame + 1..<max(frame + 1, order.count)).first { isStart(order[$0]) && order[$0] > own }
    func edge(_ frame: Int) -> Edge? {
      table.printedTime(ofFrame: frame).map { Edge(index: isMain ? frame : nil, time: $0) }
    }
    guard let firstEdge = edge(first) else { return nil }
    self.first = firstEdge
    self.next = next.flatMap(edge)
    // A stretch whose place is unknown may begin at 0, before which there is no frame, and ends anywhere.
    startsAtFirstFrame = first == 0 && (isMain || table.time(ofFrame: 0) == .zero)
    endsWithFile = isMain && table.isComplete && self.next == nil
  }

  private let startsAtFirstFrame: Bool
  private let endsWithFile: Bool
}

extension DamageReach: CustomStringConvertible {
  /// Which frames do not depend on the damage, in plain words.
  public var description: String {
    let before = startsAtFirstFrame ? nil : "before \(Self.words(first))"
    let behind = next.map { "from \(Self.words($0)) on" }
    let parts = [before, behind].compactMap { $0 }
    if parts.isEmpty {
      return endsWithFile && startsAtFirstFrame ? "every frame may depend on it" : "the frames around it may, too"
    }
    return "frames \(parts.joined(separator: " and ")) do not depend on it"
  }

  private static func words(_ edge: Edge) -> String {
    "\(edge.time) s" + (edge.index.map { " (frame \($0))" } ?? "")
  }
}
