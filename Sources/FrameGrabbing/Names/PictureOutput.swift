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
  /// The output of a moment with one frame, or of all moments if there is one file for all, if nothing in the video is
  /// needed to name it; else nil.
  public func knownOutput(of moments: [Moment], input: Path) -> Path? {
    guard let names = FrameName(self, video: input) else { return nil }
    if joinsPictures { return names.index ?? names.path(of: PictureName()) }
    return moments.count == 1 ? names.path(of: moments[0], options: self) : nil
  }

  /// The folder of all pictures, if nothing in the video is needed to name it; else nil.
  public func knownFolder(input: Path) -> Path? {
    guard case .files(let template) = output.destination else { return nil }
    return FrameName(template, video: input).folder
  }

  /// The output of a moment, or of all of them if there is one file for all, if its name is known before the video is
  /// opened, a file has it, and the options say that such a one is left as it is; else nil.
  ///
  /// - Parameters:
  ///   - moments: What to grab: only a single moment with a single frame has such a name, or all together.
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
