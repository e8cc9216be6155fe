import Packing
import Timeline

/// The places of counted pictures' packets in time, if the container or the packets themselves tell them: positions or
/// times of decoding in ticks (`Container.placesPackets`), or periods of a clock (`Container.countsPeriods`).
struct PacketPlaces {
  /// In file order; nil for a packet without one.
  private var places: [Int64?] = []

  init() {}

  init(_ places: [Int64?]) { self.places = places }

  mutating func append(_ place: Int64?) { places.append(place) }

  private subscript(number: Int) -> Int64? { places.indices.contains(number) ? places[number] : nil }

  /// The ticks of pictures, each of which lasts until the next one; nil if places do not give them.
  ///
  /// With positions, each is shown where the packet is that a decoder, which waits for as many as the stream needs, is sent
  /// when it gives the picture out, less that delay. A packet without a picture leaves a gap.
  ///
  /// - Parameters:
  ///   - numbers: their packets, in output order.
  ///   - delay: for how many pictures the decoder waits; nil if places are times.
  func ticks(of numbers: [Int], behind delay: Int?) -> [Int64]? {
    let own = numbers.sorted().compactMap { self[$0] }
    guard !own.isEmpty, own.count == numbers.count else { return nil }
    let steps = zip(own.dropFirst(), own).map { $0.subtractingReportingOverflow($1) }
    guard steps.allSatisfy({ !$0.overflow && $0.partialValue > 0 }),
      own[0] > 0 || steps.contains(where: { $0.partialValue > 1 })
    else { return nil }
    guard let delay, case let delay = min(delay, own.count - 1), delay > 0 else { return own }
    let (wait, step) = (own[delay] &- own[0], steps.map(\.partialValue).min() ?? 1)
    return own.indices.map { shown in
      let trigger = min(shown + delay, own.count - 1)
      return own[trigger] &- wait &+ Int64(shown + delay - trigger) &* step
    }
  }

  /// For each picture, by how many halves of a period it stays on screen longer than one; nil if places do not tell.
  ///
  /// Each lasts until the next one, and the last as long as the one before it.
  ///
  /// - Parameter numbers: their packets, in output order.
  func repeats(of numbers: [Int]) -> [Int]? {
    let own = numbers.compactMap { self[$0] }
    guard own.count > 1, own.count == numbers.count else { return nil }
    let steps = zip(own.dropFirst(), own).map { Int($0 &- $1) }
    guard steps.allSatisfy({ 1...PeriodCount.most ~= $0 }) else { return nil }
    return (steps + steps.suffix(1)).map { 2 * ($0 - 1) }
  }
}

/// Counts the periods of the clock of H.261 and H.263, of which each picture has the low bits (temporal reference; ITU-T
/// H.261, 4.2.1, and H.263, 5.1.2): an encoder that leaves out pictures skips their numbers.
struct PeriodCount {
  /// No more pass between two pictures.
  static let most = 512

  /// The pictures' temporal references, in file order; nil for one that cannot be read.
  private let references: [Int32?]
  private let range: Int32

  /// - Parameter bits: how many of them a picture has.
  init(_ references: [Int32?], bits: Int) {
    self.references = references
    range = 1 << Int32(bits)
  }

  /// The number of the period in which each picture begins; one without a number takes the next.
  var places: [Int64] {
    var place: Int64 = -1
    var last: (number: Int, place: Int64)?
    return references.indices.map { number in
      place += 1
      guard references[number] != nil, !isStray(number) else { return place }
      // A number that is the same again is that of an encoder that does not count.
      if let last { place = max(place, last.place + Int64(step(from: last.number, to: number) ?? 0)) }
      last = (number, place)
      return place
    }
  }

  /// Whether a picture's number is damaged: it makes a whole round more between its neighbours, which are as far from each
  /// other as two steps beside them. Pauses before and behind a picture seldom add up to that.
  private func isStray(_ number: Int) -> Bool {
    guard let before = step(from: number - 1, to: number), let behind = step(from: number, to: number + 1),
      let both = step(from: number - 1, to: number + 1), before + behind >= range
    else { return false }
    let earlier = step(from: number - 2, to: number - 1)
    guard let first = earlier ?? step(from: number + 1, to: number + 2) else { return false }
    return both > 1 && both == first + (step(from: number + 1, to: number + 2) ?? first)
  }

  private func step(from earlier: Int, to later: Int) -> Int32? {
    guard references.indices.contains(earlier), references.indices.contains(later), let first = references[earlier],
      let second = references[later]
    else { return nil }
    return (second - first + range) % range
  }
}

// MARK: Packing

extension PacketPlaces {
  func pack(into packing: inout VarintWriter) {
    packing.append(count: places.count)
    var place: Int64 = 0
    for next in places {
      packing.append(next != nil)
      packing.append(signed: (next ?? place) &- place)
      place = next ?? place
    }
  }

  /// Unpacks stored places.
  ///
  /// - Throws: `VarintError` at the end of the bytes.
  init(unpacking packing: inout VarintReader) throws(VarintError) {
    var place: Int64 = 0
    for _ in 0..<(try packing.count(ofAtLeast: 2)) {
      let isKnown = try packing.flag()
      place = place &+ (try packing.signed())
      places.append(isKnown ? place : nil)
    }
  }
}
