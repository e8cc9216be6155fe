import CFFmpeg
import Files
import Memory
import Synchronization
import Timeline

/// The bytes of one open file, read by position for FFmpeg, which never gets the file's name.
///
/// Every byte passes through it, so it also stops a read that exceeds the time limit or is no longer wanted; `stop`
/// says which it was.
final class ByteSource {
  let file: InputFile
  /// The size that FFmpeg sees: a cut-off file is extended with zeros up to the end of its container's index, so that
  /// every packet of the index is read, with its times.
  private(set) var size: Int64
  /// The end of what FFmpeg sees of the file, if it does not see all (`leaveOutCutBoxes`).
  private var shownSize: Int64?
  private var position: Int64 = 0
  private var bytesSincePacket: Int64 = 0
  /// Bytes read so far; bytes read twice count twice.
  private(set) var bytesRead: Int64 = 0
  /// The same, including bytes that were read without the demuxer.
  private(set) var bytesFetched: Int64 = 0
  /// The same for all sources of this process.
  private static let fetched = Atomic<Int64>(0)
  static var bytesFetchedByAll: Int64 { fetched.load(ordering: .relaxed) }
  private let allowedGap: Int64
  /// Bytes that opening and probing may read; at least the allowed gap.
  private let allowedOpening: Int64
  private var isOpening = true
  /// Bytes of the next read while the file is opened: few after a seek, since the headers of fragments are small and
  /// far apart, doubled by each read.
  private var readAhead = Int.max
  private let allowedAllocation: Int64
  private let allowedStreams: Int
  /// How many allocations had been refused when the present question began.
  private var refusals = MemoryRoom.refusals
  let deadline: Deadline
  /// The part of the file that was read while something is looked for; nil while pictures are decoded, when only the
  /// next picture is progress.
  private var progress: ReadingProgress?
  /// Receives that part in per cent, whenever more was read.
  var onProgress: ((Int) -> Void)?
  /// Ranges of which only the packets' sizes and times are wanted, in file order: reads there succeed without reading
  /// anything.
  var unreadRanges: [Range<Int64>] = []
  /// Tracks of sound that are hidden from FFmpeg (`hideTables`).
  private(set) var hidden: [MovieBoxes.SoundTrack] = []
  /// What is lost of a transport stream's videos.
  private var losses: TransportLosses?
  /// What FFmpeg sees in place of tables of still pictures that are in another order.
  private var itemOrder: ItemOrder?
  /// Whether FFmpeg applies edit lists sample by sample, which copies the whole index.
  private(set) var appliesEdits = true
  /// What is kept of the file while it is opened.
  var held = HeldBytes()
  /// FFmpeg's log about this file.
  let log = FileLog()
  /// Why reading was stopped; nil while it continues.
  private(set) var stop: VideoError.Fault?
  /// Whether reading failed, so that everything found since is uncertain.
  var hasFailed: Bool { if case .file = stop { true } else { false } }

  init(file: consuming InputFile, limits: Limits, deadline: Deadline) {
    self.file = file
    size = self.file.size
    allowedGap = limits.bytesWithoutPacket
    allowedOpening = max(limits.bytesWithoutPacket, limits.probeBytes)
    allowedAllocation = Int64(clamping: limits.allocation)
    allowedStreams = Int(clamping: limits.streams)
    self.deadline = deadline
  }

  /// Starts a search: from here on, each new part of the file that is read is progress.
  ///
  /// - Parameter goesOn: whether it continues the last search, so that parts read before do not count again.
  func startSearch(goesOn: Bool = false) {
    if !goesOn || progress == nil { progress = ReadingProgress(fileSize: file.size) }
  }

  /// Ends the search: from here on, only pictures are progress, and tables are not needed.
  func endSearch() {
    progress = nil
    held.drop()
  }

  /// Notes that the container is open and probed: from here on, bytes without packets count against the limit.
  func noteOpened() {
    isOpening = false
    bytesSincePacket = 0
  }

  /// Notes a packet of the chosen stream: restarts the count of bytes without packets.
  func notePacket() { bytesSincePacket = 0 }

  /// Whether an ISO base media file has encrypted fragments: FFmpeg does not mark their packets, and its decoders may
  /// make pictures of them. Which of the samples are encrypted is not looked up.
  func isEncrypted(_ container: Container) -> Bool { container.hasIndexFirst && hasEncryptedFragments }

  /// Looked up once, however often the file is opened.
  private lazy var hasEncryptedFragments = hasFragments && MovieBoxes.isEncrypted(reading: bytes(at:count:))
  /// Whether fragments describe some of the samples of an ISO base media file; looked up once, too.
  private(set) lazy var hasFragments = MovieBoxes(reading: bytes(at:count:)).hasFragments

  /// Whether a page of Ogg is the last one of its stream, by its flags (RFC 3533, 6).
  func isLastPage(at position: Int64) -> Bool {
    let head = bytes(at: position, count: 6)
    return head.count == 6 && head.starts(with: "OggS".utf8) && head[5] & 4 != 0
  }

  /// Spares FFmpeg tables of an ISO base media file that cost as much as those of the pictures and do not matter: an
  /// edit list that only moves all pictures, and the sound, whose tracks are shown to it as free space.
  ///
  /// - Parameters:
  ///   - keepsSound: whether the streams of sound are wanted, too.
  ///   - keepsSoundEdits: whether edit lists of sound that is not hidden must be applied to each sample.
  func hideTables(keepsSound: Bool, keepsSoundEdits: Bool = true) {
    spareNothing()
    guard TablePlaces.areUsual(reading: bytes(at:count:), size: fileSize) else { return }
    let sound = MovieBoxes.soundTracks(reading: bytes(at:count:), size: fileSize, atMost: allowedStreams)
    if !keepsSound { hidden = sound }
    let left = keepsSoundEdits ? hidden : sound
    appliesEdits = !PlainEdits.areAll(reading: bytes(at:count:), size: fileSize, without: left)
  }

  /// Spares the same tables as another source of the file.
  func spare(like other: ByteSource) { (hidden, appliesEdits) = (other.hidden, other.appliesEdits) }

  /// Spares nothing.
  func spareNothing() { (hidden, appliesEdits) = ([], true) }

  /// Whether anything is spared.
  var hidesTables: Bool { !hidden.isEmpty || !appliesEdits }

  /// Marks whether bytes are missing of a packet of a transport stream, as far as that is known.
  func mark(_ packet: borrowing Packet, ofStream identifier: Int32) {
    let isLast = position >= size
    if let isBroken = losses?.isBroken(at: packet.pointer.pointee.pos, of: Int(identifier), isLast: isLast) {
      packet.mark(asBroken: isBroken)
    }
  }

  /// The number of a stream in the file, by its number for FFmpeg.
  func number(ofStream index: Int) -> Int {
    hidden.reduce(index) { number, track in track.number <= number ? number + 1 : number }
  }

  /// Replaces the bytes of the file from a place on, as far as they were read.
  private static func replace(
    from place: Int64, by bytes: some Sequence<UInt8>, in buffer: Slice<UnsafeMutableRawBufferPointer>,
    from position: Int64
  ) {
    for (place, byte) in zip(place..., bytes) {
      let offset = place - position
      if offset >= 0, offset < Int64(buffer.count) { buffer.base[buffer.startIndex + Int(offset)] = byte }
    }
  }

  /// Goes back to the first byte, for a new demuxer.
  func rewind() {
    (position, readAhead) = (0, .max)
    size = shownSize ?? file.size
    bytesSincePacket = 0
    isOpening = true
  }

  /// Some bytes of the file itself; fewer at its end, none if it cannot be read. The reading position does not change.
  func bytes(at position: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let buffer = UnsafeMutableRawBufferPointer(buffer)
      filled = held.copyAll(from: position, into: buffer) ?? (try? fetch(at: position, into: buffer)) ?? 0
    }
  }

  /// The segment of a Matroska file, if its size is known.
  func matroskaSegment() -> MatroskaSegment? {
    MatroskaSegment(bytes(at: 0, count: MatroskaSegment.headSize))
  }

  /// Checks the end of the file.
  var tail: ContainerTail { ContainerTail(reading: bytes(at:count:), size: fileSize) }

  /// The real size of the file in bytes.
  var fileSize: Int64 { file.size }

  /// Whether it is extended with zeros.
  var isPadded: Bool { size > file.size }

  /// Extends the file with zeros, for a container whose index reaches beyond its end.
  func pad(to size: Int64) { self.size = max(size, self.size) }

  /// Ends the padding with zeros.
  func endPadding() { size = shownSize ?? file.size }

  /// Hides the incomplete boxes at the end of a fragmented ISO base media file, with which FFmpeg would not open it; false
  /// if there are none, or if they are hidden already.
  func leaveOutCutBoxes() -> Bool {
    guard shownSize == nil, hasFragments,
      let boxes = FragmentBoxes(reading: bytes(at:count:), size: fileSize), let cut = boxes.cut, !cut.isData
    else { return false }
    shownSize = cut.start
    return true
  }

  /// Starts a question about the file: memory that was refused earlier does not concern its answer.
  func startQuestion() { refusals = MemoryRoom.refusals }

  /// Throws if memory was refused since the question began.
  ///
  /// Demuxers often take a packet that does not fit into memory for a damaged one, or for the end, and decoders leave out
  /// what they have no memory for.
  func checkMemory(_ operation: String) throws(VideoError) {
    guard MemoryRoom.refusals == refusals else { throw VideoError(operation, .limit(.memory)) }
  }

  /// Answers a question about the file.
  ///
  /// - Throws: the memory limit if any memory was refused meanwhile, even if there is an answer, and on a failure if
  ///   one allocation may be too small for a packet.
  func answering<Result: ~Copyable>(
    _ operation: String, _ body: () throws(VideoError) -> Result
  ) throws(VideoError) -> Result {
    startQuestion()
    do throws(VideoError) {
      let result = try body()
      if let stop, hasFailed { throw VideoError(operation, stop) }
      try checkMemory(operation)
      return result
    } catch {
      switch error.fault {
      case .limit, .abandoned, .file: throw error
      case _ where hasFailed: throw VideoError(error.operation, stop ?? error.fault)
      case .library, .missingPicture, .noFrames, .noIndex, .noInitialSegment, .noSegments, .noVideoStream,
        .refusedByDecoder, .unknownFormat:
        guard allowedAllocation >= min(fileSize, Self.largePacket) else {
          throw VideoError(error.operation, .limit(.memory))
        }
      default: break
      }
      try checkMemory(error.operation)
      throw error
    }
  }

  private static let largePacket: Int64 = 64 << 20

  /// Checks the time; called between packets and by FFmpeg's interrupt callback.
  func isOverdue() -> Bool {
    if stop != nil { return true }
    guard deadline.isOver else { return false }
    stop = .limit(.time(nanoseconds: deadline.allowance))
    return true
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    let next = unreadRanges[unreadRanges.partitioningIndex { $0.upperBound > position }...].first
    if let next, next.contains(position) {
      let count = min(Int64(buffer.count), next.upperBound - position)
      position += count
      return Int32(clamping: count)
    }
    // A read ends where the next unread range begins.
    var wanted = next.map { min(Int64(buffer.count), $0.lowerBound - position) } ?? Int64(buffer.count)
    if isOpening {
      wanted = min(wanted, Int64(readAhead))
      readAhead = readAhead.multipliedReportingOverflow(by: 2).overflow ? .max : 2 * readAhead
    }
    let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(wanted)])
    if isOverdue() { return FG_ERROR_INTERRUPTED }
    guard bytesSincePacket <= (isOpening ? allowedOpening : allowedGap) else {
      stop = .limit(.gap(bytes: allowedGap))
      return FG_ERROR_INTERRUPTED
    }
    do throws(FileError) {
      var count: Int
      if let kept = held.copyTables(from: position, into: buffer) {
        count = kept
      } else {
        count = try fetch(at: position, into: buffer)
      }
      if let shownSize { count = Int(min(Int64(count), max(0, shownSize - position))) }
      if count == 0, position < size {
        count = Int(min(Int64(buffer.count), size - position))
        UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).initializeMemory(as: UInt8.self, repeating: 0)
      }
      guard count > 0 else { return FG_ERROR_END_OF_FILE }
      if position == 0, buffer[..<count].dropFirst(4).starts(with: "ftypavif".utf8) {
        itemOrder = ItemOrder(reading: bytes(at:count:), size: fileSize)
      }
      for track in hidden { Self.replace(from: track.place, by: "free".utf8, in: buffer[..<count], from: position) }
      if let itemOrder {
        Self.replace(from: itemOrder.place, by: itemOrder.bytes, in: buffer[..<count], from: position)
      }
      if position == 0, losses == nil { losses = TransportLosses(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      losses?.pass(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: position)
      position += Int64(count)
      bytesSincePacket += Int64(count)
      bytesRead += Int64(count)
      return Int32(clamping: count)
    } catch {
      return FG_ERROR_IO
    }
  }

  /// Reads from the file, which is not tried again after it failed. A new part restarts the time limit; otherwise only the
  /// time of waiting for the bytes is not counted.
  func fetch(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    if case .file(let error) = stop { throw error }
    let start = SystemClock.steady.nanoseconds
    let count: Int
    do throws(FileError) {
      count = try file.read(at: position, into: buffer)
    } catch {
      // Remembered, so that unread bytes are not mistaken for the end of the file.
      stop = .file(error)
      throw error
    }
    bytesFetched += Int64(count)
    Self.fetched.wrappingAdd(Int64(count), ordering: .relaxed)
    if progress?.visit(position, count: count) ?? false {
      deadline.restart()
      onProgress?(progress?.percent ?? 0)
    } else {
      deadline.extend(by: SystemClock.steady.nanoseconds &- start)
    }
    return count
  }

  /// Bytes that are read first after a seek while the file is opened.
  private static let firstRead = 4 << 10

  /// Handles FFmpeg's seek: `SEEK_SET`, `SEEK_CUR`, `SEEK_END` or a query for the size.
  func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let base: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return size
    case 0: base = 0
    case 1: base = position
    case 2: base = size
    default: return Int64(FG_ERROR_INVALID_ARGUMENT)
    }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return Int64(FG_ERROR_INVALID_ARGUMENT) }
    if target != position { readAhead = Self.firstRead }
    position = target
    return target
  }
}
