/// The names that a job's moments may put into file names: those that it was given, or any if it asks for chapters,
/// whose titles come from the video.
public struct MomentNames: Sendable {
  /// The allowed names; nil for any.
  private let names: Set<SafeName>?

  /// The names of these moments.
  public init(_ moments: [Moment]) {
    var names: Set<SafeName> = []
    for moment in moments {
      switch moment.kind {
      case .chapters:
        self.names = nil
        return
      case .times(let list):
        for number in 0..<list.count {
          if let name = list.name(number).flatMap({ SafeName($0) }) { names.insert(name) }
        }
      default: break
      }
      if let name = moment.name.flatMap({ SafeName($0) }) { names.insert(name) }
    }
    self.names = names
  }

  /// Whether a name may be one of the job's.
  public func allow(_ name: PictureName) -> Bool {
    guard let names, let moment = name.moment else { return true }
    return names.contains(moment)
  }
}
