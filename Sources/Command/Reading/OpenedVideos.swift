import Broker
import Files
import Memory
import Video

/// The videos that a run opened: kept for more frames of the same video, and so that their indexes can be cached
/// at the end.
final class OpenedVideos {
  /// How a video was opened; opened differently, it may give different frames.
  struct Key: Hashable {
    let path: Path
    let stream: Int?
    let clock: VideoClock
    let isProbed: Bool
    let limits: Limits
    let cacheFolder: Path?
  }

  private let most: Int
  /// In order of use, the most recent last.
  private var videos: [(key: Key, video: VideoFile)] = []

  /// Keeps at most this many videos open.
  init(most: Int = 8) {
    self.most = most
  }

  /// The video that was opened this way, if its file is unchanged and reading it did not run out of memory.
  func video(_ key: Key, identity: FileIdentity) -> VideoFile? {
    guard let place = videos.firstIndex(where: { $0.key == key }) else { return nil }
    let found = videos.remove(at: place)
    guard identity == found.video.identity, !found.video.isSpoilt else { return nil }
    videos.append(found)
    return found.video
  }

  /// Keeps an opened video, and closes the least recently used one if there are too many.
  func keep(_ video: VideoFile, _ key: Key, _ broker: any JobHost, isFolderNamed: Bool) {
    if videos.count >= most {
      keepIndex(of: videos.removeFirst(), broker, isFolderNamed)
      MemoryRoom.giveBack()
    }
    videos.append((key, video))
  }

  /// Stores their indexes for the next run. The result is printed only at the highest level of messages, or if storing
  /// fails in a folder that the user named.
  func keepIndexes(_ broker: any JobHost, isFolderNamed: Bool) {
    for opened in videos { keepIndex(of: opened, broker, isFolderNamed) }
    videos.removeAll()
  }

  private func keepIndex(of opened: (key: Key, video: VideoFile), _ broker: any JobHost, _ isFolderNamed: Bool) {
    let (path, video) = (opened.key.path, opened.video)
    func say(_ line: String) { broker.say("\(path): \(line)", from: .verbose) }
    if video.hasDiscardedIndex { say("the index that was kept does not fit the file; it was removed") }
    if video.usesKeptIndex { say("the index that an earlier run kept was used") }
    func fail(_ reason: String) {
      broker.say("\(path): its index was not kept: \(reason)", from: isFolderNamed ? .normal : .verbose)
    }
    switch video.keepIndex() {
    case .nothingNew: break
    case .kept(let bytes): say("its index was kept, in \(bytes) bytes")
    case .tooYoung: say("its index was not kept: the file was changed only just now")
    case .changed: say("its index was not kept: the file was changed meanwhile")
    case .tooLarge: say("its index was not kept: it takes too many bytes")
    case .failed(let error): fail("\(error.path): \(error)")
    case .refused(let reason): fail(reason)
    }
  }
}
