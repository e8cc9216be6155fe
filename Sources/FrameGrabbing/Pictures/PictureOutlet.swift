import Color
public import Files

/// Writes pictures: this process (`DirectOutlet`), or one that may open files on behalf of a process that may not.
///
/// Several threads may call it at once.
public protocol PictureOutlet: Sendable {
  /// Whether each picture's file may be written; false for a file that exists and is kept.
  ///
  /// - Parameters:
  ///   - names: The parts of the pictures' names.
  ///   - onlyFolders: Whether existing files do not matter.
  func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>]

  /// Publishes a complete PNG, or the samples of a raw picture with a file of its own; nothing is visible before, and a
  /// failure leaves what was there.
  ///
  /// - Parameters:
  ///   - picture: The bytes.
  ///   - shape: What its header says.
  ///   - name: The parts of its name; nil for standard output.
  func publish(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published

  /// Opens the one file for all raw pictures of a run, or all sheets, emptied if it was open; false if it exists and is
  /// kept.
  ///
  /// - Parameter sheets: The sheets; nil for one file.
  func begin(_ sheets: SheetOrder?) throws(GrabError) -> Bool

  /// Writes a raw picture to that file, to standard output after the last one, or into its cell.
  ///
  /// - Parameters:
  ///   - picture: The bytes.
  ///   - shape: What they are.
  ///   - position: Its number among all pictures of the run, 0 and up.
  /// - Returns: The shape that all pictures have; a picture with another shape is not written.
  func placePicture(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape

  /// Gives that file, with this many pictures, or the sheets, with this many cells, their names.
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
    record: PublishedFiles = PublishedFiles(of: nil),
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

  /// Whether pictures with such a name are expected; nil is standard output.
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
        if !onlyFolders { try record.check(output) }
        guard try output.check(notInputs: inputs) else { return .success(false) }
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

  /// Remembers the folder if it is the cause of a failure.
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

  /// The size of a raw picture of this shape in bytes; nil if no raw picture, or none of this shape, is expected.
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

  /// The most bytes of a picture of this shape; nil if no such picture is expected.
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
  /// Whether a joint output takes a picture at this position now; `most` are expected in all, nil for any number.
  public func expects(at position: Int, most: Int?) -> Bool {
    if let sheets { return sheets.expects(position) }
    guard let joined, position < most ?? .max else { return false }
    return joined.isOpen(most: most)
  }
  /// Whether the joint file has this many pictures without a gap, or the sheets have this many cells.
  public func isWhole(count: Int) -> Bool { sheets?.isWhole(count) ?? joined?.isWhole(count) ?? false }
  /// Whether there is one file for all pictures, or sheets.
  public var joinsFile: Bool { sheets != nil || joined != nil && options.joinsFile }
  /// Whether sheets of this order are expected: with pieces of the timeline if there is an index; nil is no sheets.
  public func expects(_ order: SheetOrder?) -> Bool {
    guard let sheet = options.pixels.sheet else { return order == nil }
    return order.map { $0.borders.count == (sheet.hasIndex ? $0.count + 1 : 0) } ?? false
  }
  /// Whether pictures are tiles of sheets.
  public var makesSheets: Bool { sheets != nil }
  /// The sheets and how they were published; nil before that, and without sheets.
  public var sheetFiles: SheetFiles? { sheets?.files }
  /// Adds to a report the place of its tile, or of its picture in an answer.
  public func addPlace(to report: inout FrameReport) {
    sheetFiles?.addPlace(to: &report)
    answerPictures?.addPlace(to: &report)
  }
  /// The file for all pictures; nil for standard output, and if there is none.
  public var joinedPath: Path? { joinsFile ? names?.index ?? names?.path(of: PictureName()) : nil }
  /// How many raw pictures went to standard output.
  public var streamedCount: Int { joined?.streamedCount ?? 0 }
  /// A counter that adds the places of raw pictures to reports.
  public var counter: RawCounter { RawCounter(options) }
}
