import Files
import FrameGrabbing
import Packing
import Seeking
import Timeline

/// What the broker has received and done for a job: a worker's messages are checked against this, and only what is
/// counted here is success.
struct JobAccount {
  /// A picture that was published.
  private struct Publication {
    let shape: PictureShape
    let published: Published
  }

  /// The most bytes of a description: 1000 streams and as many chapters, with names of 4096 bytes, each of which may
  /// take six in JSON.
  static let longestDescription = 128 << 20
  /// How often pictures may be published on average: again only if decoding changes the timeline, which happens a few
  /// times.
  private static let mostTries = 4
  /// How often a timeline may be sent, for the same reason.
  private static let mostTimelines = 16
  /// The most small pictures of a drawing, which may be made several times.
  private static let mostThumbnails = (8 + 32) * 9

  private let bounds: JobBounds
  private let outlet: DirectOutlet
  /// How many pictures, reports and findings were received.
  private(set) var results = 0
  /// The published pictures, by the hashes of their files.
  private var publications: [Int: Publication] = [:]
  private var tries = 0
  /// The hashes of files that exist and are kept.
  private var left: Set<Int> = []
  private var reports = 0
  private var failures = 0
  /// Whether the broker has told the worker to stop.
  private(set) var isStopped = false
  /// How the one file for all pictures was published, how many pictures it has, and their shape.
  private var file: (published: Published, count: Int)?
  private var isFileLeft = false
  private var commonShape: PictureShape?
  /// Adds the places of pictures to reports.
  private var counter: RawCounter
  private var descriptionBytes = 0
  private var timelines = 0
  private var frameCount: Int?
  private var seeks = 0
  private var isSummed = false
  private var thumbnails = 0

  init(_ bounds: JobBounds, _ outlet: DirectOutlet) {
    (self.bounds, self.outlet, counter) = (bounds, outlet, outlet.counter)
  }

  /// Counts a result.
  mutating func count() { results &+= 1 }

  /// Notes that the worker was told to stop.
  mutating func stop() { isStopped = true }

  // MARK: Names and pictures

  /// The hash of a picture's file, or of its name where it has none: different names may mean one file.
  private func key(of name: PictureName?) -> Int {
    name.flatMap(outlet.path)?.hashValue ?? name.hashValue
  }

  /// Makes sure that the job may use a name.
  func check(_ name: PictureName) throws(VarintError) {
    guard bounds.names.allow(name) else { throw VarintError() }
  }

  /// Notes a file that exists and is kept.
  mutating func leave(_ name: PictureName) {
    if left.count < bounds.mostFrames { left.insert(key(of: name)) }
  }

  /// Checks that one more picture of this name may be published, and counts it.
  mutating func checkPublication(_ name: PictureName?) throws(VarintError) {
    if let name { try check(name) }
    let isKnown = publications[key(of: name)] != nil
    guard outlet.expects(name), isKnown ? name != nil : publications.count < bounds.mostFrames else {
      throw VarintError()
    }
    try countTry()
  }

  private mutating func countTry() throws(VarintError) {
    tries += 1
    guard tries / Self.mostTries <= bounds.mostFrames else { throw VarintError() }
  }

  /// Notes a picture.
  mutating func publish(_ name: PictureName?, _ shape: PictureShape, _ published: Published) {
    publications[key(of: name)] = Publication(shape: shape, published: published)
    count()
  }

  // MARK: One place for all pictures

  /// Makes sure that the one file may be opened now.
  mutating func checkBegin() throws(VarintError) {
    guard outlet.joinsFile, file == nil else { throw VarintError() }
    try countTry()
    (commonShape, isFileLeft) = (nil, false)
  }

  mutating func leaveFile() { isFileLeft = true }

  /// Makes sure that a picture may be written at this position.
  mutating func checkPlace(_ position: Int) throws(VarintError) {
    guard outlet.expects(at: position, most: bounds.mostFrames) else { throw VarintError() }
    try countTry()
  }

  mutating func notePicture(of common: PictureShape) {
    commonShape = common
    count()
  }

  mutating func complete(_ published: Published, count: Int) {
    file = (published, count)
    self.count()
  }

  // MARK: Reports

  /// Makes sure that a report agrees with what was done, and counts it.
  mutating func check(_ report: FrameReport) throws(VarintError) {
    reports += 1
    guard reports + failures <= bounds.mostFrames, report.name.map(bounds.names.allow) ?? true, isTrue(report) else {
      throw VarintError()
    }
    count()
  }

  private func isTrue(_ report: FrameReport) -> Bool {
    if outlet.makesSheets { return isTrue(tile: report) }
    let publication = publications[key(of: report.name)]
    switch report.outcome {
    case .written, .replaced:
      let isNew = if case .written = report.outcome { true } else { false }
      if outlet.joinsFile {
        guard let file, reports <= file.count, report.shape == commonShape else { return false }
        return file.published == (isNew ? .created : .replaced)
      }
      return publication.map { $0.published == (isNew ? .created : .replaced) && $0.shape == report.shape } ?? false
    case .standardOutput:
      guard report.name == nil else { return false }
      if let publication { return publication.shape == report.shape }
      return reports <= outlet.streamedCount && report.shape == commonShape
    case .skipped:
      // All reports are about the one file.
      if outlet.joinsFile { return isFileLeft || !left.isEmpty || file?.published == .skipped }
      return left.contains(key(of: report.name)) || publication?.published == .skipped
    case .planned: return bounds.isDryRun
    case .examined: return bounds.isOnlyExamined
    }
  }

  /// The same for a tile; how its sheet was published is not the worker's to say.
  private func isTrue(tile report: FrameReport) -> Bool {
    switch report.outcome {
    case .written, .replaced, .standardOutput: file != nil
    case .skipped: isFileLeft || file != nil
    case .planned: bounds.isDryRun
    case .examined: false
    }
  }

  /// Adds the place of its picture to a report.
  mutating func addPlace(to report: inout FrameReport) { counter.addPlace(to: &report) }

  /// Counts a failed moment.
  mutating func takeFailure() throws(VarintError) {
    failures += 1
    guard reports + failures <= max(bounds.mostFrames, 1) else { throw VarintError() }
    count()
  }

  // MARK: Findings

  /// Makes sure that a finding was asked for and is possible, and counts it.
  mutating func check(_ finding: Finding) throws(VarintError) {
    switch finding {
    case .description(let text):
      descriptionBytes += text.count
      guard bounds.shows.contains(.description), descriptionBytes <= Self.longestDescription else {
        throw VarintError()
      }
    case .seeks(let records):
      guard bounds.shows.contains(.seeks), let frameCount, !isSummed else { throw VarintError() }
      for record in records {
        // Seeks must come in order, to frames that exist.
        guard record.number == seeks, record.target < frameCount, record.issuedAt <= record.endedAt else {
          throw VarintError()
        }
        seeks += 1
      }
    case .summary(let summary):
      guard bounds.shows.contains(.seeks), !isSummed, summary.seeks == seeks else { throw VarintError() }
      isSummed = true
    case .timeline, .thumbnail: throw VarintError()
    }
    count()
  }

  /// Makes sure that a timeline may be sent.
  func checkTimeline() throws(VarintError) {
    guard bounds.shows.contains(.timeline), timelines < Self.mostTimelines else { throw VarintError() }
  }

  /// The most frames of a timeline: a frame takes at least one byte of the video, and 10 million packets are the limit.
  var mostFramesListed: Int { min(Int(clamping: bounds.byteCount), 10_000_000) }

  /// The most bytes of a packed timeline: four numbers and a byte a frame, and the facts of the video.
  var mostTimelineBytes: Int { mostFramesListed * (4 * VarintWriter.mostBytes + 1) + 1 << 16 }

  /// Counts a timeline.
  mutating func count(_ timeline: PackedTimeline) {
    timelines += 1
    frameCount = timeline.table.count
    count()
  }

  /// Makes sure that a small picture of a frame may be sent, and counts it.
  mutating func checkThumbnail(_ frame: Int) throws(VarintError) {
    thumbnails += 1
    guard bounds.shows.contains(.thumbnails), thumbnails <= Self.mostThumbnails, let frameCount, frame < frameCount
    else { throw VarintError() }
    count()
  }

  // MARK: The end

  /// Makes sure that a job which ends without an error has sent everything that was asked for.
  func check(_ end: JobEnd) throws(VarintError) {
    guard end.failure == nil, !isStopped else { return }
    if bounds.shows.contains(.description), descriptionBytes == 0 { throw VarintError() }
    if bounds.shows.contains(.timeline), timelines == 0 { throw VarintError() }
    if bounds.shows.contains(.seeks) {
      guard isSummed else { throw VarintError() }
      return
    }
    guard bounds.mostFrames > 0, !(bounds.stopsAtFailure && failures > 0) else { return }
    let isWhole = bounds.moments.map { $0 == reports + failures } ?? (reports + failures > 0)
    guard isWhole else { throw VarintError() }
  }
}
