import Timeline

/// The frames of one stretch that are still to be decoded, each once, and who asked for them.
struct WantedPlaces {
  private struct Wish {
    let place: Int
    let target: Target
  }

  private var wishes: [Wish] = []

  mutating func add(_ place: Int, for target: Target) { wishes.append(Wish(place: place, target: target)) }

  /// Sorts them by place, and those of one place in the order of asking; call it when all are there.
  mutating func sort() {
    wishes.sort { ($0.place, $0.target) < ($1.place, $1.target) }
  }

  /// The places, rising, each once.
  var places: [Int] {
    var places: [Int] = []
    for wish in wishes where wish.place != places.last { places.append(wish.place) }
    return places
  }

  /// Who asked for a place, in the order of asking.
  func targets(at place: Int) -> [Target] {
    let first = wishes.partitioningIndex(where: { $0.place >= place })
    return wishes[first...].prefix { $0.place == place }.map(\.target)
  }
}
