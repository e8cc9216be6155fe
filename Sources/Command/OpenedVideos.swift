import Files
import Video

/// The videos that a run opened, so that what it found out about them can be kept at its end.
final class OpenedVideos {
  private var videos: [(video: VideoFile, path: Path)] = []

  func add(_ video: VideoFile, _ path: Path) { videos.append((video, path)) }

  /// Keeps their indexes for the next run; what comes of that is said only to those who want to hear everything, or when
  /// it fails in a folder that somebody named.
  func keepIndexes(_ terminal: Terminal, isFolderNamed: Bool) {
    for (video, path) in videos {
      // Nobody waits for a frame any more.
      video.deadline.pause()
      func say(_ line: String) { terminal.say("\(path): \(line)", from: .verbose) }
      if video.hasDiscardedIndex { say("the index that was kept does not fit the file; it was removed") }
      if video.usesKeptIndex { say("the index that an earlier run kept was used") }
      switch video.keepIndex() {
      case .nothingNew: break
      case .kept(let bytes): say("its index was kept, in \(bytes) bytes")
      case .tooYoung: say("its index was not kept: the file was changed only just now")
      case .changed: say("its index was not kept: the file was changed meanwhile")
      case .tooLarge: say("its index was not kept: it takes too many bytes")
      case .failed(let error):
        terminal.say(
          "\(path): its index was not kept: \(error.path): \(error)", from: isFolderNamed ? .normal : .verbose)
      }
    }
    videos.removeAll()
  }
}
