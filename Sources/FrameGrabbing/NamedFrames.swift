import Files
import Timeline
import Video

/// The frames that a run was asked for: where each of them is, and how its output is called.
///
/// They are looked up again when the timeline changes.
struct NamedFrames {
  let moments: [Moment]
  let input: Path
  private let video: VideoFile
  private let options: GrabOptions
  /// The size and shape of the video's pictures, if they become tiles.
  private let shown: ShownPicture?
  /// Whether moments are looked up by seeking; false once a picture is missing.
  private var looksAround = true
  private(set) var plan: GrabPlan
  private(set) var found: FoundFrames
  /// The sheets; nil if there are none.
  private(set) var sheets: SheetPlan?
  private var name: FrameName?
  /// Names that several requests share.
  private(set) var sharedNames: Set<Path> = []
  /// The frames that replace blank pictures.
  private(set) var moves: [AskedFrame: BlankMove] = [:]

  /// Finds the frames and names them.
  ///
  /// - Throws: `GrabError` for errors that make the whole call invalid.
  init(
    _ moments: [Moment], _ video: VideoFile, input: Path, options: GrabOptions, shown: ShownPicture?
  ) throws(GrabError) {
    (self.video, self.input, self.options, self.shown) = (video, input, options, shown)
    let moments = try Moment.withChapters(moments, of: video, path: input)
    self.moments = moments
    (plan, found) = Self.resolve(moments, video, input, options, looksAround: looksAround)
    name = FrameName(options, video: input)
    if case .nowhere = options.output.destination { name = FrameName(.standard, video: input, tellsMoment: true) }
    try nameAll()
  }

  /// Looks all of them up again, on a timeline that has changed or on the whole one.
  ///
  /// - Parameter inWhole: Whether to use the timeline from the first frame on from now on.
  mutating func lookUpAgain(inWhole: Bool) throws(GrabError) {
    if inWhole { looksAround = false }
    moves = [:]
    (plan, found) = Self.resolve(moments, video, input, options, looksAround: looksAround)
    try nameAll()
  }

  /// Resolves the moments to frames of one timeline: if resolving one of them changes the timeline, all are resolved
  /// again.
  private static func resolve(
    _ moments: [Moment], _ video: VideoFile, _ input: Path, _ options: GrabOptions, looksAround: Bool
  ) -> (GrabPlan, FoundFrames) {
    video.settled {
      let plan = GrabPlan(video, path: input, options: options, looksAround: looksAround)
      return (plan, plan.resolve(moments))
    }
  }

  /// Decodes another frame for a request whose own is blank.
  mutating func replace(_ request: AskedFrame, by move: BlankMove) { moves[request] = move }

  // MARK: One frame

  /// All facts about a frame, with its name.
  func frame(_ request: AskedFrame) throws(GrabError) -> PlannedFrame {
    guard moments.indices.contains(request.moment) else { throw GrabError(input, .moment(.outOfRange, asked: "")) }
    let (moment, frames) = (moments[request.moment], try found.sets[request.moment].get())
    var frame = try plan.frame(request.position, in: frames, of: moment)
    if case .count(let asked) = moment.kind { frame.count = (frames.count, asked) }
    frame.position = number(request)
    if let sheets, let tile = sheets.place(frame.position) {
      (frame.tile, frame.position, frame.sheet) = (tile, tile.cell, tile.cell / sheets.grid.capacity + 1)
    }
    frame.name = name?.name(of: frame)
    if case .files = options.output.destination { frame.output = frame.name.flatMap { name?.path(of: $0) } }
    // A replacement keeps the name of the moment's own frame, since names are made before anything is decoded.
    if options.choice.skipsBlank != nil { frame.skip(moves[request]) }
    return frame
  }

  /// The number of a request among all.
  func number(_ request: AskedFrame) -> Int { found.starts[request.moment] + request.position }

  /// The frame that is decoded for a request; nil if it cannot be found.
  func reference(_ request: AskedFrame) -> FrameReference? {
    moves[request]?.frame.map { $0.part.reference(to: $0.place) } ?? found.reference(request)
  }

  /// Why a frame cannot be found.
  func fault(_ request: AskedFrame) -> GrabError {
    do throws(GrabError) {
      return plan.fault(.outOfRange, try frame(request).asked)
    } catch {
      return error.asked(moments[request.moment].text)
    }
  }

  // MARK: Names

  /// The one file for all pictures.
  var file: Path? { name?.path(of: PictureName()) }

  /// Whether a sheet was wanted and there is none, since it has no tiles.
  var lacksSheets: Bool { options.pixels.sheet != nil && shown != nil && sheets == nil }

  /// Makes sure that every frame has a name of its own.
  private mutating func nameAll() throws(GrabError) {
    if let sheet = options.pixels.sheet, let shown {
      sheets = try SheetPlan(sheet, options, shown, of: moments, found, plan)
      if let grid = sheets?.grid, grid.sheets > 1, options.names?.uses(.sheet) != true {
        throw GrabError(
          file ?? .standardOutput,
          .severalSheets(grid.sheets, columns: grid.columns, rows: grid.rows, tiles: grid.count))
      }
    }
    if case .standardOutput = options.output.destination, !options.joinsPictures, found.pictureCount > 1 {
      throw GrabError(.standardOutput, .severalToStandardOutput(count: found.pictureCount))
    }
    try AnswerPictures.check(found.pictureCount, of: video, input: input, options)
    guard var name else { return }
    if name.usesTimes {
      var times: [Rational] = []
      try found.forEach { request, _ throws(GrabError) in
        let frame = try frame(request)
        if frame.isByTime, let time = frame.namingTime { times.append(time) }
      }
      name.distinguish(times)
      self.name = name
    }
    if options.joinsPictures { return }
    var clashes = NameClashes()
    try found.forEach { request, _ throws(GrabError) in
      if let output = try frame(request).output { clashes.note(output, of: request) }
    }
    sharedNames = try clashes.shared(frame)
  }
}
