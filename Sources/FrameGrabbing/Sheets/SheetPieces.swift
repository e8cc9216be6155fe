import Timeline

extension SheetPlan {
  /// Gives each frame of these moments a cell.
  ///
  /// - Throws: `GrabError` for sheets that are too large. Nil without any cell.
  init?(
    _ sheet: SheetOptions, _ options: GrabOptions, _ shown: ShownPicture, of moments: [Moment], _ found: FoundFrames,
    _ plan: GrabPlan
  ) throws(GrabError) {
    var pieces: (starts: [Rational?], end: Rational, statedEnd: Rational?)?
    if sheet.hasIndex {
      guard found.sets.contains(where: { (try? $0.get()) != nil }) else { return nil }
      let (end, stated) = try plan.lastEnd(of: found)
      var starts: [Rational?] = []
      for (moment, set) in zip(moments, found.sets) {
        switch set {
        case .failure: starts.append(nil)
        case .success(let frames):
          for position in 0..<frames.count {
            starts.append(plan.pieceStart(position, in: frames, of: moment, before: end))
          }
        }
      }
      guard starts.contains(where: { $0 != nil }) else { return nil }
      pieces = (starts, end, stated)
    }
    let (count, own) = (found.count, pieces)
    let made = try blaming(plan.lookup.path, GrabError.Fault.tooLarge) { () throws(PictureTooLarge) in
      try SheetPlan(sheet, options, shown, count: count, pieces: own)
    }
    guard let made else { return nil }
    self = made
  }
}
