import Files
import FrameGrabbing
import Packing
import Synchronization
import Video
import Workers

/// The broker as a job in a worker sees it: each request becomes a message.
final class BrokerProxy: Broker {
  /// How often the broker is told that the job goes on: often enough for a progress line.
  private static let pause = Duration.milliseconds(50)

  private let link: BrokerLink
  private let level: Terminal.Level
  /// When the broker was last told, by kind of progress.
  private let told = Mutex<[UInt8: ContinuousClock.Instant]>([:])
  let indexes: (any IndexStore)?

  /// - Parameters:
  ///   - level: The messages that people want.
  ///   - keepsIndexes: Whether the broker keeps the indexes of the video.
  init(_ link: BrokerLink, level: Terminal.Level, keepsIndexes: Bool) {
    (self.link, self.level) = (link, level)
    indexes = keepsIndexes ? RemoteIndexes(link) : nil
  }

  func say(_ line: String, from level: Terminal.Level) {
    guard self.level >= level else { return }
    link.tell(.line) {
      $0.append(count: level.rawValue)
      $0.append(String(line.prefix(4000)))
    }
  }

  func show(_ progress: JobProgress) {
    let isDue = told.withLock { told in
      let now = ContinuousClock.now
      if let last = told[progress.kind], now - last < Self.pause { return false }
      told[progress.kind] = now
      return true
    }
    guard isDue else { return }
    link.tell(.progress) {
      $0.append(byte: progress.kind)
      switch progress {
      case .alive: break
      case .frames(let progress):
        $0.append(count: progress.done)
        $0.append(count: progress.total)
      case .reading(let percent): $0.append(count: percent)
      }
    }
  }

  /// Standard output gets as much as a message holds at a time.
  func write(_ bytes: [UInt8]) throws(GrabError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The broker checks text line by line.
      let part = rest.count <= Self.most ? rest : rest.prefix(Self.most).wholeLines
      rest = rest.dropFirst(part.count)
      _ = try link.ask(.output, { $0.append(Array(part)) }, Self.result).get()
    }
  }

  private static let most = 96 << 10

  func report(_ report: FrameReport) -> Bool {
    link.ask(.report, { report.pack(into: &$0) }) { (answer, _) throws(VarintError) in try answer.flag() }
  }

  func report(_ failure: MomentFailure) -> Bool {
    link.ask(.failure, { failure.pack(into: &$0) }) { (answer, _) throws(VarintError) in try answer.flag() }
  }

  func isDrawingWanted() throws(GrabError) -> Bool {
    try link.ask(.drawingQuestion, { _ in }, Self.result).get() != 0
  }

  func draw(_ svg: [UInt8]?, isNamed: Bool) throws(GrabError) {
    let result = (svg ?? []).withUnsafeBytes { bytes in
      link.ask(.drawing, with: bytes, { $0.append(isNamed) }, Self.result)
    }
    _ = try result.get()
  }

  func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>] {
    guard !names.isEmpty else { return [] }
    return link.ask(
      .check,
      {
        $0.append(onlyFolders)
        $0.append(count: names.count)
        for name in names { name.pack(into: &$0) }
      },
      { (answer, _) throws(VarintError) in
        var results: [Result<Bool, GrabError>] = []
        for _ in names { results.append(try Self.result(&answer).map { $0 != 0 }) }
        return results
      })
  }

  func publish(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published {
    let number = try link.ask(
      .publish, with: picture,
      {
        shape.pack(into: &$0)
        $0.append(name) { $1.pack(into: &$0) }
      }, Self.result
    ).get()
    return Published(number)
  }

  func begin() throws(GrabError) -> Bool {
    try link.ask(.begin, { _ in }, Self.result).get() != 0
  }

  func place(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape {
    let answer: Result<PictureShape, GrabError> = link.ask(
      .place, with: picture,
      {
        shape.pack(into: &$0)
        $0.append(signed: Int64(position))
      },
      { (answer, _) throws(VarintError) in
        switch try Self.result(&answer) {
        case .success: .success(try PictureShape(unpacking: &answer))
        case .failure(let error): .failure(error)
        }
      })
    return try answer.get()
  }

  func complete(count: Int) throws(GrabError) -> Published {
    Published(try link.ask(.complete, { $0.append(signed: Int64(count)) }, Self.result).get())
  }

  /// A number, or an error of the broker's.
  private static func result(
    _ answer: inout VarintReader, _: MemoryFile? = nil
  ) throws(VarintError) -> Result<UInt8, GrabError> {
    guard try answer.flag() else { return .success(try answer.byte()) }
    let path = Path(bytes: try answer.blob())
    return .failure(GrabError(path, .relayed(try RelayedError(unpacking: &answer))))
  }
}

extension Published {
  /// The number of it in an answer.
  var number: UInt8 {
    switch self {
    case .created: 0
    case .replaced: 1
    case .skipped: 2
    }
  }

  fileprivate init(_ number: UInt8) {
    self = number == 1 ? .replaced : number == 2 ? .skipped : .created
  }
}
