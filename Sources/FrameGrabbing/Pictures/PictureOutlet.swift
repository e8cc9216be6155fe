public import Files

/// What writes pictures: this process (`DirectOutlet`), or one that may open files for a process that may not.
///
/// Several threads may call it at once.
public protocol PictureOutlet: Sendable {
  /// For each picture whether its file may be written; false for a file that exists and is left as it is.
  ///
  /// - Parameter onlyFolders: Whether a file that exists does not matter.
  func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>]

  /// Publishes a complete PNG; nothing is visible before, and a failure leaves what was there.
  ///
  /// - Parameters:
  ///   - png: The bytes of the file.
  ///   - shape: What its header says.
  ///   - name: What its name is made of; nil for standard output.
  func publish(
    _ png: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published
}

/// Writes pictures to files and standard output.
public struct DirectOutlet: PictureOutlet {
  private let names: FrameName?
  private let options: GrabOptions
  private let inputs: [FileIdentity]

  /// Prepares the outputs of one video.
  ///
  /// - Parameters:
  ///   - options: Which outputs, and how they are made.
  ///   - input: The name of the video, which is a part of default names.
  ///   - inputs: Files that are never overwritten.
  public init(_ options: GrabOptions, input: Path, inputs: [FileIdentity]) {
    if case .files(let template) = options.destination {
      names = FrameName(template, video: input)
    } else {
      names = nil
    }
    self.options = options
    self.inputs = inputs + options.otherInputs
  }

  /// Whether pictures of such a name are written at all; nil is standard output.
  public func expects(_ name: PictureName?) -> Bool {
    guard !options.isDryRun else { return false }
    switch options.destination {
    case .files: return name != nil
    case .standardOutput: return name == nil
    case .nowhere: return false
    }
  }

  /// The file of a picture; nil if pictures go elsewhere.
  public func path(of name: PictureName) -> Path? { names?.path(of: name) }

  /// For each picture whether its file may be written.
  public func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>] {
    let inputs = onlyFolders ? [] : inputs
    return names.map { name in
      guard let path = path(of: name) else { return .success(true) }
      do throws(FileError) {
        let folder = Output(path: path, policy: .overwrite, makesFolders: options.makesFolders)
        return .success(try (onlyFolders ? folder : Output(path, options)).check(notInputs: inputs))
      } catch {
        return .failure(GrabError(path, .output(error)))
      }
    }
  }

  /// Publishes a complete PNG.
  public func publish(
    _ png: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published {
    guard let path = name.flatMap(path) else {
      try blaming(.standardOutput, GrabError.Fault.output) { () throws(FileError) in try writeStandardOutput(png) }
      return .created
    }
    let inputs = inputs
    return try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try Output(path, options).publish(png, notInputs: inputs)
    }
  }
}
