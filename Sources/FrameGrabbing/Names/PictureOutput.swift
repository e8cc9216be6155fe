public import Files

extension Output {
  /// The output of a picture.
  init(_ path: Path, _ options: GrabOptions) {
    self.init(
      path: path, policy: options.policy, makesFolders: options.makesFolders, syncs: options.syncs,
      isForeign: options.isNameForeign)
  }
}

extension GrabOptions {
  /// The output of a moment, or of all of them if there is one file for all, if its name is known before the video is
  /// opened, a file has it, and the options say that such a one is left as it is; else nil.
  ///
  /// - Parameters:
  ///   - moments: What to grab: only a single moment with a single frame has such a name, or all together.
  ///   - input: The name of the video.
  /// - Throws: `GrabError` for a name that cannot be an output.
  public func presentOutput(of moments: [Moment], input: Path) throws(GrabError) -> Path? {
    guard policy == .skip, !isDryRun, !wantsHash, case .files(let template) = destination else { return nil }
    let names = FrameName(template, video: input)
    let single = moments.count == 1 ? names.path(of: moments[0], options: self) : nil
    guard let path = joinsPictures ? names.path(of: PictureName()) : single else { return nil }
    let video = (try? InputFile(opening: input))?.identity
    let inputs = [video].compactMap { $0 } + otherInputs
    return try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try Output(path, self).check(notInputs: inputs) ? nil : path
    }
  }
}
