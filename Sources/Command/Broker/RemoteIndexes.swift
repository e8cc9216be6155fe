import Files
import Packing
import Video
import Workers

/// The index cache as a worker sees it: it asks for the index of its video, and offers one.
///
/// Which file an index belongs to is the broker's own knowledge; a worker only says which stream it reads.
struct RemoteIndexes: IndexStore {
  private let link: BrokerLink

  init(_ link: BrokerLink) { self.link = link }

  var program: String { Version.number }

  var allowedPerFile: Int { IndexCache.usualSize }

  func load(_ key: IndexKey) -> [UInt8]? {
    link.ask(
      .loadIndex, { pack(key, &$0) },
      { (answer, memory) throws(VarintError) in
        let count = Int(clamping: try answer.number())
        return count == 0 ? nil : memory.array(count: count)
      })
  }

  func remove(_ key: IndexKey) {
    link.ask(.removeIndex, { pack(key, &$0) }, { (_, _) throws(VarintError) in })
  }

  func store(_ packed: [UInt8], for key: IndexKey) -> IndexKeeping {
    packed.withUnsafeBytes { bytes in
      link.ask(
        .storeIndex, with: bytes, { pack(key, &$0) },
        { (answer, _) throws(VarintError) in
          switch try answer.byte() {
          case 0: .kept(bytes: Int(clamping: try answer.number()))
          case 1: .tooLarge
          case 2: .changed
          case 3: .tooYoung
          default: .refused(try answer.text())
          }
        })
    }
  }

  private func pack(_ key: IndexKey, _ packing: inout VarintWriter) {
    packing.append(count: key.stream)
    packing.append(key.isProbed)
  }
}
