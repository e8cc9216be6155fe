public import Timeline

/// What is there of a file that is cut off, and where a moment in the rest would be.
public struct CutOffPart: Hashable, Sendable, CustomStringConvertible {
  /// The index of the last frame that is there.
  public let lastFrame: Int
  /// When it ends, in seconds from t = 0, and when the whole would.
  private let end: Rational?
  private let wholeEnd: Rational?
  /// A moment by time, and the index of its frame, if it is known.
  private let moment: String?
  /// The frame before the moment, if it is not the last one: another may have followed it.
  private let before: Int?

  /// What is there of a timeline.
  ///
  /// - Parameters:
  ///   - timeline: All frames that the file lists.
  ///   - lastFrame: The index of the last one that is there.
  ///   - asked: The text of a moment by time, and the index of its frame; nil if that is not known, or says nothing new.
  ///   - time: A moment in seconds from t = 0 at which a frame is missing; nil if it is behind the last one.
  public init(
    _ timeline: FrameTable, lastFrame: Int, asked: (text: String, index: Int)? = nil, lacking time: Rational? = nil
  ) {
    self.lastFrame = lastFrame
    let before = time.flatMap { try? timeline.frameIndex(onScreenAt: $0, bounds: .clamp) }
    self.before = before.flatMap { $0 < lastFrame ? $0 : nil }
    let end = timeline.interval(ofFrame: lastFrame)?.end
    self.end = end
    wholeEnd = (timeline.isComplete ? timeline.end : nil).flatMap { whole in
      end.map { whole > $0 } == true ? whole : nil
    }
    moment = asked.map { "\($0.text) is frame \($0.index)" }
  }

  /// Such as `is cut off after frame 112: 3.767 s of 20 s are there; 50% is frame 300`, or `lacks a picture behind frame
  /// 110, and is cut off after frame 112: …`.
  public var description: String {
    let whole = wholeEnd.map { " of \(Self.seconds($0)) s" } ?? ""
    let part = end.map { ": \(Self.seconds($0)) s\(whole) are there" }
    let lack = before.map { "lacks a picture behind frame \($0), and " } ?? ""
    return lack + "is cut off after frame \(lastFrame)" + (part ?? "") + (moment.map { "; " + $0 } ?? "")
  }

  private static func seconds(_ time: Rational) -> String {
    // An end that is rounded up would be past itself when it is typed.
    let text = time.decimal(fractionDigits: 3, roundingUp: false)
    guard text.contains(".") else { return text }
    let digits = text.reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }
}
