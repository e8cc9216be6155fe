import Broker
import Files
import FrameGrabbing
import GestureFiles

/// Makes and corrects gesture files; where they lead depends on the frames of the video.
struct GestureMaking {
  let request: GrabRequest
  let terminal: Terminal
  let output: Drawing

  /// The gesture file to make.
  struct New {
    let wish: DragWish
    /// Its name.
    let path: Path
    /// The video's name as written in the file.
    let videoName: String?
  }

  /// Makes a gesture file.
  func make(_ new: New, _ video: DragVideo?) throws(GrabError) {
    guard try isWanted() else { return try output.name() }
    let made = try NewGesture(
      new.wish, in: video, named: new.videoName, path: new.path, bounds: request.options.choice.bounds)
    try write(made.recording.bytes)
    if new.wish.reach == nil {
      terminal.say(
        "\(new.path): \(made.summary); --help gestures says what its lines mean, --trace shows what each touch does")
    } else {
      terminal.say("\(new.path): \(made.summary)", from: .verbose)
    }
  }

  /// Corrects a gesture file.
  func correct(_ gesture: Gesture, _ wish: CorrectionWish, _ video: DragVideo?) throws(GrabError) {
    guard try isWanted() else { return try output.name() }
    let corrected = try GestureCorrection(
      gesture, reaching: wish.reach, moving: wish.touch, in: video, bounds: request.options.choice.bounds)
    try write(corrected.bytes)
    terminal.say("\(gesture.path): \(corrected.summary)")
  }

  /// Whether to make the gesture: in a dry run, too, to tell whether there is one.
  private func isWanted() throws(GrabError) -> Bool {
    if try output.isWanted() { return true }
    return request.options.isDryRun
  }

  private func write(_ bytes: [UInt8]) throws(GrabError) {
    if !request.options.isDryRun { try output.write(bytes) }
    try output.name()
  }
}

/// Names for a gesture file that is made: its own, and that of the video in it.
enum GestureOutput {
  static let standardOutput = Path("-")

  /// The default output of a corrected gesture: beside the original, so that the video's relative name in it stays
  /// right.
  static func corrected(_ gesture: Path) -> Path {
    guard gesture != .standardInput else { return standardOutput }
    let name = Path(bytes: gesture.stem.bytes + Array("-solved.json".utf8))
    return gesture.bytes.contains(UInt8(ascii: "/")) ? gesture.parent.appending(name) : name
  }

  /// A video's name for a gesture file: relative to the file's folder if both names are relative, else absolute; nil if
  /// it is not UTF-8, as JSON requires.
  static func name(of video: VideoInput, in file: Path) -> String? {
    let name = relative(video, file) ?? absolute(video.path)
    return String(validating: name.bytes, as: UTF8.self)
  }

  private static func absolute(_ path: Path) -> Path {
    path.isAbsolute ? path : CurrentFolder.path.map { $0.appending(path) } ?? path
  }

  /// The relative name; nil if it does not lead back to the video, because of a symbolic link or "..".
  private static func relative(_ video: VideoInput, _ file: Path) -> Path? {
    guard !video.path.isAbsolute, !file.isAbsolute else { return nil }
    let folder = file == standardOutput ? Path(".") : file.parent
    var (from, to) = (parts(folder), parts(video.path))
    guard !from.contains(Array("..".utf8)) else { return nil }
    while let first = from.first, to.count > 1, first == to.first {
      from.removeFirst()
      to.removeFirst()
    }
    let name = Path(
      bytes: Array(([[UInt8]](repeating: Array("..".utf8), count: from.count) + to).joined(separator: [0x2F])))
    // A folder that does not exist yet cannot be a symbolic link.
    guard !from.isEmpty, NamedThing(at: folder) != nil else { return name }
    guard let there = try? InputFile(opening: folder.appending(name)) else { return nil }
    return there.identity.isSameFile(as: video.identity) ? name : nil
  }

  private static func parts(_ path: Path) -> [[UInt8]] {
    path.bytes.split(separator: UInt8(ascii: "/")).map(Array.init).filter { $0 != Array(".".utf8) }
  }
}
