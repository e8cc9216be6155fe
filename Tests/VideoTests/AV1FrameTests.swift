import Testing
@testable import Video

/// Headers of AV1 frames written by hand (AV1 bitstream specification, 5.5 and 5.9).
struct AV1FrameTests {
  // MARK: Writing

  private func bytes(_ text: String) -> [UInt8] {
    var bits = MadeBits()
    bits.add(text)
    return bits.bytes
  }

  /// A unit with a size (5.3.2): the type in bits 3 to 6, bit 2 for layers, bit 1 for a size.
  private func unit(_ type: UInt8, _ text: String, layers: UInt8? = nil) -> [UInt8] {
    let payload = bytes(text)
    let header: UInt8 = type << 3 | (layers == nil ? 2 : 6)
    return [[header], layers.map { [$0] } ?? [], [UInt8(payload.count)], payload].flatMap(\.self)
  }

  /// Profile 0, no still picture, no reduced header; times; no delays; operating points; 16 bits each for width and
  /// height less 1 (4 bits say 15); frame numbers; superblocks and filters (3); compound, warped motion and the like (4);
  /// order hints with their two tools; screen tools and vectors are chosen by frames; the length of order hints.
  private func sequence(
    times: String = "0", points: String = "00000 000000000000 00000", numbers: String = "0",
    order: String = "1 00", tools: String = "1 1", orderLength: String = "110"
  ) -> [UInt8] {
    unit(
      1,
      "000 0 0" + times + "0" + points + "1111 1111 0000000000111111 0000000000111111" + numbers + "000 0000" + order
        + tools + orderLength + "0 0 0 0")
  }

  /// A key frame that is shown: no existing frame, type 0, shown; probabilities; screen tools; size; order hint (7 bits).
  private let key = "0 00 1" + "0 0 0 0000000"

  private func frame(_ text: String, layers: UInt8? = nil) -> [UInt8] { unit(6, text + "11111111", layers: layers) }

  /// An inter frame that refers to these slots: type 1, not shown but showable, or shown; not resilient; probabilities,
  /// screen tools, size; order hint; primary reference 0; the slots that it replaces; no short form.
  private func inter(isShown: Bool, writes: String, reads: [Int], primary: String = "000") -> String {
    "0 01" + (isShown ? "1" : "0 1") + "0" + "0 0 0 0000001" + primary + writes + "0" + reads.map(three).joined()
  }

  private func three(_ number: Int) -> String {
    let digits = String(number, radix: 2)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// What a frame reads and replaces, and where it is in its packet.
  private struct Made: Equatable {
    var reads: UInt8
    var writes: UInt8
    var isShown = true
    var place = 0..<0
  }

  private func read(_ packets: [[UInt8]]) -> [[Made]?] {
    var reader = AV1FrameReader()
    return packets.map { packet in
      packet.withUnsafeBytes { reader.frames(of: $0) }?.map {
        Made(reads: $0.reads, writes: $0.writes, isShown: $0.isShown, place: $0.place)
      }
    }
  }

  private func last(_ packets: [[UInt8]]) -> [Made]? {
    read(packets).last?.map { frames in frames.map { Made(reads: $0.reads, writes: $0.writes, isShown: $0.isShown) } }
  }

  private let delimiter: [UInt8] = [2 << 3 | 2, 0]

  // MARK: Frames

  @Test func `a packet with a hidden and a shown frame says what both read and replace, and where they are`() {
    let start = delimiter + sequence() + frame(key)
    let hidden = frame(inter(isShown: false, writes: "00000100", reads: [0, 0, 1, 1, 2, 2, 7]))
    let shown = frame(inter(isShown: true, writes: "00000000", reads: [2, 2, 2, 2, 2, 2, 2]))
    let found = read([start, delimiter + hidden + shown])
    #expect(found[0]?.map(\.writes) == [0xFF] && found[0]?.map(\.reads) == [0])
    #expect(
      found[1] == [
        // Slots 0, 1, 2 and 7.
        Made(reads: 0b1000_0111, writes: 4, isShown: false, place: 2..<2 + hidden.count),
        Made(reads: 4, writes: 0, place: 2 + hidden.count..<2 + hidden.count + shown.count),
      ])
  }

  @Test func `tiles in units of their own belong to the header before them`() {
    let start = sequence() + frame(key)
    let header = unit(3, inter(isShown: true, writes: "00000010", reads: [0, 0, 0, 0, 0, 0, 0]) + "1")
    let tiles = unit(4, "10101010")
    #expect(
      read([start, header + tiles + tiles])[1]
        == [Made(reads: 1, writes: 2, place: 0..<header.count + 2 * tiles.count)])
    // Without tiles, and tiles without a frame.
    #expect(read([start, header])[1] == nil && read([start, tiles])[1] == nil)
    #expect(read([start, header + frame(key)])[1] == nil)
  }

  @Test func `a frame that is shown again reads its slot, and as a key frame replaces all`() {
    let start = sequence() + frame(key)
    let hidden = frame(inter(isShown: false, writes: "00001000", reads: [0, 0, 0, 0, 0, 0, 0]))
    let shown = frame(inter(isShown: true, writes: "00000000", reads: [3, 3, 3, 3, 3, 3, 3]))
    // show_existing_frame, the slot.
    let again = unit(3, "1 011 1")
    #expect(last([start, hidden + shown, again]) == [Made(reads: 8, writes: 0)])
    // A key frame that is not shown: showable, not resilient, tools and order hint, slot 3.
    let hiddenKey = frame("0 00 0 1 0" + "0 0 0 0000001" + "00001000")
    #expect(last([start, hiddenKey]) == [Made(reads: 0, writes: 8, isShown: false)])
    #expect(last([start, hiddenKey + shown, again]) == [Made(reads: 8, writes: 0xFF)])
    // Once its slot holds another frame, it is gone.
    #expect(last([start, hiddenKey + shown, hidden + shown, again]) == [Made(reads: 8, writes: 0)])
    // Such a frame has no data.
    #expect(last([start, hidden + shown, frame("1 011 1")]) == nil)
  }

  @Test func `switch frames, intra-only frames and short references`() {
    let start = sequence() + frame(key)
    // Type 3: resilient and of its own size, without saying so; no primary reference; replaces all; order hints of 8
    // slots with 7 bits each.
    let switching =
      "0 11 1" + "0 0 0000010" + String(repeating: "0", count: 56) + "0" + [1, 2, 3, 4, 5, 6, 1].map(three).joined()
    #expect(last([start, frame(switching)]) == [Made(reads: 0b0111_1110, writes: 0xFF)])
    // Type 2: no primary reference.
    #expect(last([start, frame("0 10 1 0" + "0 0 0 0000010" + "00000001")]) == [Made(reads: 0, writes: 1)])
    // Short: the last and the golden slot, from which all others follow by the order hints of all.
    let short = "0 01 1 0" + "0 0 0 0000010" + "000" + "00000001" + "1" + "010" + "011"
    #expect(last([start, frame(short)]) == [Made(reads: 0xFF, writes: 1)])
    // Resilient: no primary reference, order hints.
    let resilient =
      "0 01 1 1" + "0 0 0 0000010" + "00000001" + String(repeating: "1", count: 56) + "0"
      + String(repeating: "101", count: 7)
    #expect(last([start, frame(resilient)]) == [Made(reads: 0b0010_0000, writes: 1)])
  }

  @Test func `fields that the sequence turns on are skipped`() {
    // Frame numbers of 15 bits: differences of 14 bits (2 + 12), and one bit more.
    let number = String(repeating: "1", count: 15), difference = String(repeating: "1", count: 14)
    let numbered = sequence(numbers: "1 1100 000") + frame("0 00 1" + "0 0" + number + "0 0000000")
    let references = [1, 1, 1, 1, 1, 1, 2].map { three($0) + difference }.joined()
    let inter = "0 01 1 0" + "0 0" + number + "0 0000001" + "000" + "00000001" + "0" + references
    #expect(last([numbered, frame(inter)]) == [Made(reads: 0b110, writes: 1)])
    #expect(last([numbered, frame(inter), unit(3, "1 000" + number + "1")]) == [Made(reads: 1, writes: 0)])
    // No order hints: no short form either. Screen tools always, vectors by frames.
    let plain = sequence(order: "0", tools: "0 1 1", orderLength: "") + frame("0 00 1" + "0 1 0")
    #expect(
      last([plain, frame("0 01 1 0" + "0 1 0" + "000" + "00000001" + String(repeating: "110", count: 7))])
        == [Made(reads: 0b0100_0000, writes: 1)])
    // Times that are not even (two numbers of 32 bits, then 0), and a model: delays of 1 bit, a tick of 32, removal
    // times of 3 bits, times of presentation of 5; two operating points, one with a model of its own: two delays, low.
    let tick = String(repeating: "0", count: 32)
    let timed =
      sequence(
        times: "1" + tick + tick + "0" + "1" + "00000" + tick + "00010" + "00100",
        points: "00001" + "000100000011 00000 1 0 0 0" + "000100000001 00000 0")
      + frame("0 00 1 10101" + "0 0 0 0000000" + "1 101", layers: 0)
    let late =
      "0 01 1 10101 0" + "0 0 0 0000001" + "000" + "1 101" + "00000001" + "0" + String(repeating: "011", count: 7)
    #expect(last([timed, frame(late, layers: 0)]) == [Made(reads: 8, writes: 1)])
    #expect(last([timed, frame(late), unit(3, "1 000 10101 1")]) == [Made(reads: 1, writes: 0)])
    // Layer 1 is in the first operating point, layer 2 is not: no decoder decodes it.
    #expect(last([timed, frame(late, layers: 1 << 5)]) == [Made(reads: 8, writes: 1)])
    #expect(last([timed, frame(late, layers: 2 << 5)]) == nil)
  }

  @Test func `a reduced header is a key frame`() {
    // Profile, still picture, reduced; level; size; superblocks and filters.
    let still = unit(1, "000 1 1 00000 1111 1111 0000000000111111 0000000000111111 000 0000")
    #expect(last([still + frame("0")]) == [Made(reads: 0, writes: 0xFF)])
  }

  // MARK: What is not understood

  @Test func `what is not understood is nil`() {
    let start = sequence() + frame(key)
    let shown = frame(inter(isShown: true, writes: "00000001", reads: [0, 0, 0, 0, 0, 0, 0]))
    let hidden = frame(inter(isShown: false, writes: "00000001", reads: [0, 0, 0, 0, 0, 0, 0]))
    #expect(last([start, shown]) != nil && last([start, start]) != nil && last([start, hidden]) != nil)
    // No sequence header, no key frame at the beginning, no frame.
    #expect(last([shown]) == nil && last([sequence() + shown]) == nil && last([sequence() + hidden]) == nil)
    #expect(last([start, delimiter]) == nil && last([start, []]) == nil)
    // Two shown frames; redundant headers (7), a tile list (8), reserved units (9); the forbidden bit.
    #expect(last([start, shown + shown]) == nil)
    for type: UInt8 in [0, 7, 8, 9, 14] { #expect(last([start, unit(type, "1") + shown]) == nil, "\(type)") }
    #expect(last([start, [0x80 | shown[0]] + shown.dropFirst()]) == nil)
    // Metadata (5) beside the first frame only; padding (15) anywhere.
    #expect(last([sequence() + unit(5, "1") + frame(key)]) != nil && last([start, unit(5, "1") + shown]) == nil)
    #expect(last([start, unit(15, "1") + shown]) == [Made(reads: 1, writes: 1)])
    // Another sequence header, or one behind a frame.
    #expect(
      last([start, sequence(orderLength: "101") + frame(key)]) == nil && last([start, shown + sequence()]) == nil)
    // A spatial layer, by its unit and by the operating point.
    let layer = frame(inter(isShown: true, writes: "00000001", reads: [0, 0, 0, 0, 0, 0, 0]), layers: 1 << 3)
    #expect(last([start, layer]) == nil)
    for layers in ["001100000001", "001000000001", "000000000001"] {
      #expect(last([sequence(points: "00000" + layers + "00000") + frame(key)]) == nil, "\(layers)")
    }
    #expect(last([sequence(points: "00000 000100000001 00000") + frame(key)]) != nil)
    // More frames than a packet has.
    #expect(last([start, Array(repeatElement(hidden, count: 31).joined()) + shown])?.count == 32)
    #expect(last([start, Array(repeatElement(hidden, count: 32).joined()) + shown]) == nil)
  }

  @Test func `cut units are nil`() {
    let start = sequence() + frame(key)
    let shown = unit(6, inter(isShown: true, writes: "00000001", reads: [1, 2, 3, 4, 5, 6, 7]))
    for count in 1..<shown.count {
      #expect(last([start, Array(shown.prefix(count))]) == nil, "\(count) bytes")
      // The same header, in a unit that says it is shorter.
      let cut = [shown[0], UInt8(max(0, count - 2))] + shown[2...].prefix(max(0, count - 2))
      #expect(last([start, cut]) == nil, "a unit of \(cut.count) bytes")
    }
    let head = sequence()
    for count in 2..<head.count - 1 {
      #expect(last([[head[0], UInt8(count - 2)] + head[2..<count] + frame(key)]) == nil)
    }
  }
}
