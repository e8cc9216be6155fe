import Broker
import Files
import FrameGrabbing
import Memory
import Packing
import Video
import Workers

/// The worker of a service: waits for a job, runs it, and keeps the video open for the next one.
///
/// All of its jobs are about one state of one file.
struct ServiceWork {
  private let channel: Channel
  private let memory: MemoryFile
  private let walls: Walls
  private let link: BrokerLink
  private let opened = OpenedVideos()

  private init(_ channel: Channel, _ memory: MemoryFile, _ walls: Walls) {
    (self.channel, self.memory, self.walls) = (channel, memory, walls)
    link = BrokerLink(channel, memory)
  }

  /// Works until the broker wants no more; returns the process's status.
  static func run(_ channel: Channel, _ memory: MemoryFile, _ walls: Walls) -> Int32 {
    ServiceWork(channel, memory, walls).doJobs()
  }

  private func doJobs() -> Int32 {
    var last: (proxy: BrokerProxy, isFolderNamed: Bool)?
    while let message = try? channel.receive() {
      var packing = VarintReader(message.bytes)
      let size = Int(clamping: (try? packing.number()) ?? 0)
      guard size > 0, let file = message.files.first, let bytes = memory.array(count: size),
        let order = try? JobOrder(bytes), let request = try? order.request()
      else {
        if let last { opened.keepIndexes(last.proxy, isFolderNamed: last.isFolderNamed) }
        link.tell(JobEnd(isSuccess: true))
        return 0
      }
      let proxy = BrokerProxy(link, level: order.level, request)
      if last == nil { proxy.say("sandbox: \(Sandbox.words(for: walls))", from: .verbose) }
      last = (proxy, order.isFolderNamed)
      MemoryRoom.forgetRefusals()
      let end = answer(order, request, file, proxy)
      link.tell(end)
    }
    return 1
  }

  private func answer(_ order: JobOrder, _ request: GrabRequest, _ file: Int32, _ proxy: BrokerProxy) -> JobEnd {
    let before = VideoFile.bytesReadOfAll
    var bytesRead: Int64 { VideoFile.bytesReadOfAll &- before }
    do throws(GrabError) {
      let input = try VideoInput(adopting: file, path: order.path, openedAfter: order.openedAfter)
      let workspace = Workspace(
        request: request, broker: proxy, stopwatch: nil, isEchoing: order.level >= .all, opened: opened)
      try ServiceJob.job(on: input, try order.named(request), request).run(in: workspace)
      return JobEnd(isSuccess: true, bytesRead: bytesRead)
    } catch {
      return JobEnd(
        isSuccess: false, failure: RelayedError(error, request), asked: error.asked, bytesRead: bytesRead)
    }
  }
}
