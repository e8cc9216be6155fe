/// FFmpeg's log about one open file: the lines of its decoders, whichever thread they come from, and the lines without
/// a decoder from threads that are working on this file.
///
/// So a complaint about one file never explains an error of another that is open at the same time.
final class FileLog: Sendable {
  let number: Int

  init() { number = FFmpegLog.addFile() }

  deinit { FFmpegLog.removeFile(number) }

  /// Declares that this thread works on this file from now on; call it before each call of FFmpeg that may log
  /// something.
  func attend() { FFmpegLog.attend(number) }

  /// The number of lines at error level so far, to be passed to `words` or `complains` later.
  var mark: Int { FFmpegLog.complaints(inFile: number) }

  /// How often bytes of the container were passed over so far (`LostBytes`).
  var losses: Int { FFmpegLog.losses(inFile: number) }

  /// Where that was, as far as there are not too many.
  var lossPlaces: [Int64] { FFmpegLog.lossPlaces(inFile: number) }

  /// Notes that FFmpeg reported invalid data where a packet should be.
  func noteLoss(at place: Int64) { FFmpegLog.noteLoss(inFile: number, at: place) }

  /// Forgets all that: the file is opened anew.
  func forgetLosses() { FFmpegLog.forgetLosses(inFile: number) }

  /// Whether FFmpeg passed over a second index of an ISO base media file, behind which all is as the first one says.
  var tellsOfSecondIndex: Bool { FFmpegLog.hasSecondIndex(inFile: number) }

  /// Whether FFmpeg discarded a track's table of delays (`LostDelays`).
  var tellsOfLostDelays: Bool { FFmpegLog.lacksDelays(inFile: number) }

  /// FFmpeg's name for a status and its last complaint since `mark`, in one phrase.
  func words(for status: Int32, since mark: Int) -> String {
    let name = FFmpegLog.name(of: status)
    let complaint = FFmpegLog.recent(inFile: number, since: mark).last ?? ""
    return complaint.isEmpty ? name : "\(name) (\(complaint))"
  }

  /// Whether one of the newest complaints since `mark` contains these words, for the few facts that FFmpeg only logs.
  func complains(of words: String, since mark: Int) -> Bool {
    FFmpegLog.recent(inFile: number, since: mark).contains { $0.contains(words) }
  }
}
