import Color
public import Files

/// What writes pictures: this process (`DirectOutlet`), or one that may open files for a process that may not.
///
/// Several threads may call it at once.
public protocol PictureOutlet: Sendable {
  /// For each picture whether its file may be written; false for a file that exists and is left as it is.
  ///
  /// - Parameters:
  ///   - names: What the names of the pictures are made of.
  ///   - onlyFolders: Whether a file that exists does not matter.
  func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>]

  /// Publishes a complete PNG, or the samples of a raw picture with a file of its own; nothing is visible before, and a
  /// failure leaves what was there.
  ///
  /// - Parameters:
  ///   - picture: The bytes.
  ///   - shape: What its header says.
  ///   - name: What its name is made of; nil for standard output.
  func publish(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published

  /// Opens the one file for all raw pictures of a run, or all sheets, again if it was open; false when it exists and is
  /// left as it is.
  ///
  /// - Parameter sheets: The sheets; nil for one file.
  func begin(_ sheets: SheetOrder?) throws(GrabError) -> Bool

  /// Puts a raw picture into that file, on standard output behind the last one, or into its cell.
  ///
  /// - Parameters:
  ///   - picture: The bytes.
  ///   - shape: What they are.
  ///   - position: Its number among all pictures of the run, 0 and up.
  /// - Returns: The shape that all of them have; if this one has another, it is not taken.
  func placePicture(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape

  /// Gives that file, which has so many pictures now, or all sheets, with so many cells, their names.
  func complete(count: Int) throws(GrabError) -> Published
}

/// Writes pictures to files and standard output, or keeps them for an answer.
public struct DirectOutlet: PictureOutlet {
  private let names: FrameName?
  private let options: GrabOptions
  private let inputs: [FileIdentity]
  private let joined: JoinedPictures?
  private let sheets: SheetPictures?
  private let record: PublishedFiles
  private let faults: FolderFaults
  /// The pictures of an answer; nil if they go elsewhere.
  public let answerPictures: AnswerPictures?

  /// Prepares the outputs of one video.
  ///
  /// - Parameters:
  ///   - options: Which outputs, and how they are made.
  ///   - input: The name of the video, which is a part of default names.
  ///   - inputs: Files that are never overwritten.
  ///   - record: Where it is noted which files were written.
  ///   - faults: Where it is noted which folders take no files.
  public init(
    _ options: GrabOptions, input: Path, inputs: [FileIdentity],
    record: PublishedFiles = PublishedFiles(of: WrittenFiles()),
    faults: FolderFaults = FolderFaults()
  ) {
    (self.record, self.faults) = (record, faults)
    answerPictures = AnswerPictures(options, input: input)
    names = FrameName(options, video: input)
    self.options = options
    self.inputs = inputs + options.output.otherInputs
    sheets = options.pixels.sheet.map {
      SheetPictures(
        $0, options, names: FrameName(options, video: input), notInputs: inputs + options.output.otherInputs,
        record)
    }
    joined =
      if let raw = options.pixels.raw, options.joinsPictures, !options.isDryRun, options.pixels.sheet == nil {
        JoinedPictures(
          raw, to: names.map { Output($0.path(of: PictureName()), options.output) },
          notInputs: inputs + options.output.otherInputs, record)
      } else {
        nil
      }
  }

  /// Whether pictures of such a name are written at all; nil is standard output.
  public func expects(_ name: PictureName?) -> Bool {
    guard !options.isDryRun, !options.joinsPictures else { return false }
    switch options.output.destination {
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
    guard answerPictures == nil else { return names.map { _ in .success(true) } }
    return names.map { name in
      guard let path = path(of: name) else { return .success(true) }
      do throws(FileError) {
        let folder = Output(path: path, policy: .overwrite, makesFolders: options.output.makesFolders)
        let output = onlyFolders ? folder : Output(path, options.output)
        guard try output.check(notInputs: inputs) else { return .success(false) }
        try record.check(output)
        // One that another run has written may be there already.
        if output.policy.alwaysWrites { try faults.check(output) }
        return .success(true)
      } catch {
        faults.note(error)
        return .failure(GrabError(path, .output(error)))
      }
    }
  }

  /// Publishes a complete PNG.
  public func publish(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published {
    guard let path = name.flatMap(path) else {
      try blaming(.standardOutput, GrabError.Fault.output) { () throws(FileError) in try writeStandardOutput(picture) }
      return .created
    }
    if let answerPictures, let name {
      try answerPictures.store(picture, shape, as: name)
      return .created
    }
    let header = options.pixels.raw?.header(count: 1, width: shape.width, height: shape.height) ?? []
    let (inputs, output) = (inputs, Output(path, options.output))
    return try noting { () throws(FileError) in
      if let fault = faults.fault(of: path.parent) { throw FileError(path: path, fault: fault) }
      return try record.publish(output) { () throws(FileError) in
        guard !header.isEmpty else { return try output.publish(picture, notInputs: inputs) }
        guard var file = try GrowingOutput.open(output, notInputs: inputs) else { return .skipped }
        try header.withUnsafeBufferPointer { (header) throws(FileError) in
          try file.write(UnsafeRawBufferPointer(header), at: 0)
        }
        try file.write(picture, at: Int64(header.count))
        return try file.publish()
      }
    }
  }

  // MARK: One place for all pictures

  /// Opens the one file for all raw pictures of the run, or all sheets.
  public func begin(_ order: SheetOrder?) throws(GrabError) -> Bool {
    if let sheets, let order { return try sheets.begin(order) }
    return try joined?.begin() ?? false
  }

  /// Notes a fault of a folder.
  private func noting<Result>(_ body: () throws(FileError) -> Result) throws(GrabError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      faults.note(error)
      throw GrabError(error.path, .output(error))
    }
  }

  /// Puts a raw picture into that file, on standard output or into its cell.
  public func placePicture(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape {
    try sheets?.place(picture, shape, at: position)
    return try joined?.placePicture(picture, shape, at: position) ?? shape
  }

  /// Gives that file its name, or all sheets and their index.
  public func complete(count: Int) throws(GrabError) -> Published {
    if let sheets { return try sheets.complete() }
    return try joined?.complete() ?? .skipped
  }

  // MARK: What to expect

  /// How many bytes a picture of this shape has, if it is to be a raw one and may have this shape; nil if not.
  public func rawByteCount(of shape: PictureShape) -> Int? {
    guard let raw = options.pixels.raw, shape.bitDepth == raw.bitDepth.rawValue else { return nil }
    if let sheets {
      guard sheets.accepts(shape) else { return nil }
    } else if case .size(let width, let height) = options.pixels.sizing.request {
      let isWithin = shape.width <= width && shape.height <= height
      let isEqual = shape.width == width && shape.height == height
      guard options.pixels.sizing.fit == .inside ? isWithin : isEqual else { return nil }
    }
    return raw.byteCount(width: shape.width, height: shape.height)
  }

  /// The most bytes that a picture of this shape may have; nil if it may not have this shape.
  ///
  /// A PNG has four samples a pixel at most, and its compressed rows are hardly ever longer than they were.
  public func mostBytes(of shape: PictureShape) -> Int? {
    if isRaw { return rawByteCount(of: shape) }
    let (row, overflowsRow) = shape.width.multipliedReportingOverflow(by: 4 * (shape.bitDepth / 8))
    let (bytes, overflows) = shape.height.multipliedReportingOverflow(by: row &+ 1)
    let (sum, overflowsSum) = bytes.addingReportingOverflow(1 << 20)
    return overflowsRow || row == .max || overflows || overflowsSum ? nil : sum
  }

  /// Whether pictures are raw ones.
  public var isRaw: Bool { options.pixels.raw != nil }
  /// Whether all pictures go to one place that takes one now, at this position; `most` are expected, nil for any number.
  public func expects(at position: Int, most: Int?) -> Bool {
    if let sheets { return sheets.expects(position) }
    guard let joined, position < most ?? .max else { return false }
    return joined.isOpen(most: most)
  }
  /// Whether there is one file for all pictures, and it has so many of them, without a gap, or sheets with so many cells.
  public func isWhole(count: Int) -> Bool { sheets?.isWhole(count) ?? joined?.isWhole(count) ?? false }
  /// Whether there is one file for all pictures, or sheets.
  public var joinsFile: Bool { sheets != nil || joined != nil && options.joinsFile }
  /// Whether sheets may be like this: with pieces of the timeline if there is an index; nil where there are none.
  public func expects(_ order: SheetOrder?) -> Bool {
    guard let sheet = options.pixels.sheet else { return order == nil }
    return order.map { $0.borders.count == (sheet.hasIndex ? $0.count + 1 : 0) } ?? false
  }
  /// Whether pictures are tiles of sheets.
  public var makesSheets: Bool { sheets != nil }
  /// What became of the sheets; nil as long as nothing did, and without sheets.
  public var sheetFiles: SheetFiles? { sheets?.files }
  /// Adds to a report on a tile, or on a picture of an answer, where it is.
  public func addPlace(to report: inout FrameReport) {
    sheetFiles?.addPlace(to: &report)
    answerPictures?.addPlace(to: &report)
  }
  /// The file for all pictures; nil for standard output, and if there is none.
  public var joinedPath: Path? { joinsFile ? names?.index ?? names?.path(of: PictureName()) : nil }
  /// How many raw pictures went to standard output.
  public var streamedCount: Int { joined?.streamedCount ?? 0 }
  /// What tells where the pictures of reports are.
  public var counter: RawCounter { RawCounter(options) }
}
