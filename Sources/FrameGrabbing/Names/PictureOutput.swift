public import Files

extension Output {
  /// The output of a picture.
  init(_ path: Path, _ options: OutputOptions) {
    self.init(
      path: path, policy: options.policies[path] ?? options.policy, makesFolders: options.makesFolders,
      syncs: options.syncs, isForeign: options.isNameForeign)
  }
}

extension GrabOptions {
  /// The one output of a moment with one frame, or of all pictures together, if its name does not depend on the content
  /// of the video; else nil.
  public func knownOutput(of moments: [Moment], input: Path) -> Path? {
    guard let names = FrameName(self, video: input) else { return nil }
    if joinsPictures { return names.index ?? names.path(of: PictureName()) }
    return moments.count == 1 ? names.path(of: moments[0], options: self) : nil
  }

  /// The folder of all pictures, if it does not depend on the content of the video; else nil.
  public func knownFolder(input: Path) -> Path? {
    guard case .files(let template) = output.destination else { return nil }
    return FrameName(template, video: input).folder
  }

  /// The known output of some moments, if it exists and the options keep it; else nil.
  ///
  /// - Parameters:
  ///   - moments: What to grab: only a single moment with one frame, or pictures in one file, have a known output.
  ///   - input: The name of the video.
  /// - Throws: `GrabError` for a name that cannot be an output.
  public func presentOutput(of moments: [Moment], input: Path) throws(GrabError) -> Path? {
    guard output.policy == .skip, !isDryRun, !wantsHash, pixels.sheet == nil,
      let path = knownOutput(of: moments, input: input)
    else {
      return nil
    }
    let video = (try? InputFile(opening: input))?.identity
    let inputs = [video].compactMap { $0 } + output.otherInputs
    return try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try Output(path, output).check(notInputs: inputs) ? nil : path
    }
  }
}
