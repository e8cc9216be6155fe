import Files
import FrameGrabbing
import Memory
import Packing
import Video
import Workers

/// One worker as the broker talks to it: does what its messages ask for, after checking each.
///
/// A worker decodes what nobody has looked at, so nothing that it says is believed: numbers and lengths have to be
/// possible, text is made printable, a picture has to be the one that was told, and a name is made of numbers, and a title
/// that is safe in it, by the broker's own template.
final class WorkerSession {
  /// Why there is no more to hear from a worker.
  enum Fault: Error {
    /// It ended, or closed the connection.
    case lost
    /// It said what makes no sense.
    case nonsense
  }

  /// A job of the worker.
  struct Work {
    let broker: DirectBroker
    let request: GrabRequest
    /// The most frames that may be reported; nil for any number.
    let mostReports: Int?
    /// Whether it prints lines of its own, as a list of frames has them.
    let printsLines: Bool
  }

  private let channel: Channel
  private let memory: MemoryFile
  /// Keeps the indexes of its video; nil if none are kept.
  var indexes: IndexDesk?
  /// How many pictures, reports and rows were taken.
  private(set) var results = 0
  /// The present job; nil between two.
  var work: Work? {
    didSet {
      (published, reports, fileOutcome) = ([], 0, nil)
      counter = work?.broker.outlet.counter
    }
  }
  private let terminal: Terminal
  /// Takes the messages that only a scrubbing session has; nil for none.
  var scrubbing: ((BrokerMessage, inout VarintReader) throws(VarintError) -> Void)?
  /// Takes how much of a file was read, in per cent; nil if that is not shown.
  var reading: ((Int) -> Void)?
  /// The hashes of the names that were published.
  private var published: Set<Int> = []
  private var reports = 0
  /// What became of the one file for all pictures, and how many it has; nil before it is complete.
  private var fileOutcome: (published: Published, count: Int)?
  /// Tells where the pictures of reports are.
  private var counter: RawCounter?

  init(_ channel: Channel, _ memory: MemoryFile, _ terminal: Terminal) {
    (self.channel, self.memory, self.terminal) = (channel, memory, terminal)
  }

  /// Waits for the next message and does what it asks for.
  ///
  /// - Returns: How the job ended, if this was its last message; else nil.
  /// - Throws: `Fault` when the worker is of no more use.
  func answerNext() throws(Fault) -> JobEnd? {
    let message: Channel.Message
    do throws(Channel.Fault) { message = try channel.receive() } catch { throw .lost }
    do throws(VarintError) {
      return try answer(message)
    } catch {
      for file in message.files { Channel.close(file) }
      throw .nonsense
    }
  }

  private func answer(_ message: Channel.Message) throws(VarintError) -> JobEnd? {
    guard message.files.isEmpty else { throw VarintError() }
    var packing = VarintReader(message.bytes)
    guard let kind = BrokerMessage(rawValue: try packing.byte()) else { throw VarintError() }
    switch kind {
    case .line: try say(&packing)
    case .progress: try show(&packing)
    case .loadIndex, .removeIndex, .storeIndex:
      guard let indexes else { throw VarintError() }
      try reply(try indexes.answer(kind, &packing, memory))
    case .timeline, .preview, .runEnd:
      guard let scrubbing else { throw VarintError() }
      try scrubbing(kind, &packing)
      results += 1
    case .end: return try JobEnd(unpacking: &packing)
    case .output, .report, .failure, .drawingQuestion, .drawing, .check, .publish, .begin, .place, .complete:
      guard let work else { throw VarintError() }
      try reply(try answer(kind, &packing, work))
      results += 1
    }
    return nil
  }

  func reply(_ bytes: [UInt8]) throws(VarintError) {
    do throws(Channel.Fault) {
      try channel.send(bytes.isEmpty ? [0] : bytes)
    } catch {
      throw VarintError()
    }
  }

  // MARK: Without an answer

  private func say(_ packing: inout VarintReader) throws(VarintError) {
    guard let level = Terminal.Level(rawValue: Int(clamping: try packing.number())), level > .quiet else {
      throw VarintError()
    }
    terminal.say(printableWords(try packing.text()), from: level)
  }

  private func show(_ packing: inout VarintReader) throws(VarintError) {
    let broker = work?.broker
    switch try packing.byte() {
    case 0: break
    case 1:
      let (done, total) = (Int(clamping: try packing.number()), Int(clamping: try packing.number()))
      guard done <= total, total < 1 << 40 else { throw VarintError() }
      broker?.show(.frames(GrabProgress(done: done, total: total)))
    case 2:
      let percent = Int(min(try packing.number(), 100))
      broker?.show(.reading(percent))
      reading?(percent)
    default: throw VarintError()
    }
  }

  // MARK: With an answer

  private func answer(
    _ kind: BrokerMessage, _ packing: inout VarintReader, _ work: Work
  ) throws(VarintError) -> [UInt8] {
    var answer = VarintWriter()
    switch kind {
    case .output:
      guard work.printsLines else { throw VarintError() }
      let lines = TextCheck.checked(try packing.blob())
      append(work, to: &answer) { () throws(GrabError) in
        try work.broker.write(lines)
        return 0
      }
    case .report: answer.append(work.broker.report(try report(&packing, work)))
    case .failure: answer.append(work.broker.report(try MomentFailure(unpacking: &packing)))
    case .drawingQuestion:
      append(work, to: &answer) { () throws(GrabError) in try work.broker.isDrawingWanted() ? 1 : 0 }
    case .drawing:
      let isNamed = try packing.flag()
      let (svg, failure) = try bytes(&packing)
      guard (try? MemoryRoom.require(svg.count)) != nil else { throw VarintError() }
      let drawing = Array(svg)
      guard drawing.isEmpty || work.broker.accepts(drawing: drawing) else { throw VarintError() }
      append(work, to: &answer) { () throws(GrabError) in
        if failure != 0 { throw Self.noRoom(failure, nil, work) }
        try work.broker.draw(drawing.isEmpty ? nil : drawing, isNamed: isNamed)
        return 0
      }
    case .check: try check(&packing, work, &answer)
    case .begin:
      guard work.broker.outlet.joinsFile, fileOutcome == nil else { throw VarintError() }
      append(work, to: &answer) { () throws(GrabError) in try work.broker.begin() ? 1 : 0 }
    case .place: try place(&packing, work, &answer)
    case .complete: try complete(&packing, work, &answer)
    default: try publish(&packing, work, &answer)
    }
    try packing.finish()
    return answer.bytes
  }

  private func report(_ packing: inout VarintReader, _ work: Work) throws(VarintError) -> FrameReport {
    var report = try FrameReport(unpacking: &packing, input: work.broker.input, path: work.broker.path)
    reports += 1
    if let most = work.mostReports, reports > most { throw VarintError() }
    guard isDone(report.outcome, report.name, work.broker.outlet) else { throw VarintError() }
    counter?.place(&report)
    return report
  }

  /// Whether what a report says was done.
  private func isDone(_ outcome: FrameReport.Outcome, _ name: PictureName?, _ outlet: DirectOutlet) -> Bool {
    switch outcome {
    case .written, .replaced:
      guard outlet.joinsFile else { return published.contains(name.hashValue) }
      guard let fileOutcome, reports <= fileOutcome.count else { return false }
      if case .replaced = outcome { return fileOutcome.published == .replaced }
      return fileOutcome.published == .created
    case .standardOutput: return published.contains(name.hashValue) || reports <= outlet.streamedCount
    default: return true
    }
  }

  private func check(
    _ packing: inout VarintReader, _ work: Work, _ answer: inout VarintWriter
  ) throws(VarintError) {
    let onlyFolders = try packing.flag()
    var names: [PictureName] = []
    for _ in 0..<(try packing.count(ofAtLeast: 1)) { names.append(try PictureName(unpacking: &packing)) }
    for result in work.broker.check(names, onlyFolders: onlyFolders) {
      append(work, to: &answer) { () throws(GrabError) in try result.get() ? 1 : 0 }
    }
  }

  private func publish(
    _ packing: inout VarintReader, _ work: Work, _ answer: inout VarintWriter
  ) throws(VarintError) {
    let shape = try PictureShape(unpacking: &packing)
    let name = try packing.optional { (packing) throws(VarintError) in try PictureName(unpacking: &packing) }
    let (png, failure) = try bytes(&packing)
    guard work.broker.expects(name), name != nil || published.isEmpty else { throw VarintError() }
    // Without bytes, the shared file could not take them.
    guard png.isEmpty || PictureCheck.accepts(png, shape, for: work.broker.outlet) else { throw VarintError() }
    var hasSucceeded = false
    append(work, to: &answer) { () throws(GrabError) in
      guard !png.isEmpty else { throw Self.noRoom(failure, name.flatMap(work.broker.path), work) }
      let done = try png.withUnsafeBytes { (bytes) throws(GrabError) in
        try work.broker.publish(bytes, shape, as: name)
      }
      hasSucceeded = true
      return done.number
    }
    if hasSucceeded { published.insert(name.hashValue) }
  }

  // MARK: One place for all pictures

  private func place(
    _ packing: inout VarintReader, _ work: Work, _ answer: inout VarintWriter
  ) throws(VarintError) {
    let shape = try PictureShape(unpacking: &packing)
    let position = try packing.whole(in: 0...(1 << 40))
    let (picture, failure) = try bytes(&packing)
    guard work.broker.outlet.expects(at: position, most: work.mostReports),
      picture.isEmpty || PictureCheck.accepts(picture, shape, for: work.broker.outlet)
    else { throw VarintError() }
    var common: PictureShape?
    append(work, to: &answer) { () throws(GrabError) in
      guard !picture.isEmpty else { throw Self.noRoom(failure, work.broker.outlet.joinedPath, work) }
      common = try picture.withUnsafeBytes { (bytes) throws(GrabError) in
        try work.broker.place(bytes, shape, at: position)
      }
      return 0
    }
    common?.pack(into: &answer)
  }

  private func complete(
    _ packing: inout VarintReader, _ work: Work, _ answer: inout VarintWriter
  ) throws(VarintError) {
    let count = try packing.whole(in: 0...(1 << 40))
    guard work.broker.outlet.isWhole(count: count) else { throw VarintError() }
    append(work, to: &answer) { () throws(GrabError) in
      let published = try work.broker.complete(count: count)
      fileOutcome = (published, count)
      return published.number
    }
  }

  /// The bytes that the worker put into the shared file before this message, and the error number if it could not.
  func bytes(_ packing: inout VarintReader) throws(VarintError) -> (bytes: SharedBytes, failure: Int32) {
    let count = Int(clamping: try packing.number())
    let bytes = memory.read(count: count)
    memory.empty()
    guard let bytes else { throw VarintError() }
    return (bytes, count == 0 ? Int32(try packing.whole(in: 0...4095)) : 0)
  }

  /// Why a worker could not hand over what it made: a limit of the size of files holds for the output, too.
  private static func noRoom(_ number: Int32, _ path: Path?, _ work: Work) -> GrabError {
    guard FileError.meansTooLarge(number) else {
      return GrabError(work.broker.input, .video(VideoError("handing over", .limit(.memory))))
    }
    let path = path ?? .standardOutput
    return GrabError(path, .output(FileError(path: path, fault: .system(errno: number, operation: .write))))
  }

  /// Appends a number or an error.
  private func append(
    _ work: Work, to answer: inout VarintWriter, _ body: () throws(GrabError) -> UInt8
  ) {
    do throws(GrabError) {
      let number = try body()
      answer.append(false)
      answer.append(byte: number)
    } catch {
      answer.append(true)
      answer.append(error.subject.bytes)
      RelayedError(error, work.request).pack(into: &answer)
    }
  }
}
