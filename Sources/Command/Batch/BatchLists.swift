import FrameGrabbing

extension BatchSettings {
  /// Reads the lists of moments that the command line names.
  ///
  /// - Throws: `GrabError` for one that cannot be read, or is none.
  mutating func readLists() throws(GrabError) {
    let inputs = Inputs(request: service.base)
    for case .list(let path) in service.base.asked.items { service.lists[path] = try inputs.readList(path) }
    if !service.lists.isEmpty { _ = try Inputs(request: service.base, lists: service.lists).readMoments(nil) }
  }

  /// What makes the lines on standard output.
  var reporter: Reporter {
    Reporter(terminal: service.terminal, printsJSON: printsJSON, pathEnd: pathEnd, namesVideos: !source.isOneVideo)
  }

  /// Whether something is printed for each frame: not if results or a summary are printed instead.
  var printsFrames: Bool { !printsResults && !(printsJSON && results != nil) }

  /// Whether the run writes files, so that it goes on when standard output is closed.
  var writesFiles: Bool {
    let options = service.base.options
    return !options.isDryRun
      && (results != nil || !source.needsMoments || !options.wantsHash || service.base.names != nil)
  }
}
