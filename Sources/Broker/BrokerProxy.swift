package import Files
package import FrameGrabbing
import Synchronization
package import Video

/// The broker as a job in a worker sees it: each call becomes a message.
package final class BrokerProxy: JobHost {
  /// The shortest time between two messages about progress: short enough for a progress line.
  private static let pause = Duration.milliseconds(50)
  /// The most bytes of a part of a text.
  private static let longestText = 96 << 10
  /// The most seeks of a message.
  private static let mostSeeks = 64

  private let link: BrokerLink
  private let level: NoteLevel
  /// When progress was last sent, by its kind.
  private let told = Mutex<[UInt8: ContinuousClock.Instant]>([:])
  package let indexes: (any IndexStore)?

  /// - Parameters:
  ///   - level: Which messages are printed.
  ///   - program: The version of the program that keeps indexes; nil if none are kept.
  package init(_ link: BrokerLink, level: NoteLevel, keepingIndexesOf program: String?) {
    (self.link, self.level) = (link, level)
    indexes = program.map { RemoteIndexes(link, program: $0) }
  }

  package func say(_ line: String, from level: NoteLevel) {
    guard self.level >= level else { return }
    link.tell(NoteMessage(line, level))
  }

  package func show(_ progress: JobProgress) {
    let isDue = told.withLock { told in
      let now = ContinuousClock.now
      if let last = told[progress.kind], now - last < Self.pause { return false }
      told[progress.kind] = now
      return true
    }
    if isDue { link.tell(ProgressMessage(progress)) }
  }

  package func report(_ report: FrameReport) -> Bool { link.report(ReportMessage(report)) }

  package func report(_ failure: MomentFailure) -> Bool { link.report(FailureMessage(failure)) }

  package func report(_ finding: Finding) throws(GrabError) {
    var isTaken = true
    switch finding {
    case .description(let text):
      var rest = text[...]
      while !rest.isEmpty {
        // The broker checks text line by line.
        let part = rest.count <= Self.longestText ? rest : rest.prefix(Self.longestText).wholeLines
        rest = rest.dropFirst(part.count)
        _ = try link.ask(FindingMessage(.description(Array(part)))).get()
      }
    case .seeks(let records):
      for start in stride(from: 0, to: records.count, by: Self.mostSeeks) {
        _ = try link.ask(FindingMessage(.seeks(Array(records[start...].prefix(Self.mostSeeks))))).get()
      }
    case .summary: _ = try link.ask(FindingMessage(finding)).get()
    case .timeline(let timeline):
      isTaken = timeline.packed.withUnsafeBytes { link.ask(TimelineMessage(), with: $0) }
    case .thumbnail(let thumbnail, let frame):
      isTaken = thumbnail.png.withUnsafeBytes { link.ask(ThumbnailMessage(thumbnail, frame: frame), with: $0) }
    }
    guard isTaken else { throw GrabError("", .video(VideoError("handing over what was found", .limit(.memory)))) }
  }

  /// Sends a picture for the scrubbing screen: red, green and blue, 8 bits each.
  package func preview(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int, of frame: Int?) {
    _ = link.ask(PreviewMessage(of: frame, width: width, height: height), with: pixels)
  }

  // MARK: Pictures

  package func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>] {
    guard !names.isEmpty else { return [] }
    let results = link.ask(CheckMessage(names, onlyFolders: onlyFolders))
    // One result for each name, whatever the broker's answer is.
    return names.indices.map { results.indices.contains($0) ? results[$0] : .success(false) }
  }

  package func publish(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published {
    try link.ask(PublishMessage(shape, as: name), with: picture).get()
  }

  package func begin(_ sheets: SheetOrder?) throws(GrabError) -> Bool {
    guard let sheets else { return try link.ask(BeginMessage()).get() }
    return try sheets.packed.withUnsafeBytes { link.ask(BeginMessage(), with: $0) }.get()
  }

  package func placePicture(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape {
    try link.ask(PlaceMessage(shape, at: position), with: picture).get()
  }

  package func complete(count: Int) throws(GrabError) -> Published {
    try link.ask(CompleteMessage(count: count)).get()
  }
}

extension ArraySlice<UInt8> {
  /// Its beginning up to the last line feed; all of it if there is none.
  fileprivate var wholeLines: ArraySlice<UInt8> {
    lastIndex(of: 0x0A).map { self[...$0] } ?? self
  }
}
