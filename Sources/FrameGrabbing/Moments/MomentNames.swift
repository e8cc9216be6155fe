/// The names of moments that a job may put into the names of files: those that it was given, and titles of chapters if it
/// asks for chapters.
public struct MomentNames: Sendable {
  /// Nil for any.
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
