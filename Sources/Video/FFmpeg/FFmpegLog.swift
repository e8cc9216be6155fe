import CFFmpeg
import Files
import Synchronization
import Threading

/// FFmpeg's log, kept instead of printed: the last complaint explains an error, and a complaint is the only sign of some
/// kinds of damage.
///
/// FFmpeg has one log for the whole process. Each line is counted for its decoder, and kept with the file that this
/// decoder, or else the thread, is working on (`FileLog`).
public enum FFmpegLog {
  /// The lines about one file.
  fileprivate struct Account {
    var complaints = 0
    /// Complaints that name no decoder, and so may be about any of the file's.
    var unassigned = 0
    /// The newest complaints, the newest last.
    var recent: [String] = []
    /// How often a container's bytes were passed over (`LostBytes`), and where, as far as they are not too many.
    var losses = 0
    var lossPlaces: [Int64] = []
    /// Whether a second index of an ISO base media file was passed over.
    var hasSecondIndex = false
    /// Whether a table of delays was discarded (`LostDelays`).
    var lacksDelays = false
  }

  /// The lines about one decoder.
  fileprivate struct DecoderAccount {
    let file: Int
    /// The remarks that were not taken yet, by packet.
    var remarks: [Int: DecoderRemark] = [:]
  }

  fileprivate struct State {
    var files: [Int: Account] = [:]
    var decoders: [Int: DecoderAccount] = [:]
    /// Lines that name no decoder, in threads that work on no file: they may be about any decoder that has threads.
    var strays = 0
    var lastNumber = 0
    var echo: (@Sendable (String) -> Void)?

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  private static let state = Mutex(State())
  /// The file that a thread is working on.
  private static let attended = ThreadMark()

  /// Every line also goes to `echo`, or no longer.
  public static func echo(to echo: (@Sendable (String) -> Void)?) {
    state.withLock { $0.echo = echo }
    if echo != nil { av_log_set_level(AV_LOG_VERBOSE) }
  }

  /// Takes the log (`av_log_set_callback`), once in a process: the first file does it, so that no damage is missed.
  private static let capture: Void = fg_capture_log { owner, packet, level, line in
    guard let line else { return }
    let bytes = UnsafeRawBufferPointer(start: line, count: fg_length(line))
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x20 }.map { $0 + 1 } ?? 0
    FFmpegLog.receive(printable(bytes[..<end]), level: level, owner: owner, packet: Int(clamping: packet))
  }

  /// Lines below error level that mean damage: concealment for missing data, blocks that keep what was in the buffer, and
  /// JPEG 2000 without its end.
  private static let signsOfDamage = ["concealing ", "MPEG motion vector out", "Missing EOC Marker"]

  /// What is in lines, of any level, of a demuxer that passes over bytes: of Ogg; Matroska; FLV; ASF; WTV; raw AV1; NUT; MXF.
  private static let signsOfLoss = [
    "CRC mismatch",
    "invalid as first byte of an EBML number", "indicated by an EBML number's first byte",
    "exceeds containing master element", "File ended prematurely", "Read error at pos", "Unknown-sized element",
    "Invalid length 0x", "considered as invalid data", "Invalid stream ", "Invalid track number ",
    "Error parsing frame sizes",
    "Packet mismatch",
    "ff asf ", "packet_length", "padsize", "packet header length", "packet_replic_size", "packet_obj_size",
    "packet_frag_size", "too long payload", "freeing incomplete packet", "packet fragment position invalid",
    "encountered broken chunk",
    "Failed to read obu",
    "must have been damaged", "header_idx invalid", "2max_distance and no checksum", "checksum mismatch",
    "syncing from ",
    "edit unit sync lost",
  ]

  private static func receive(_ line: String, level: Int32, owner: Int, packet: Int) {
    let attended = attended.value
    let echo = state.withLock { state in
      // FFmpeg does not recognise the first picture of an H.261 stream as a keyframe: this is not a complaint.
      if line.hasPrefix("warning: first frame is no keyframe") { return state.echo }
      // Nor is that dav1d passes over units of a reserved type, as it has to (AV1, 5.3.1).
      if line.hasPrefix("Unknown OBU type ") { return state.echo }
      if line.hasPrefix("Found duplicated MOOV Atom") { state.files[attended]?.hasSecondIndex = true }
      if line.hasPrefix("CTTS invalid") { state.files[attended]?.lacksDelays = true }
      if owner < 0, signsOfLoss.contains(where: line.contains) {
        state.files[attended]?.noteLoss(at: Int64(packet))
      }
      if line.hasPrefix("Frame num gap ") {
        state.decoders[owner]?.remarks[packet, default: []].insert(.gap)
        return level <= av_log_get_level() ? state.echo : nil
      }
      if level <= AV_LOG_ERROR || signsOfDamage.contains(where: line.hasPrefix) {
        state.complain(line, owner: owner, packet: packet, attended: attended)
      }
      return level <= av_log_get_level() ? state.echo : nil
    }
    if let echo, !line.isEmpty { echo(line) }
  }

  /// A number for a file whose lines are to be kept, from 1 on, never reused.
  static func addFile() -> Int {
    capture
    return state.withLock { state in
      let number = state.nextNumber()
      state.files[number] = Account()
      return number
    }
  }

  /// Discards the lines about a file that is closed.
  static func removeFile(_ number: Int) { state.withLock { $0.files[number] = nil } }

  /// From now on, keeps this thread's lines that name no decoder with this file.
  static func attend(_ file: Int) { attended.value = file }

  /// A number for a decoder whose complaints are to be counted, from 1 on, never reused.
  static func addDecoder(inFile file: Int) -> Int {
    state.withLock { state in
      let number = state.nextNumber()
      state.decoders[number] = DecoderAccount(file: file)
      return number
    }
  }

  /// Discards the counts for a decoder that is closed.
  static func removeDecoder(_ number: Int) { state.withLock { $0.decoders[number] = nil } }

  /// What was said about packets of this decoder since this was asked last, by packet; a negative number is for lines
  /// before the first packet.
  static func takeRemarks(aboutDecoder number: Int) -> [Int: DecoderRemark] {
    state.withLock { state in
      guard let remarks = state.decoders[number]?.remarks, !remarks.isEmpty else { return [:] }
      state.decoders[number]?.remarks = [:]
      return remarks
    }
  }

  /// The number of complaints so far that name no decoder, and may be about this one.
  ///
  /// - Parameter hasThreads: whether the decoder works in threads of its own, which work on no file.
  static func strayComplaints(nearDecoder number: Int, hasThreads: Bool) -> Int {
    state.withLock { state in
      (hasThreads ? state.strays : 0) + (state.decoders[number].flatMap { state.files[$0.file]?.unassigned } ?? 0)
    }
  }

  /// The number of lines at error level so far about a file.
  static func complaints(inFile number: Int) -> Int { state.withLock { $0.files[number]?.complaints ?? 0 } }

  /// The newest complaints about a file since the count was `mark`, the newest last; the oldest may be gone.
  static func recent(inFile number: Int, since mark: Int) -> ArraySlice<String> {
    state.withLock { state in
      guard let account = state.files[number] else { return [] }
      return account.recent.suffix(max(0, account.complaints - mark))
    }
  }

  /// How often bytes of a file's container were passed over so far (`LostBytes`).
  static func losses(inFile number: Int) -> Int {
    // It is asked for each packet, and nearly always there are none.
    guard hasLosses.load(ordering: .relaxed) else { return 0 }
    return state.withLock { $0.files[number]?.losses ?? 0 }
  }

  /// Where bytes were passed over.
  static func lossPlaces(inFile number: Int) -> [Int64] { state.withLock { $0.files[number]?.lossPlaces ?? [] } }

  /// Counts one more place where bytes were passed over.
  static func noteLoss(inFile number: Int, at place: Int64) { state.withLock { $0.files[number]?.noteLoss(at: place) } }

  /// Whether bytes of any file were ever passed over.
  fileprivate static let hasLosses = Atomic(false)

  /// So many of these places are kept.
  static let mostPlaces = 4096

  /// Forgets where bytes were passed over.
  static func forgetLosses(inFile number: Int) { state.withLock { $0.files[number]?.forgetLosses() } }

  /// Whether FFmpeg passed over a second index of an ISO base media file.
  static func hasSecondIndex(inFile number: Int) -> Bool {
    state.withLock { $0.files[number]?.hasSecondIndex ?? false }
  }

  /// Whether FFmpeg discarded a table of delays.
  static func lacksDelays(inFile number: Int) -> Bool { state.withLock { $0.files[number]?.lacksDelays ?? false } }

  /// FFmpeg's name for a status (`av_strerror`).
  static func name(of status: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, av_strerror(status, base, 128) >= 0 else { return "error \(status)" }
      return String(cString: base)
    }
  }
}

extension FFmpegLog.Account {
  fileprivate mutating func noteLoss(at place: Int64) {
    losses += 1
    FFmpegLog.hasLosses.store(true, ordering: .relaxed)
    if lossPlaces.count < FFmpegLog.mostPlaces { lossPlaces.append(place) }
  }

  fileprivate mutating func forgetLosses() { (losses, lossPlaces) = (0, []) }
}

extension FFmpegLog.State {
  /// Stores a complaint. The owner is a decoder's number, 0 when the line names none, or −1 when it is about a
  /// container or a parser.
  fileprivate mutating func complain(_ line: String, owner: Int, packet: Int, attended: Int) {
    let isOfReferences = line.hasPrefix("mmco: unref short failure")
    decoders[owner]?.remarks[packet, default: []].insert(isOfReferences ? .missingReference : .complaint)
    let number = decoders[owner]?.file ?? attended
    guard files[number] != nil else {
      if owner == 0 { strays += 1 }
      return
    }
    files[number]?.complaints += 1
    if owner == 0 { files[number]?.unassigned += 1 }
    if !line.isEmpty { files[number]?.recent.append(line) }
    if let count = files[number]?.recent.count, count > 8 { files[number]?.recent.removeFirst() }
  }
}
