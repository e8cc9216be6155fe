import Arguments
import Files
import FrameGrabbing
import Memory
import Packing
import Video
import Workers

/// What a worker of a service does: it waits for a request, answers it, and keeps the video open for the next one.
struct ServiceWork {
  private let service: ServiceSettings
  private let channel: Channel
  private let memory: MemoryFile
  private let link: BrokerLink
  private let opened: OpenedVideos

  init(_ service: ServiceSettings, _ channel: Channel, _ memory: MemoryFile) {
    (self.service, self.channel, self.memory) = (service, channel, memory)
    link = BrokerLink(channel, memory)
    opened = OpenedVideos(most: service.mostOpen)
  }

  /// Works until the broker wants no more; returns the process's status.
  func run(_ walls: Walls) -> Int32 {
    guard service.sandbox != .require || walls == .all else { return 1 }
    var proxy = BrokerProxy(link, level: service.terminal.level, video: nil)
    proxy.say("sandbox: \(Sandbox.words(for: walls))", from: .verbose)
    while true {
      do throws(Channel.Fault) {
        let message = try channel.receive()
        var packing = VarintReader(message.bytes)
        let size = Int(clamping: (try? packing.number()) ?? 0)
        guard size > 0, let file = message.files.first, let bytes = memory.array(count: size),
          let received = try? ServiceJob.Received(bytes)
        else {
          opened.keepIndexes(proxy, isFolderNamed: service.isFolderNamed)
          link.tell(.end) { JobEnd(isSuccess: true).pack(into: &$0) }
          return 0
        }
        proxy = BrokerProxy(link, level: service.terminal.level, video: received.video)
        MemoryRoom.keepSpare()
        let end = answer(received, file, proxy)
        link.tell(.end) { end.pack(into: &$0) }
      } catch {
        return 1
      }
    }
  }

  private func answer(_ received: ServiceJob.Received, _ file: Int32, _ proxy: BrokerProxy) -> JobEnd {
    // The broker has read the same line before, so that it is valid.
    guard let read = try? service.request(received.line, video: received.path), let request = try? service.whole(read)
    else {
      Channel.close(file)
      return JobEnd(isSuccess: false)
    }
    do throws(GrabError) {
      let input = try VideoInput(adopting: file, path: received.path, openedAfter: received.openedAfter)
      let text = received.gesture.map { bytes in
        Inputs.GestureText(name: request.asked.gesture ?? "", bytes: bytes, identity: nil)
      }
      let slider = received.control.map { bytes in
        Inputs.GestureText(name: request.control ?? "", bytes: bytes, identity: nil)
      }
      let named = try NamedGrab(
        Inputs(
          request: request, gestureText: text, controlText: slider, lists: service.lists, foundVideo: received.path))
      let workspace = Workspace(
        request: request, broker: proxy, stopwatch: nil, isEchoing: service.terminal.level >= .all, opened: opened)
      try GrabJob(named: named, input: input, isAnswer: true).run(in: workspace)
      return JobEnd(isSuccess: true)
    } catch {
      return JobEnd(isSuccess: false, failure: RelayedError(error, request), asked: error.asked)
    }
  }
}
