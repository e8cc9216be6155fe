import Video

/// The index cache as a worker uses it: requests the index of its video, and offers a new one.
struct RemoteIndexes: IndexStore {
  private let link: BrokerLink
  let program: String

  init(_ link: BrokerLink, program: String) { (self.link, self.program) = (link, program) }

  var allowedPerFile: Int { IndexCache.usualSize }

  func load(_ key: IndexKey) -> [UInt8]? { link.ask(LoadIndexMessage(IndexedStream(key))) }

  func remove(_ key: IndexKey) { _ = link.ask(RemoveIndexMessage(IndexedStream(key))) }

  func store(_ packed: [UInt8], for key: IndexKey) -> IndexKeeping {
    packed.withUnsafeBytes { link.ask(StoreIndexMessage(IndexedStream(key)), with: $0) }
  }
}
