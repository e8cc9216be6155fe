import Foundation

/// The same run twice, the second one with the index that the first one has kept. Only long videos have one.
struct KeptRoad: Road {
  let name = "a kept index"

  func isOpen(for plan: FramePlan) -> Bool { plan.count >= 500 }

  func travel(_ traveller: inout Traveller) {
    let cache = traveller.scratch.appending(component: "cache-\(UUID().uuidString)", directoryHint: .isDirectory)
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try? FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true, attributes: attributes)
    defer { try? FileManager.default.removeItem(at: cache) }
    let moments = traveller.plan.many
    let words = [traveller.path] + moments.flatMap(\.words) + ["--hash", "--json"]
    for road in ["an index to be kept", name] {
      // Where the container has an index of its own, none is kept.
      let isKept =
        (try? FileManager.default.contentsOfDirectory(atPath: cache.path(percentEncoded: false)))?.isEmpty == false
      guard isKept || road != name else { return }
      let (ending, show) = traveller.start(words, cache: cache, road: road)
      traveller.note(Answer.read(ending.lines), to: moments, ending, show, road: road)
    }
  }
}
