import Files
import Workers

/// A process that reads one object, over a socket for that object alone.
///
/// It is a sandboxed worker, so its questions are not trusted.
final class SourceReader {
  let object: SourceObject
  private let channel: Channel
  /// The bytes that it waits for, and how many helpers were lost meanwhile.
  var waiting: (bytes: Range<Int64>, losses: Int)?

  init(_ channel: Channel, _ object: SourceObject) { (self.channel, self.object) = (channel, object) }

  var descriptor: Int32 { channel.descriptor }

  /// Its next question; nil if it is gone, sends nonsense, or does not wait for its answer.
  func question() -> LentFile.Question? {
    guard let message = try? channel.receive() else { return nil }
    for file in message.files { Channel.close(file) }
    guard waiting == nil, message.files.isEmpty else { return nil }
    return LentFile.Question(message.bytes)
  }

  /// Sends an answer; returns false if it cannot be sent.
  func send(_ answer: LentFile.Answer) -> Bool { (try? channel.send(answer.message)) != nil }

  /// Whether it waits for some of these pages.
  func waits(for pages: Range<Int64>, of other: SourceObject) -> Bool {
    guard object === other, let waiting else { return false }
    return object.pages(of: waiting.bytes).overlaps(pages)
  }
}
